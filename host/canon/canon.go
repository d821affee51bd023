// Package canon gives one spelling to a JSON value (RFC 8785), and from it a
// digest: two values that mean the same have the same digest, and a digest that
// is the same was made of the same value. Approvals and idempotency keys are
// bound to such digests.
//
// RFC 8785 writes numbers as IEEE doubles, so two large integers could get one
// spelling. A number that a double can't hold is written as a string of its
// digits, as the RFC advises, so that nothing is rounded.
package canon

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/gowebpki/jcs"

	"github.com/wslite/wslite/host/fault"
)

// Of gives the canonical bytes of v, which encoding/json must be able to
// write. The error is BAD_REQUEST: v can't be written.
func Of(v any) ([]byte, error) {
	raw, err := marshal(v)
	if err != nil {
		return nil, err
	}
	if raw, err = exact(raw); err != nil {
		return nil, err
	}
	out, err := jcs.Transform(raw)
	if err != nil {
		return nil, fault.Wrap(err, fault.BadRequest, "the value has no canonical JSON")
	}
	return out, nil
}

// Digest is "sha256:" and the hexadecimal hash of the canonical bytes of v.
func Digest(v any) (string, error) {
	raw, err := Of(v)
	if err != nil {
		return "", err
	}
	return Sum(raw), nil
}

// Sum is the digest of bytes, in the same form.
func Sum(raw []byte) string {
	sum := sha256.Sum256(raw)
	return "sha256:" + hex.EncodeToString(sum[:])
}

func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, fault.Wrap(err, fault.BadRequest, "the value can't be written as JSON")
	}
	return b.Bytes(), nil
}

// exact writes the numbers that would lose digits as strings. Most values have
// none, and stay as they are.
func exact(raw []byte) ([]byte, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, fault.Wrap(err, fault.BadRequest, "the value has no canonical JSON")
	}
	v, changed := spell(v)
	if !changed {
		return raw, nil
	}
	return marshal(v)
}

// spell replaces numbers in v by strings where a double can't hold them.
func spell(v any) (out any, changed bool) {
	switch x := v.(type) {
	case json.Number:
		if !holds(x.String()) {
			return x.String(), true
		}
	case []any:
		for i := range x {
			var c bool
			x[i], c = spell(x[i])
			changed = changed || c
		}
	case map[string]any:
		for k := range x {
			var c bool
			x[k], c = spell(x[k])
			changed = changed || c
		}
	}
	return v, changed
}

// maxExponent bounds the arithmetic below: no double needs more.
const maxExponent = 400

// holds says whether the shortest spelling of the nearest double is the number
// itself, so that nothing is lost between the two.
func holds(s string) bool {
	if len(s) <= 15 && !strings.ContainsAny(s, "eE") {
		return true // a double holds 15 decimal digits
	}
	if _, exp, found := strings.Cut(strings.ToLower(s), "e"); found {
		if n, err := strconv.Atoi(exp); err != nil || n > maxExponent || n < -maxExponent {
			return false
		}
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsInf(f, 0) {
		return false
	}
	want, ok1 := new(big.Rat).SetString(s)
	got, ok2 := new(big.Rat).SetString(strconv.FormatFloat(f, 'g', -1, 64))
	return ok1 && ok2 && want.Cmp(got) == 0
}
