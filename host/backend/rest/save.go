package rest

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"strings"

	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/sdk/abi"
)

const (
	// maxKept is how many bytes of content a call may keep that does not go to a
	// file. Mails and their attachments end at 50 MB as they are received.
	maxKept = 64 << 20
	// encodedAnswer is the largest answer, in bytes, of a request whose answer
	// holds content in base64: a mail of 25 MB is 34 MB so, and those that others
	// send may be larger.
	encodedAnswer = 64 << 20
)

// room is how many bytes the request may keep; below 0 means any number.
func (r prepared) room() int64 {
	switch {
	case r.blobs.ToFile():
		return -1
	case r.save.MaxBytes > 0:
		return int64(r.save.MaxBytes)
	}
	return maxKept
}

// keeper is the writer of a blob with a bound.
type keeper struct {
	*blob.Writer
	r    prepared
	room int64
}

func (k *keeper) Write(p []byte) (int, error) {
	if k.room >= 0 && k.Size()+int64(len(p)) > k.room {
		return 0, k.r.tooMuch(k.room)
	}
	return k.Writer.Write(p)
}

func (r prepared) tooMuch(room int64) error {
	return fault.New(fault.LimitExceeded, "route %s: the content is larger than the %d bytes that are kept for an answer", r.route.ID, room).
		WithHint("save it to a file with --output")
}

// lifted has an answer's member go to a blob while the answer is read. Each
// attempt begins anew; found tells whether the last one had the member.
func (r prepared) lifted(k *keeper, limit int64, found *bool) func(*http.Response, io.Reader) ([]byte, error) {
	return func(_ *http.Response, body io.Reader) ([]byte, error) {
		if k.Size() > 0 {
			if err := k.Restart(); err != nil {
				return nil, err
			}
		}
		plain := &base64Writer{to: k}
		l := &lift{in: bufio.NewReaderSize(body, 64<<10), field: r.save.Field, to: plain, limit: limit}
		err := l.run()
		if err == nil {
			err = plain.Close()
		}
		switch err {
		case errTwice:
			err = r.malformed("%s answered with JSON that names a key twice", r.route.Host)
		case errNotBase64:
			err = r.malformed("the member %s of the answer is not base64", show(r.save.Field))
		}
		*found = l.found
		return l.rest.Bytes(), err
	}
}

// saysEmpty tells whether an answer without the saved member says that its
// content is empty: JSON of Google leaves out members that are.
func saysEmpty(res abi.Response) bool {
	var stated struct{ Size json.Number }
	return res.Status < 300 && json.Unmarshal(res.Body, &stated) == nil && stated.Size == "0"
}

// verify compares a checksum of the service, in hexadecimal, with what came in.
// An empty one says nothing.
func (r prepared) verify(got, promised string) error {
	if promised == "" || strings.EqualFold(got, promised) {
		return nil
	}
	return r.malformed("what came in from %s does not have the checksum that the service gives; it was dropped", r.route.Host).
		WithHint("repeat the call")
}

// kept ends a blob and lets the plan use it.
func (p *progress) kept(w *blob.Writer) (*blob.Blob, error) {
	b, err := w.Commit()
	if err != nil {
		return nil, err
	}
	p.give(b.Facts().Blob)
	return b, nil
}
