package bearer

import (
	"context"
	"testing"

	"github.com/wslite/wslite/host/fault"
)

type fixed struct {
	id  Identity
	err error
}

func (f fixed) Verify(context.Context, string) (Identity, error) { return f.id, f.err }

// TestAny: the first verifier that knows the kind of a token decides, for yes and
// for no.
func TestAny(t *testing.T) {
	notMine := fixed{err: ErrNotMine}
	ana, ben := fixed{id: Identity{User: "ana"}}, fixed{id: Identity{User: "ben"}}
	wrong := fixed{id: Identity{User: "eve"}, err: fault.New(fault.Unauthorized, "ended")}
	away := fixed{err: fault.New(fault.Network, "the keys can't be fetched")}
	for _, c := range []struct {
		name string
		all  []Verifier
		user string
		code fault.Code
	}{
		{"none", nil, "", fault.Unauthorized},
		{"of no kind", []Verifier{notMine, notMine}, "", fault.Unauthorized},
		{"the second", []Verifier{notMine, ben, ana}, "ben", ""},
		{"a no is not asked on", []Verifier{wrong, ana}, "", fault.Unauthorized},
		{"nobody can tell", []Verifier{notMine, away, ana}, "", fault.Network},
		{"of nobody", []Verifier{fixed{}}, "", fault.Unauthorized},
	} {
		id, err := Any(c.all...).Verify(t.Context(), "t")
		if id.User != c.user || (err == nil) != (c.code == "") || err != nil && fault.CodeOf(err) != c.code {
			t.Errorf("%s: %+v, %v", c.name, id, err)
		}
	}
}
