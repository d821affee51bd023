package address

import "github.com/wslite/wslite/sdk/text"

// maxLabel bounds one label of a domain, in bytes (RFC 1035).
const maxLabel = 63

// asciiDomain writes a domain as mail carries it: labels beyond ASCII in
// Punycode (RFC 3492). ok is false for what is no domain.
func asciiDomain(domain string) (string, bool) {
	var out []byte
	label := ""
	add := func() bool {
		a, ok := asciiLabel(label)
		out, label = append(out, a...), ""
		return ok
	}
	for _, r := range domain {
		switch {
		case r == '.':
			if !add() {
				return "", false
			}
			out = append(out, '.')
		case r == 0x3002 || r == 0xff0e || r == 0xff61:
			return "", false // other readers take these for dots: two hosts in one text
		case r < 0x80 && !text.IsLetter(byte(r)) && !text.IsDigit(byte(r)) && r != '-' && r != '_':
			return "", false
		default:
			label += string(r)
		}
	}
	if !add() || len(out) > 253 {
		return "", false
	}
	return string(out), true
}

func asciiLabel(label string) (string, bool) {
	basic := true
	for i := range len(label) {
		basic = basic && label[i] < 0x80
	}
	if !basic {
		label = "xn--" + punycode(text.Lower(label))
	}
	return label, label != "" && len(label) <= maxLabel && label[0] != '-' && label[len(label)-1] != '-'
}

// The parameters of Punycode for domains, RFC 3492 section 5.
const (
	puBase, puMin, puMax   = 36, 1, 26
	puSkew, puDamp, puBias = 38, 700, 72
)

// punycode encodes a label, RFC 3492 section 6.3.
func punycode(label string) string {
	runes := []rune(label)
	var out []byte
	for _, r := range runes {
		if r < 0x80 {
			out = append(out, byte(r))
		}
	}
	basic := len(out)
	if basic > 0 {
		out = append(out, '-')
	}
	n, delta, bias := rune(0x80), 0, puBias
	for done := basic; done < len(runes); n++ {
		next := rune(0x10ffff)
		for _, r := range runes {
			if r >= n && r < next {
				next = r
			}
		}
		delta += int(next-n) * (done + 1)
		n = next
		for _, r := range runes {
			if r < n {
				delta++
			}
			if r != n {
				continue
			}
			out = appendDelta(out, delta, bias)
			bias = adapt(delta, done+1, done == basic)
			delta = 0
			done++
		}
		delta++
	}
	return string(out)
}

// appendDelta writes one number as a generalised variable-length integer.
func appendDelta(out []byte, q, bias int) []byte {
	for k := puBase; ; k += puBase {
		t := min(max(k-bias, puMin), puMax)
		if q < t {
			return append(out, digit(q))
		}
		out = append(out, digit(t+(q-t)%(puBase-t)))
		q = (q - t) / (puBase - t)
	}
}

func digit(n int) byte {
	if n < 26 {
		return byte('a' + n)
	}
	return byte('0' + n - 26)
}

func adapt(delta, points int, first bool) int {
	if first {
		delta /= puDamp
	} else {
		delta /= 2
	}
	delta += delta / points
	k := 0
	for ; delta > (puBase-puMin)*puMax/2; k += puBase {
		delta /= puBase - puMin
	}
	return k + (puBase-puMin+1)*delta/(delta+puSkew)
}
