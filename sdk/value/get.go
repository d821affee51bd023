package value

// Kind tells what v holds.
func (v Value) Kind() Kind {
	if v.n == nil {
		return Absent
	}
	return v.n.kind
}

// Exists is false for an absent value only; null exists.
func (v Value) Exists() bool { return v.n != nil }

// IsNull tells whether v is the JSON null.
//
//go:noinline
func (v Value) IsNull() bool { return v.Kind() == KindNull }

// Get gives the member key of an object; absent where there is none, or where
// v is no object. Only the object's own members count: there is no prototype
// for a name like "constructor" to be found in.
//
//go:noinline
func (v Value) Get(key string) Value {
	for _, m := range v.Members() {
		if m.Key == key {
			return m.Value
		}
	}
	return Value{}
}

// Has tells whether the object v has the member key, null included.
//
//go:noinline
func (v Value) Has(key string) bool { return v.Get(key).Exists() }

// textOf is the text of a node of this kind, "" for every other value.
//
//go:noinline
func (v Value) textOf(k Kind) string {
	if v.Kind() != k {
		return ""
	}
	return v.n.text
}

// Text gives a string's content, and "" for everything else.
//
//go:noinline
func (v Value) Text() string { return v.textOf(KindString) }

// AsString gives a string's content; ok is false for everything else.
//
//go:noinline
func (v Value) AsString() (s string, ok bool) { return v.Text(), v.Kind() == KindString }

// IsTrue tells whether v is the JSON true.
//
//go:noinline
func (v Value) IsTrue() bool { return v.textOf(KindBool) == "true" }

// AsBool gives a boolean; ok is false for everything else.
func (v Value) AsBool() (b, ok bool) { return v.IsTrue(), v.Kind() == KindBool }

// Number gives the literal of a number, as it was written; "" for everything
// else.
func (v Value) Number() string { return v.textOf(KindNumber) }

// AsInt gives a number that has no fraction and fits 64 bits. Literals such as
// 5.0 and 5e0 are refused: JSON Schema calls them integers, so a tool that
// cares must normalise them first; the host does so for arguments.
func (v Value) AsInt() (n int64, ok bool) {
	digits := v.Number()
	if digits == "" {
		return 0, false
	}
	negative := digits[0] == '-'
	if negative {
		digits = digits[1:]
	}
	// The sum is kept negative: there is one more negative number than there
	// are positive ones.
	for i := range len(digits) {
		c := int64(digits[i]) - '0'
		if c < 0 || c > 9 || n < (minInt+c)/10 {
			return 0, false
		}
		n = 10*n - c
	}
	if negative {
		return n, true
	}
	if n == minInt {
		return 0, false
	}
	return -n, true
}

const minInt = -1 << 63

// Items gives an array's items; nil for everything else. The caller must not
// change them.
func (v Value) Items() []Value {
	if v.n == nil {
		return nil
	}
	return v.n.items
}

// Map gives an array of what f makes of each item of an array; of anything else
// it is an empty array.
//
//go:noinline
func (v Value) Map(f func(Value) Value) Value {
	items := make([]Value, len(v.Items()))
	for i, item := range v.Items() {
		items[i] = f(item)
	}
	return Array(items...)
}

// Members gives an object's members in order; nil for everything else. The
// caller must not change them.
func (v Value) Members() []Member {
	if v.n == nil {
		return nil
	}
	return v.n.members
}

// Len is the number of items or members; 0 for everything else.
func (v Value) Len() int { return len(v.Items()) + len(v.Members()) }
