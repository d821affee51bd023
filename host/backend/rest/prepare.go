package rest

import (
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/keep"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/route"
	"github.com/wslite/wslite/sdk/abi"
)

// prepared is a request that passed every check and only needs sending.
type prepared struct {
	// from is the request as the plan wrote it.
	from     abi.Request
	route    *route.Route
	url      *url.URL
	body     []byte // nil sends none
	ifMatch  string
	mask     *keep.Mask // nil keeps all
	maxText  int
	tolerate []int

	media  *content // goes up; nil where nothing does
	save   *abi.Save
	decode *abi.Decode
	// resourceKeys is the value of Drive's header.
	resourceKeys string
	// version is of the stored thing that the request sends by its id, where the
	// host has read it: somebody may change it behind a yes.
	version string
	// blobs is where content comes from and goes to; nil where the call can hold
	// none.
	blobs *blob.Store
}

// prepareAll checks every request of a step before the first is sent: a plan
// that asks for one thing too many gets nothing of it.
func (b *Backend) prepareAll(c backend.Call, reqs []abi.Request, p *progress) ([]prepared, error) {
	p.requests += int64(len(reqs))
	if p.requests > b.o.Limits.RequestsPerAction {
		return nil, fault.New(fault.PluginLimit, "%s %s: the plan asks for more than %d requests", c.Service, c.Action, b.o.Limits.RequestsPerAction).
			WithHint("ask for fewer items")
	}
	out := make([]prepared, len(reqs))
	for i, r := range reqs {
		var err error
		if out[i], err = b.prepare(c, r, p); err != nil {
			return nil, err
		}
		if err = b.within(c, r, out[i], p); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (b *Backend) prepare(c backend.Call, req abi.Request, used *progress) (prepared, error) {
	r, err := b.confine(c, req.Route)
	if err != nil {
		return prepared{}, err
	}
	p := prepared{
		from: req, route: r, maxText: req.MaxText, tolerate: req.Tolerate, ifMatch: req.IfMatch,
		save: req.Save, decode: req.Decode, blobs: c.Blobs,
	}
	if err := p.checkAnswer(req); err != nil {
		return prepared{}, err
	}
	if r.ID == attachmentRoute && req.Decode != nil && !used.mayRead(req.Path["messageId"], req.Path["id"]) {
		return prepared{}, violation(r, "it reads a part as text that no mail before showed as its own text: files are saved")
	}
	query := req.Query
	if req.Keep != "" {
		if p.mask, err = keep.Parse(req.Keep); err != nil {
			return prepared{}, violation(r, "%s", err)
		}
		query = askFor(r, query, p.asked(req.Keep))
	}
	if p.media, err = b.media(c, r, req.Media, used); err != nil {
		return prepared{}, err
	}
	if p.url, err = p.address(req.Path, query); err != nil {
		return prepared{}, err
	}
	if p.resourceKeys, err = resourceKeys(r, req.ResourceKeys); err != nil {
		return prepared{}, err
	}
	if req.IfMatch != "" && (!entityTag().MatchString(req.IfMatch) || len(req.IfMatch) > maxEntityTag) {
		return prepared{}, violation(r, "ifMatch is not an ETag such as %q", `"abc"`)
	}
	if req.MaxText < 0 {
		return prepared{}, violation(r, "maxText is below 0")
	}
	for _, status := range req.Tolerate {
		if status < 400 || status > 599 {
			return prepared{}, violation(r, "%d in tolerate is no status of a failure", status)
		}
	}
	if p.body, err = b.body(r, req.Body); err != nil {
		return prepared{}, err
	}
	return p, nil
}

// confine is effect confinement: the route stands in the action's row, and a
// read action changes nothing even if its row were wrong.
func (b *Backend) confine(c backend.Call, id string) (*route.Route, error) {
	row, _ := b.o.Risk.Row(c.Service, c.Action)
	if !slices.Contains(row.Routes, id) {
		return nil, fault.New(fault.PluginViolation, "%s %s asked for the route %s, which is not one of the action's", c.Service, show(c.Action), show(id)).
			WithHint("nothing was sent for it")
	}
	r, ok := b.o.Routes.Get(id)
	if !ok {
		return nil, fault.New(fault.NotSupported, "%s %s needs the route %s, which this version does not have", c.Service, c.Action, id)
	}
	if r.Mutates && (row.Class == risk.Read || c.Class == string(risk.Read)) {
		return nil, fault.New(fault.PluginViolation, "%s %s only reads, but asked for the route %s, which changes something", c.Service, c.Action, id).
			WithHint("nothing was sent for it")
	}
	return r, nil
}

// askFor has Google's servers leave out what the mask drops anyway. The host
// projects the answer all the same.
func askFor(r *route.Route, query map[string]abi.Raw, mask string) map[string]abi.Raw {
	const fields = "fields"
	if _, set := query[fields]; set || mask == "" || !strings.HasSuffix(r.Host, ".googleapis.com") {
		return query
	}
	if !slices.ContainsFunc(r.Query, func(q route.QueryParam) bool { return q.Name == fields }) {
		return query
	}
	text, _ := json.Marshal(mask) // ASCII: keep.Parse saw to it
	with := map[string]abi.Raw{fields: text}
	for name, v := range query {
		with[name] = v
	}
	return with
}

// body checks the JSON body. A route without a body gets none; an empty object
// there means the same and passes.
func (b *Backend) body(r *route.Route, raw abi.Raw) ([]byte, error) {
	if len(raw) == 0 {
		return nil, nil
	}
	if int64(len(raw)) > b.o.Limits.RequestBody {
		return nil, fault.New(fault.LimitExceeded, "route %s: the body has %d bytes; at most %d are sent", r.ID, len(raw), b.o.Limits.RequestBody).
			WithHint("send less, or in several calls")
	}
	v, err := decode(raw)
	if err != nil {
		return nil, violation(r, "the body is not JSON")
	}
	m, isObject := v.(map[string]any)
	if !r.TakesBody() {
		if v == nil || isObject && len(m) == 0 {
			return nil, nil
		}
		return nil, violation(r, "the method takes no body")
	}
	if !isObject {
		return nil, violation(r, "the body is not an object")
	}
	// Written anew, so that what leaves is what a preview shows: an object
	// that names a key twice could mean two things.
	return encode(v)
}

// entityTag is RFC 9110's form of an ETag, without "*": a condition that
// always holds is none.
var entityTag = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(W/)?"[!#-~]*"$`) })

const maxEntityTag = 1024 // characters

func violation(r *route.Route, format string, args ...any) *fault.Error {
	e := fault.New(fault.PluginViolation, format, args...)
	e.Message = "route " + r.ID + ": " + e.Message
	return e.WithHint("nothing was sent for it")
}

// show quotes untrusted text for a message: short, ASCII, nothing invisible.
func show(s string) string {
	if len(s) > 60 {
		s = s[:57] + "..."
	}
	return strconv.QuoteToASCII(s)
}
