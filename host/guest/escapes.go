package guest

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/wslite/wslite/host/text"
	"github.com/wslite/wslite/sdk/abi"
)

// hasLoneSurrogate finds an escape for half of a character (\ud800 without
// its other half). encoding/json puts U+FFFD in its place without a word, so
// what is sent would not be what was shown.
func hasLoneSurrogate(raw []byte) bool {
	for {
		i := bytes.IndexByte(raw, '\\')
		if i < 0 {
			return false
		}
		raw = raw[i:]
		r, ok := escaped(raw)
		switch {
		case !ok: // another escape, of two bytes
			raw = raw[min(2, len(raw)):]
		case r < 0xd800 || r > 0xdfff:
			raw = raw[6:]
		default:
			low, ok := escaped(raw[6:])
			if r > 0xdbff || !ok || low < 0xdc00 || low > 0xdfff {
				return true
			}
			raw = raw[12:]
		}
	}
}

// escaped reads \uXXXX at the start of b.
func escaped(b []byte) (r uint64, ok bool) {
	if len(b) < 6 || b[1] != 'u' {
		return 0, false
	}
	r, err := strconv.ParseUint(string(b[2:6]), 16, 16)
	return r, b[0] == '\\' && err == nil
}

// hasHidden says whether a string in a JSON text, a key or a value, holds what
// a reader can't see. Schemas are shown to people and models as they are, so
// they can't be cleaned without being changed.
func hasHidden(raw abi.Raw) bool {
	d := json.NewDecoder(bytes.NewReader(raw))
	for {
		tok, err := d.Token()
		if err != nil {
			return false // checkShape has read it to its end
		}
		if s, ok := tok.(string); ok && text.Hidden([]byte(s)) {
			return true
		}
	}
}
