package rest

import (
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/wslite/wslite/sdk/abi"
)

const (
	// maxTries bounds all attempts of one transfer together, however far each
	// of them came.
	maxTries = 100
	// headway is how many new bytes make an attempt count as progress; after it
	// the failures are counted anew.
	headway = 256 << 10
)

// download is one content on its way in, over several connections if need be.
type download struct {
	keeper
	p *progress
	// What the first answer told. An answer that differs is another content.
	etag string
	// md5 is the service's checksum in hexadecimal, size the length; "" and -1
	// where it gave none.
	md5  string
	size int64
	// whole says that the content can't be continued in the middle.
	whole bool
	// best is how far any attempt came.
	best int64
}

// download fetches the answer's bytes into a blob.
func (b *Backend) download(ctx context.Context, r prepared, p *progress) (abi.Response, error) {
	resume := p.budget.pause()
	defer resume()
	if err := r.blobs.CheckName(r.save.Name); err != nil {
		return abi.Response{}, err
	}
	w, err := r.blobs.Create(r.save.Name, r.save.MimeType)
	if err != nil {
		return abi.Response{}, err
	}
	defer w.Abort()
	d := &download{keeper: keeper{w, r, r.room()}, p: p, size: -1}
	cred := &credential{}
	for try, failures := 1, 0; ; try++ {
		ans, err := b.attempt(ctx, r, d.outgoing(), cred)
		if renewed, err := b.renew(ctx, r, cred, ans); err != nil {
			return abi.Response{}, err
		} else if renewed {
			continue
		}
		if err == nil && ans.status < 300 {
			return d.finish(ans)
		}
		if err == nil && ans.status < 400 {
			return abi.Response{}, r.redirected(ans.status)
		}
		if failures++; d.Size() >= d.best+headway {
			d.best, failures = d.Size(), 1
		}
		pause, again := b.goOn(ans, err, failures)
		if err == nil && ans.status == http.StatusRequestedRangeNotSatisfiable && d.Size() > 0 && !d.whole {
			d.whole, again = true, true // it has become another content: once more from its beginning
		}
		if !again || failures >= maxAttempts || try >= maxTries {
			if err != nil {
				return abi.Response{}, r.lostFault(ctx, err)
			}
			return r.failed(ans)
		}
		if b.o.Wait(ctx, pause) != nil {
			return abi.Response{}, stopped(ctx, r.route.ID)
		}
	}
}

// outgoing asks for the content, or for the rest of it. Compression is not asked
// for: lengths, ranges and checksums are those of the content itself.
func (d *download) outgoing() outgoing {
	o := d.r.outgoing()
	o.moves, o.take = true, d.take
	o.header.Set("Accept", "*/*")
	o.header.Set("Accept-Encoding", "identity")
	if n := d.Size(); n > 0 && d.resumable() {
		o.header.Set("Range", fmt.Sprintf("bytes=%d-", n))
		if d.etag != "" {
			o.header.Set("If-Range", d.etag)
		}
	}
	return o
}

// resumable says that the rest of the content can be told from the rest of
// another: the service names the version, or a checksum will tell.
func (d *download) resumable() bool {
	return !d.whole && (d.etag != "" || d.md5 != "" || d.r.save.MD5 != "")
}

// take reads one answer. The bytes go to the blob as they come.
func (d *download) take(res *http.Response, body io.Reader) ([]byte, error) {
	if res.StatusCode == http.StatusPartialContent && d.Size() > 0 && d.resumable() {
		if err := d.continues(res); err != nil {
			return nil, err
		}
	} else if res.StatusCode == http.StatusPartialContent {
		return nil, d.r.malformed("%s sent a part of the content, which nobody asked for", d.r.route.Host)
	} else if err := d.begins(res); err != nil {
		return nil, err
	}
	switch e := strings.ToLower(res.Header.Get("Content-Encoding")); {
	case e == "" || e == "identity":
	case e == "gzip" && d.r.route.Pinned: // a stranger's could be a thousand times what came
		z, err := gzip.NewReader(body)
		if err != nil {
			return nil, cutShort(err)
		}
		body = z
	default:
		return nil, d.r.malformed("%s sent content in the encoding %s, which nobody asked for", d.r.route.Host, show(e))
	}
	if _, err := io.CopyBuffer(&d.keeper, body, make([]byte, 64<<10)); err != nil {
		return nil, err
	}
	switch n := d.Size(); {
	case d.size >= 0 && n < d.size:
		return nil, io.ErrUnexpectedEOF
	case d.size >= 0 && n > d.size:
		return nil, d.r.malformed("%s sent more bytes than it announced", d.r.route.Host)
	}
	return nil, nil
}

