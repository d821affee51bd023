package tasksapi

import (
	"database/sql"
	"errors"
	"fmt"
	"strconv"

	"github.com/wslite/wslite/host/backend/local/store"
)

// A task's position is a number among its siblings. New tasks get one between
// their neighbours', so a write changes one row, not all siblings. Where two
// neighbours leave no room, the siblings are numbered anew.
const (
	digits = 20             // width of a position, as in the real API
	middle = int64(1) << 62 // position of an only child
	step   = int64(1) << 40 // distance at either end: 4 million tasks fit on each side,
	//                         and 40 can be put between the same two before a renumbering
)

// position is the last level of a path.
func position(path string) string { return path[len(path)-digits:] }

func number(path string) int64 {
	n, _ := strconv.ParseInt(position(path), 10, 64) // paths are made here only
	return n
}

func pathOf(parent *taskRow, n int64) string {
	if parent == nil {
		return fmt.Sprintf("%0*d", digits, n)
	}
	return fmt.Sprintf("%s%0*d", parent.path, digits, n)
}

// end is the first string behind a task and its subtasks in tree order: the
// byte after "9".
func end(path string) string { return path + ":" }

// rowOf is the column parent of the children of a task; nil is no task.
func rowOf(parent *taskRow) sql.NullInt64 {
	if parent == nil {
		return sql.NullInt64{}
	}
	return sql.NullInt64{Int64: parent.seq, Valid: true}
}

// place gives the path of a new place below parent (nil: top level), behind
// previous (nil: first). The task numbered moving does not count as neighbour.
func place(tx *store.Tx, l *listRow, parent, previous *taskRow, moving int64) (string, error) {
	for {
		var after string
		if previous != nil {
			after = previous.path
		}
		var next string
		err := tx.QueryRow(`SELECT path FROM tasks WHERE list = ? AND parent IS ? AND path > ? AND seq <> ? ORDER BY path LIMIT 1`,
			l.seq, rowOf(parent), after, moving).Scan(&next)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return "", err
		}
		if n, ok := between(after, next); ok {
			return pathOf(parent, n), nil
		}
		if err := renumber(tx, l, parent, step); err != nil {
			return "", err
		}
		if previous != nil {
			if err := previous.reload(tx); err != nil {
				return "", err
			}
		}
	}
}

// between picks a number between two siblings; an empty path is no sibling.
func between(after, next string) (int64, bool) {
	switch {
	case after == "" && next == "":
		return middle, true
	case after == "":
		n := number(next) - step
		return n, n >= 0
	case next == "":
		n := number(after) + step
		return n, n > 0 // not overflown
	}
	a, b := number(after), number(next)
	return a + (b-a)/2, b-a >= 2
}

// renumber spreads the children of a parent around the middle, gap apart, and
// takes their subtrees along. Page tokens of the list notice by the epoch.
func renumber(tx *store.Tx, l *listRow, parent *taskRow, gap int64) error {
	paths, err := childPaths(tx, l, parent)
	if err != nil {
		return err
	}
	first := middle - int64(len(paths)/2)*gap
	for i, old := range paths {
		// "~" keeps what is done apart from what still has its old path.
		fresh := "~" + pathOf(parent, first+int64(i)*gap)
		_, err := tx.Exec(`UPDATE tasks SET path = ? || substr(path, ?), rev = ? WHERE list = ? AND path >= ? AND path < ?`,
			fresh, len(old)+1, tx.Rev, l.seq, old, end(old))
		if err != nil {
			return err
		}
	}
	if _, err := tx.Exec(`UPDATE tasks SET path = substr(path, 2) WHERE list = ? AND path >= '~'`, l.seq); err != nil {
		return err
	}
	l.epoch++
	_, err = tx.Exec(`UPDATE tasklists SET epoch = ? WHERE seq = ?`, l.epoch, l.seq)
	return err
}

func childPaths(tx *store.Tx, l *listRow, parent *taskRow) ([]string, error) {
	rows, err := tx.Query(`SELECT path FROM tasks WHERE list = ? AND parent IS ? ORDER BY path`, l.seq, rowOf(parent))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var paths []string
	for rows.Next() {
		var p string
		if err := rows.Scan(&p); err != nil {
			return nil, err
		}
		paths = append(paths, p)
	}
	return paths, rows.Err()
}

// relocate moves a task with its subtree to a place below parent in a list.
func relocate(tx *store.Tx, t *taskRow, to *listRow, parent, previous *taskRow) error {
	path, err := place(tx, to, parent, previous, t.seq)
	if err != nil {
		return err
	}
	if err := t.reload(tx); err != nil { // a renumbering may have moved it
		return err
	}
	// In another list the subtasks change too (their links name the list).
	_, err = tx.Exec(`UPDATE tasks SET path = ? || substr(path, ?), list = ?,
		updated = iif(list <> ? OR seq = ?, ?, updated), rev = iif(list <> ? OR seq = ?, ?, rev)
		WHERE list = ? AND path >= ? AND path < ?`,
		path, len(t.path)+1, to.seq, to.seq, t.seq, tx.Now, to.seq, t.seq, tx.Rev, t.list, t.path, end(t.path))
	if err != nil {
		return err
	}
	if _, err := tx.Exec(`UPDATE tasks SET parent = ? WHERE seq = ?`, rowOf(parent), t.seq); err != nil {
		return err
	}
	return t.reload(tx)
}
