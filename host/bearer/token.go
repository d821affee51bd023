package bearer

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"hash/crc32"
	"math/big"
	"strings"
)

// Prefix begins every token that wslite makes, so that people and scanners of
// repositories and logs know one when they see it.
const Prefix = "wsl_"

const (
	randomBytes = 32 // 256 bits
	randomChars = 43 // of base 62
	sumChars    = 6  // of base 62: the CRC-32 of what stands before
	tokenChars  = len(Prefix) + randomChars + sumChars
)

// alphabet has no character that a shell, a header or a word boundary minds: a
// double click takes the whole token.
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// newToken makes a token of 256 random bits.
func newToken() string {
	var b [randomBytes]byte
	rand.Read(b[:])
	return form(b)
}

func form(b [randomBytes]byte) string {
	body := Prefix + base62(new(big.Int).SetBytes(b[:]), randomChars)
	return body + checksum(body)
}

// formed says whether a word has the form of our tokens. Its checksum tells one
// that was cut off or mistyped from one that was taken back, and lets a scanner
// report no chance find; it proves nothing.
func formed(s string) bool {
	return len(s) == tokenChars && strings.HasPrefix(s, Prefix) && strings.Trim(s[len(Prefix):], alphabet) == "" &&
		checksum(s[:tokenChars-sumChars]) == s[tokenChars-sumChars:]
}

func checksum(body string) string {
	return base62(new(big.Int).SetUint64(uint64(crc32.ChecksumIEEE([]byte(body)))), sumChars)
}

// base62 writes a number with leading zeros.
func base62(n *big.Int, width int) string {
	out, digit, base := make([]byte, width), new(big.Int), big.NewInt(int64(len(alphabet)))
	n = new(big.Int).Set(n)
	for i := width - 1; i >= 0; i-- {
		n.DivMod(n, base, digit)
		out[i] = alphabet[digit.Int64()]
	}
	return string(out)
}

// hash is all that is kept of a token. It is of 256 random bits, so nothing slow
// is needed to keep it from being guessed.
func hash(token string) [sha256.Size]byte { return sha256.Sum256([]byte(token)) }

// newID makes the name by which a person tells a token from others. It says
// nothing of the token.
func newID() string {
	var b [8]byte
	rand.Read(b[:])
	const letters = "abcdefghjkmnpqrstvwxyz0123456789"
	n, out := binary.BigEndian.Uint64(b[:]), make([]byte, 8)
	for i := range out {
		out[i] = letters[n%32]
		n /= 32
	}
	return "t-" + string(out)
}
