package gmailapi

import "github.com/wslite/wslite/host/backend/local/gapi"

// fieldReader reads fields of a body one after the other and keeps what went
// wrong.
type fieldReader struct {
	body gapi.Body
	err  error
}

func (r *fieldReader) string(name string, into *string) { read(r, name, into, r.body.String) }

func (r *fieldReader) bool(name string, into *bool) { read(r, name, into, r.body.Bool) }

func (r *fieldReader) int(name string, into *int64) { read(r, name, into, r.body.Int) }

func (r *fieldReader) strings(name string, into *[]string) { read(r, name, into, r.body.Strings) }

func read[T any](r *fieldReader, name string, into *T, get func(string) (T, error)) {
	if !r.body.Has(name) {
		return
	}
	v, err := get(name)
	if err != nil && r.err == nil {
		r.err = err // the first one is the answer
	}
	*into = v
}
