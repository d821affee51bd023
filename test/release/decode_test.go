package release

import (
	"encoding/base64"
	"io"
	"mime/quotedprintable"
	"strings"
)

// transferDecoder reads through a part's transfer encoding.
func transferDecoder(encoding string, r io.Reader) io.Reader {
	switch strings.ToLower(encoding) {
	case "base64":
		return base64.NewDecoder(base64.StdEncoding, r)
	case "quoted-printable":
		return quotedprintable.NewReader(r)
	}
	return r
}
