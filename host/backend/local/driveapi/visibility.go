package driveapi

import (
	"slices"

	"github.com/wslite/wslite/host/backend/local/store"
)

// visibilities are the words of the search, from the narrowest to the widest.
// A file's is that of its widest link, inherited ones too.
var visibilities = []string{"limited", "domainWithLink", "domainCanFind", "anyoneWithLink", "anyoneCanFind"}

func visibility(grants []grant) int {
	widest := 0
	for _, g := range grants {
		level := 0
		switch g.kind {
		case "domain":
			level = 1
		case "anyone":
			level = 3
		}
		if level > 0 && g.discovery {
			level++
		}
		widest = max(widest, level)
	}
	return widest
}

// refresh works out again what is stored of permissions, for a file and all
// below it: after a permission changed, or the file moved.
func (a *API) refresh(tx *store.Tx, f *fileRow) error {
	s := a.sight(tx)
	todo := []int64{f.seq}
	for len(todo) > 0 {
		seq := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		at, err := rowBySeq(tx, seq)
		if err != nil {
			return err
		}
		grants, err := s.grants(at)
		if err != nil {
			return err
		}
		wide, lost := visibility(grants), at.top != topMyDrive && at.space == 0 && a.roleIn(grants) == noRole
		if wide != at.visibility || lost != at.lost {
			if _, err := tx.Exec(`UPDATE files SET visibility = ?, lost = ? WHERE seq = ?`, wide, lost, seq); err != nil {
				return err
			}
		}
		if at.folder() {
			children, err := childrenOf(tx, seq)
			if err != nil {
				return err
			}
			todo = slices.Concat(todo, children)
		}
	}
	return f.reload(tx)
}

func childrenOf(tx *store.Tx, seq int64) ([]int64, error) {
	rows, err := tx.Query(`SELECT seq FROM files WHERE parent = ?`, seq)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []int64
	for rows.Next() {
		var n int64
		if err := rows.Scan(&n); err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, rows.Err()
}
