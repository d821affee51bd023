package calendarapi

import (
	"encoding/binary"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// place is where a page ended, and what the whole list began with.
type place struct {
	rev   int64 // of the workspace when the first page was read
	after int64 // the last row
}

func (p place) encode() []byte {
	b := binary.AppendUvarint(nil, uint64(p.rev))
	return binary.AppendUvarint(b, uint64(p.after))
}

// pager is the paging of the lists whose order is that of their rows.
type pager struct {
	key   []byte
	scope string
	size  int
	place
	since int64 // rows that changed after this write; 0: all
}

// openPager reads the parameters that all lists have. The scope says what the
// tokens are good for.
func openPager(tx *store.Tx, q gapi.Query, scope string) (*pager, error) {
	size, err := pageSize(q, listPageSize, maxListPage)
	if err != nil {
		return nil, err
	}
	p := &pager{scope: scope, size: size}
	if p.key, err = tx.Secret(); err != nil {
		return nil, err
	}
	if q.Has("syncToken") {
		if p.since, err = openSync(p.key, scope, q.String("syncToken")); err != nil {
			return nil, err
		}
		p.scope += "|" + q.String("syncToken")
	}
	if !q.Has("pageToken") {
		return p, tx.QueryRow(`SELECT rev FROM workspace`).Scan(&p.rev)
	}
	b, err := gapi.OpenPageToken(p.key, p.scope, q.String("pageToken"))
	if err != nil {
		return nil, err
	}
	rev, n := binary.Uvarint(b)
	after, m := binary.Uvarint(b[max(n, 0):])
	if n <= 0 || m <= 0 {
		return nil, gapi.InvalidPageToken()
	}
	p.place = place{int64(rev), int64(after)}
	return p, nil
}

func (p *pager) next(after int64) string {
	return gapi.SealPageToken(p.key, p.scope, place{p.rev, after}.encode())
}

// sync gives the token for what changes after the list was begun.
func (p *pager) sync(scope string) string { return sealSync(p.key, scope, p.rev) }

// pageSize is the number of items of a page. More than the maximum is the
// maximum ("the page size can never be larger"), less than 1 is refused.
func pageSize(q gapi.Query, byDefault, limit int) (int, error) {
	size, err := q.Int("maxResults", byDefault, 1, 1<<31-1)
	return min(size, limit), err
}

func sealSync(key []byte, scope string, rev int64) string {
	return gapi.SealPageToken(key, "sync|"+scope, binary.AppendUvarint(nil, uint64(rev)))
}

// openSync gives the write that a token stands for; 410 for any other token.
func openSync(key []byte, scope, token string) (int64, error) {
	b, err := gapi.OpenPageToken(key, "sync|"+scope, token)
	if err != nil {
		return 0, fullSync()
	}
	rev, n := binary.Uvarint(b)
	if n <= 0 || n != len(b) {
		return 0, fullSync()
	}
	return int64(rev), nil
}
