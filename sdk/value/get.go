package value

import "strconv"

// Kind tells what v holds.
func (v Value) Kind() Kind { return v.kind }

// Exists is false for an absent value only; null exists.
func (v Value) Exists() bool { return v.kind != Absent }

// IsNull tells whether v is the JSON null.
func (v Value) IsNull() bool { return v.kind == KindNull }

// Get gives the member key of an object; absent where there is none, or where
// v is no object. Only the object's own members count: there is no prototype
// for a name like "constructor" to be found in.
func (v Value) Get(key string) Value {
	for i := range v.members {
		if v.members[i].Key == key {
			return v.members[i].Value
		}
	}
	return Value{}
}

// Has tells whether the object v has the member key, null included.
func (v Value) Has(key string) bool { return v.Get(key).kind != Absent }

// Text gives a string's content, and "" for everything else.
func (v Value) Text() string {
	if v.kind == KindString {
		return v.text
	}
	return ""
}

// AsString gives a string's content; ok is false for everything else.
func (v Value) AsString() (s string, ok bool) { return v.Text(), v.kind == KindString }

// IsTrue tells whether v is the JSON true.
func (v Value) IsTrue() bool { return v.kind == KindBool && v.text == "true" }

// AsBool gives a boolean; ok is false for everything else.
func (v Value) AsBool() (b, ok bool) { return v.IsTrue(), v.kind == KindBool }

// AsInt gives a number that has no fraction and fits 64 bits. Literals such as
// 5.0 and 5e0 are refused: JSON Schema calls them integers, so a tool that
// cares must normalise them first; the host does so for arguments.
func (v Value) AsInt() (n int64, ok bool) {
	if v.kind != KindNumber {
		return 0, false
	}
	n, err := strconv.ParseInt(v.text, 10, 64)
	return n, err == nil
}

// Number gives the literal of a number, as it was written; "" for everything
// else.
func (v Value) Number() string {
	if v.kind == KindNumber {
		return v.text
	}
	return ""
}

// Items gives an array's items; nil for everything else. The caller must not
// change them.
func (v Value) Items() []Value { return v.items }

// Members gives an object's members in order; nil for everything else. The
// caller must not change them.
func (v Value) Members() []Member { return v.members }

// Len is the number of items or members; 0 for everything else.
func (v Value) Len() int { return len(v.items) + len(v.members) }
