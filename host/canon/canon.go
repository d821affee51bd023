// Package canon gives one spelling to a JSON value (RFC 8785), and from it a
// digest: two values that mean the same have the same digest, and a digest that
// is the same was made of the same value. Approvals and idempotency keys are
// bound to such digests.
//
// RFC 8785 writes numbers as IEEE doubles, so two large integers could get one
// spelling. A number that a double can't hold is refused rather than rounded.
package canon

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/gowebpki/jcs"

	"github.com/wslite/wslite/host/fault"
)

// Of gives the canonical bytes of v, which encoding/json must be able to
// write. The error is BAD_REQUEST: a number that a double can't hold exactly.
func Of(v any) ([]byte, error) {
	raw, err := marshal(v)
	if err != nil {
		return nil, err
	}
	if err := exact(raw); err != nil {
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

// exact refuses numbers that would lose digits.
func exact(raw []byte) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	for {
		tok, err := d.Token()
		if err != nil {
			return nil // the end: marshal wrote valid JSON
		}
		if n, ok := tok.(json.Number); ok {
			if err := holds(n.String()); err != nil {
				return fault.Wrap(err, fault.BadRequest, "the number %.40s has more digits than JSON can carry safely", n.String()).
					WithHint("give it as text, or round it")
			}
		}
	}
}

// maxExponent bounds the arithmetic below: no double needs more.
const maxExponent = 400

var errInexact = errors.New("no double has this value")

// holds says whether the shortest spelling of the nearest double is the number
// itself, so that nothing is lost between the two.
func holds(s string) error {
	if _, exp, found := strings.Cut(strings.ToLower(s), "e"); found {
		if n, err := strconv.Atoi(exp); err != nil || n > maxExponent || n < -maxExponent {
			return errInexact
		}
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsInf(f, 0) {
		return errInexact
	}
	want, ok1 := new(big.Rat).SetString(s)
	got, ok2 := new(big.Rat).SetString(strconv.FormatFloat(f, 'g', -1, 64))
	if !ok1 || !ok2 || want.Cmp(got) != 0 {
		return fmt.Errorf("%w: it would become %g", errInexact, f)
	}
	return nil
}
