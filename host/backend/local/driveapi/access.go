package driveapi

import (
	"cmp"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/backend/local/store"
)

// role is what a permission allows; a higher one allows more.
type role int

// The roles, by rank.
const (
	noRole role = iota
	reader
	commenter
	writer
	fileOrganizer
	organizer
	owner
)

var roleNames = []string{"", "reader", "commenter", "writer", "fileOrganizer", "organizer", "owner"}

func (r role) String() string { return roleNames[r] }

func roleOf(name string) (role, bool) {
	i := slices.Index(roleNames, name)
	return role(max(i, 0)), i > 0
}

// grant is a permission as it holds for a file: directly, or from a folder.
type grant struct {
	seq       int64
	id, kind  string
	role      role
	grantee   string
	discovery bool
	expires   int64
	pending   bool
	from      string // id of the folder that gives it; "" for a direct one
}

// sight answers who may do what, within one transaction. What folders hand
// down is read once.
type sight struct {
	api    *API
	tx     *store.Tx
	chains map[int64][]grant
	rows   map[int64]*fileRow
	// wants says whether a field of a file will be seen.
	wants func(field string) bool
}

func (a *API) sight(tx *store.Tx) *sight {
	return &sight{api: a, tx: tx, chains: map[int64][]grant{}, rows: map[int64]*fileRow{}, wants: func(string) bool { return true }}
}

// row reads a row once.
func (s *sight) row(seq int64) (*fileRow, error) {
	if f, ok := s.rows[seq]; ok {
		return f, nil
	}
	f, err := rowBySeq(s.tx, seq)
	if err == nil {
		s.rows[seq] = f
	}
	return f, err
}

// wantsAny says whether any of these fields will be seen.
func (s *sight) wantsAny(fields ...string) bool { return slices.ContainsFunc(fields, s.wants) }

// direct reads the permissions that are on the file itself. One that is over
// does not count; a read takes the time of the last write for now.
func (s *sight) direct(seq int64) ([]grant, error) {
	rows, err := s.tx.Query(`SELECT seq, id, type, role, grantee, discovery, expires, pending FROM file_permissions
		WHERE file = ? AND (expires = 0 OR expires > (SELECT updated FROM workspace)) ORDER BY seq`, seq)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []grant
	for rows.Next() {
		var g grant
		var name string
		if err := rows.Scan(&g.seq, &g.id, &g.kind, &name, &g.grantee, &g.discovery, &g.expires, &g.pending); err != nil {
			return nil, err
		}
		g.role, _ = roleOf(name)
		out = append(out, g)
	}
	return out, rows.Err()
}

// handedDown gives what a folder gives to those in it: its own permissions and
// what it got itself. Ownership becomes the right to write.
func (s *sight) handedDown(seq int64) ([]grant, error) {
	if known, ok := s.chains[seq]; ok {
		return known, nil
	}
	f, err := s.row(seq)
	if err != nil {
		return nil, err
	}
	out, err := s.direct(seq)
	if err != nil {
		return nil, err
	}
	for i := range out {
		out[i].from, out[i].pending = f.id, false
		if out[i].role == owner {
			out[i].role = writer
		}
	}
	if f.parent.Valid {
		above, err := s.handedDown(f.parent.Int64)
		if err != nil {
			return nil, err
		}
		out = append(out, above...)
	}
	s.chains[seq] = out
	return out, nil
}

// grants gives all that holds for a file, direct ones first.
func (s *sight) grants(f *fileRow) ([]grant, error) {
	out, err := s.direct(f.seq)
	if err != nil || !f.parent.Valid {
		return out, err
	}
	above, err := s.handedDown(f.parent.Int64)
	return slices.Concat(out, above), err
}

// mine is the user's role on a file.
func (s *sight) mine(f *fileRow) (role, error) {
	grants, err := s.grants(f)
	return s.api.roleOn(f, grants), err
}

// roleOn is the user's role on a file with these grants; the top of My Drive
// and application data need none.
func (a *API) roleOn(f *fileRow, grants []grant) role {
	if f.top == topMyDrive || f.space == 1 {
		return owner
	}
	return a.roleIn(grants)
}

// roleIn is the highest role that grants give to the user.
func (a *API) roleIn(grants []grant) role {
	best := noRole
	for _, g := range grants {
		if g.kind == "anyone" || g.kind == "domain" && g.grantee == domainOf(a.owner.Email) || g.kind == "user" && a.isMe(g.grantee) {
			best = max(best, g.role)
		}
	}
	return best
}

// merged is one permission per grantee, with the highest role.
type merged struct {
	grant
	details []grant
}

func merge(grants []grant) []*merged {
	var out []*merged
	byID := map[string]*merged{}
	for _, g := range grants {
		m := byID[g.id]
		if m == nil {
			m = &merged{grant: g}
			byID[g.id] = m
			out = append(out, m)
		}
		m.role = max(m.role, g.role)
		m.details = append(m.details, g)
	}
	slices.SortStableFunc(out, func(a, b *merged) int {
		return cmp.Or(-cmp.Compare(a.role, b.role), strings.Compare(a.id, b.id))
	})
	return out
}
