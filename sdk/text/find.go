package text

// HasPrefix tells whether s begins with prefix.
//
//go:noinline
func HasPrefix(s, prefix string) bool { return len(s) >= len(prefix) && s[:len(prefix)] == prefix }

// Index is the place of the first part in s, -1 where there is none. It is meant
// for short parts: package strings is quicker, and 50 KB.
//
//go:noinline
func Index(s, part string) int {
	for i := 0; i+len(part) <= len(s); i++ {
		if s[i:i+len(part)] == part {
			return i
		}
	}
	return -1
}