// begins notes what the first bytes' answer tells of the whole.
func (d *download) begins(res *http.Response) error {
	if d.Size() > 0 {
		if err := d.Restart(); err != nil {
			return err
		}
	}
	encoded := res.Header.Get("Content-Encoding") != ""
	d.size, d.md5, d.etag = res.ContentLength, googleMD5(res.Header), ""
	if etag := res.Header.Get("ETag"); entityTag().MatchString(etag) && !strings.HasPrefix(etag, "W/") && len(etag) <= maxEntityTag {
		d.etag = etag
	}
	if encoded { // the facts are those of what is stored or sent, not of what comes of it
		d.size, d.md5, d.whole = -1, "", true
	}
	if res.StatusCode == http.StatusNoContent {
		d.size = 0
	}
	d.Expect(d.size)
	if d.room >= 0 && d.size > d.room {
		return d.r.tooMuch(d.room)
	}
	if d.r.save.MimeType == "" {
		if t := res.Header.Get("Content-Type"); isMimeType(t) {
			d.Type(t)
		}
	}
	return nil
}

// errOther says that the rest of another content came.
var errOther = errors.New("the content changed while it was fetched")

// continues checks that a part goes on where the bytes end.
func (d *download) continues(res *http.Response) error {
	start, total, ok := contentRange(res.Header.Get("Content-Range"))
	sameTag := d.etag == "" || res.Header.Get("ETag") == "" || res.Header.Get("ETag") == d.etag
	if !ok || start != d.Size() || d.size >= 0 && total >= 0 && total != d.size || !sameTag || res.Header.Get("Content-Encoding") != "" {
		d.whole = true
		return errOther
	}
	return nil
}

// contentRange reads "bytes 5-9/10"; a total of -1 is not known.
func contentRange(s string) (start, total int64, ok bool) {
	span, all, ok1 := strings.Cut(strings.TrimPrefix(s, "bytes "), "/")
	first, _, ok2 := strings.Cut(span, "-")
	start, err := strconv.ParseInt(first, 10, 64)
	if !ok1 || !ok2 || err != nil || start < 0 {
		return 0, 0, false
	}
	if all == "*" {
		return start, -1, true
	}
	total, err = strconv.ParseInt(all, 10, 64)
	return start, total, err == nil && total > start
}

// googleMD5 reads "crc32c=AAAAAA==,md5=..." and gives the MD5 in hexadecimal.
func googleMD5(h http.Header) string {
	for _, line := range h.Values("X-Goog-Hash") {
		for item := range strings.SplitSeq(line, ",") {
			if v, ok := strings.CutPrefix(strings.TrimSpace(item), "md5="); ok {
				if sum, err := base64.StdEncoding.DecodeString(v); err == nil && len(sum) == 16 {
					return hex.EncodeToString(sum)
				}
			}
		}
	}
	return ""
}

// finish verifies what came in and hands it to the plan.
func (d *download) finish(ans *answer) (abi.Response, error) {
	for _, promised := range []string{d.r.save.MD5, d.md5} {
		if err := d.r.verify(d.Sum(), promised); err != nil {
			return abi.Response{}, err
		}
	}
	held, err := d.p.kept(d.Writer)
	if err != nil {
		return abi.Response{}, err
	}
	facts := held.Facts()
	status := ans.status
	if status == http.StatusPartialContent {
		status = http.StatusOK // how it came together is the host's matter
	}
	return abi.Response{Status: status, Blob: &facts}, nil
}
