package calendarapi

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

func digest(text string) []byte { h := sha256.Sum256([]byte(text)); return h[:] }

// newEventID makes an id of the form that the service gives: 26 characters of
// base32hex.
func newEventID(tx *store.Tx) string {
	return strings.ToLower(base32.HexEncoding.WithPadding(base32.NoPadding).EncodeToString(digest(tx.NewID())[:16]))
}

var idForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-v0-9]+$`) })

// checkEventID checks an id that a client chose.
func checkEventID(id string) error {
	if len(id) < minEventID || len(id) > maxEventID || !idForm().MatchString(id) {
		return gapi.Invalid("Invalid resource id value.")
	}
	return nil
}

// The suffixes of instances: their original start, in UTC.
const (
	timeSuffix = "20060102T150405Z"
	dateSuffix = "20060102"
)

// originalOf names an instance within its series.
func originalOf(start time.Time, allDay bool) string {
	if allDay {
		return start.UTC().Format(dateSuffix)
	}
	return start.UTC().Format(timeSuffix)
}

func instanceID(master, original string) string { return master + "_" + original }

// splitInstanceID takes the id of an instance apart.
func splitInstanceID(id string) (master, original string, start time.Time, ok bool) {
	i := strings.LastIndexByte(id, '_')
	if i < 1 {
		return "", "", start, false
	}
	master, original = id[:i], id[i+1:]
	for _, form := range []string{timeSuffix, dateSuffix} {
		if t, err := time.Parse(form, original); err == nil {
			return master, original, t, true
		}
	}
	return "", "", start, false
}

// htmlLink is the event's page of the web interface.
func htmlLink(event, calendar string) string {
	eid := base64.RawStdEncoding.EncodeToString([]byte(event + " " + calendar))
	return "https://www.google.com/calendar/event?eid=" + url.QueryEscape(eid)
}
