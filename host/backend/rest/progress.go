package rest

import (
	"errors"
	"strings"
	"sync"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/fault"
)

// progress is what one run of a plan used up and did.
type progress struct {
	call backend.Call
	// operation is the call's index in a batch; effects counts the requests that
	// were shown as ones that may change something.
	operation, effects int
	// together is how many requests of the step at hand may change something.
	together int
	requests int64
	// changes lists the routes that changed something, in order; doubtful those
	// whose service failed at it, so that it may have.
	changes, doubtful []string
	// once are the routes asked for that an action may use a single time.
	once   map[string]bool
	budget *budget

	mu sync.Mutex
	// texts are the parts that mails showed as text of theirs, and that the service
	// keeps apart for their length: message and part.
	texts map[[2]string]bool
	// blobs are the names that the plan was given: those of its files and, with
	// true, of what it saved itself. It knows no other, not even those of another
	// operation of its batch.
	blobs map[string]bool
}

func newProgress(c backend.Call, operation int) *progress {
	p := &progress{call: c, operation: operation, blobs: map[string]bool{}, texts: map[[2]string]bool{}, once: map[string]bool{}}
	for _, f := range c.Files {
		p.blobs[f.Blob] = false
	}
	return p
}

// give lets the plan use what it saved.
func (p *progress) give(blob string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.blobs[blob] = true
}

func (p *progress) mayUse(blob string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, given := p.blobs[blob]
	return given
}

// showText lets the plan read a part of a mail as text.
func (p *progress) showText(mail, part string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.texts[[2]string{mail, part}] = true
}

// mayRead says whether a decoded text is one of a mail that the plan has seen,
// and not a file that somebody attached to it.
func (p *progress) mayRead(mail, part string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.texts[[2]string{mail, part}]
}

// hasSaved says whether every content in a result is one that the plan saved.
func (p *progress) hasSaved(data any) bool {
	switch x := data.(type) {
	case []any:
		for _, item := range x {
			if !p.hasSaved(item) {
				return false
			}
		}
	case map[string]any:
		if of := object(x[contentKey]); of != nil && len(x) == 1 {
			name, _ := of["name"].(string)
			p.mu.Lock()
			defer p.mu.Unlock()
			return p.blobs[name]
		}
		for _, member := range x {
			if !p.hasSaved(member) {
				return false
			}
		}
	}
	return true
}

// contentKey marks an abi.Content.
const contentKey = "$blob"

// annotate adds to an error what the plan had changed before it.
func (p *progress) annotate(err error) error {
	note := p.done()
	if note == "" || heldOf(err) != nil {
		return err
	}
	var r *refusal
	if errors.As(err, &r) {
		again := *r
		again.message += note
		again.changed = true
		return &again
	}
	if f := fault.Of(err); f != nil {
		again := *f
		again.Message += note
		again.Change = fault.ChangeMade
		if f.Code == fault.PluginViolation { // "nothing was sent" holds for the last step only
			again.Hint = "nothing of this step was sent"
		}
		return &again
	}
	return err
}

// done says what was changed so far, as the end of a message; "" for nothing.
func (p *progress) done() string {
	if len(p.changes) == 0 {
		return ""
	}
	return "; already carried out: " + strings.Join(p.changes, ", ")
}
