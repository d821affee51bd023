package cli

import (
	"os"
	"strings"
	"sync"
	"time"

	"github.com/wslite/wslite/host/text"
)

// zone is the user's, for what people see.
func (a *App) zone() *time.Location {
	if loc, err := a.zones.load(a.zoneName()); err == nil {
		return loc
	}
	return time.UTC
}

// zoneName is the user's IANA zone: $TZ where it names one, else the system's,
// else UTC. One that nobody knows is told, once: times would be off by hours
// without a word.
func (a *App) zoneName() string {
	tz := a.Getenv("TZ")
	name, known := zoneName(tz, a.zones.load)
	if !known {
		a.toldZone.Do(func() {
			a.note("warning: TZ is %q, which names no time zone, so %s is used; a name looks like Europe/Berlin", text.Cut(text.Line(tz), 60), name)
		})
	}
	return name
}

// zones keeps what was read of the zone database, which a server needs at each
// call. The zero value is ready; any number of goroutines may use it.
type zones struct {
	mu   sync.Mutex
	read map[string]*time.Location
}

func (z *zones) load(name string) (*time.Location, error) {
	z.mu.Lock()
	defer z.mu.Unlock()
	if loc := z.read[name]; loc != nil {
		return loc, nil
	}
	loc, err := time.LoadLocation(name)
	if err != nil {
		return nil, err
	}
	if z.read == nil {
		z.read = map[string]*time.Location{}
	}
	z.read[name] = loc
	return loc, nil
}

// zoneName gives the zone to use; known is false where tz is none. The C
// library takes a colon before a name.
func zoneName(tz string, load func(name string) (*time.Location, error)) (name string, known bool) {
	known = tz == ""
	if plain := strings.TrimPrefix(tz, ":"); plain != "" && plain != "Local" {
		if _, err := load(plain); err == nil {
			return plain, true
		}
	}
	if target, err := os.Readlink("/etc/localtime"); err == nil {
		if _, zone, ok := cutZone(target); ok {
			return zone, known
		}
	}
	return "UTC", known
}
