package rest

import (
	"crypto/md5"
	"encoding/hex"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/route"
	"github.com/wslite/wslite/sdk/abi"
)

// checkAnswer checks what a request says about the reading of its answer. Bytes
// are kept of what a route reads only: the answer to a change is small, and
// what became of it must not hang on a transfer.
func (r prepared) checkAnswer(req abi.Request) error {
	s, d := req.Save, req.Decode
	switch {
	case showsContent(r.route, req):
		return violation(r.route, "its answer holds content, which a plan does not see: it is saved or decoded")
	case s == nil && d == nil:
		return nil
	case s != nil && d != nil:
		return violation(r.route, "save and decode exclude each other")
	case d != nil && d.Mail == (d.TextOf != ""):
		return violation(r.route, "decode has exactly one of mail and textOf")
	case d != nil && d.TextOf != "" && !isMimeType(d.TextOf):
		return violation(r.route, "%s is no content type", show(d.TextOf))
	case d != nil:
		return nil
	case r.route.Mutates:
		return violation(r.route, "it changes something, so nothing of its answer is saved")
	case s.MaxBytes < 0:
		return violation(r.route, "maxBytes is below 0")
	case s.MD5 != "" && !isMD5(s.MD5):
		return violation(r.route, "md5 is not 32 hexadecimal digits")
	case s.MimeType != "" && !isMimeType(s.MimeType):
		return violation(r.route, "%s is no content type", show(s.MimeType))
	case len(s.Field) >= maxKey:
		return violation(r.route, "the name of the saved member is too long")
	case s.Field == "" && (req.Keep != "" || req.MaxText != 0):
		return violation(r.route, "the answer is saved whole, so there is nothing to keep or to cut")
	case s.Field == "" && r.route.Method != "GET":
		return violation(r.route, "only a GET answers with content")
	case r.blobs == nil:
		return fault.New(fault.NotSupported, "route %s: this call can't hold content", r.route.ID)
	}
	return nil
}

func isMD5(s string) bool {
	b, err := hex.DecodeString(s)
	return err == nil && len(b) == md5.Size
}

// savesWhole says that the answer itself is the content.
func (r prepared) savesWhole() bool { return r.save != nil && r.save.Field == "" }

// asked is the mask that the service gets to hear. A member that is saved is
// asked for though the plan does not see it. Where text is decoded, the mask
// speaks of what comes of it and says nothing of what is needed for it.
func (r prepared) asked(mask string) string {
	switch {
	case r.decode != nil:
		return ""
	case r.save != nil && r.save.Field != "":
		kept, _ := r.mask.Apply(map[string]any{r.save.Field: "x"})
		if len(object(kept)) == 0 {
			return mask + "," + r.save.Field
		}
	}
	return mask
}

// address is the request's URL: the upload address where content goes up, the
// content's own where it comes down.
func (r prepared) address(path map[string]string, query map[string]abi.Raw) (*url.URL, error) {
	switch {
	case r.media != nil:
		return r.route.UploadURL(path, query)
	case r.savesWhole() && r.route.Download:
		u, err := r.route.URL(path, query)
		if err != nil {
			return nil, err
		}
		return withQuery(u, "alt=media"), nil
	}
	return r.route.URL(path, query)
}

// withQuery adds one of the host's own parameters to a URL.
func withQuery(u *url.URL, param string) *url.URL {
	again := *u
	if again.RawQuery != "" {
		again.RawQuery += "&"
	}
	again.RawQuery += param
	return &again
}

// maxResourceKeys is how many keys one request may carry.
const maxResourceKeys = 20

// maxDriveWord bounds a file's id and its resource key, in bytes.
const maxDriveWord = 200

// driveWord has no bound of its own: a repetition that is counted makes an
// expression of as many parts.
var driveWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9_-]+$`) })

func isDriveWord(s string) bool { return len(s) <= maxDriveWord && driveWord().MatchString(s) }

// resourceKeys makes the value of Drive's header: "id/key,id/key".
func resourceKeys(r *route.Route, keys map[string]string) (string, error) {
	switch {
	case len(keys) == 0:
		return "", nil
	case r.Service != "drive" || !r.Pinned:
		return "", violation(r, "resource keys are Drive's")
	case len(keys) > maxResourceKeys:
		return "", violation(r, "it carries %d resource keys at most", maxResourceKeys)
	}
	var list []string
	for _, id := range slices.Sorted(maps.Keys(keys)) {
		if !isDriveWord(id) || !isDriveWord(keys[id]) {
			return "", violation(r, "a resource key or its file id is not made of letters, digits, dashes and underscores")
		}
		list = append(list, id+"/"+keys[id])
	}
	return strings.Join(list, ","), nil
}
