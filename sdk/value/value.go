// Package value is the JSON of a plugin: a small value type with a strict
// reader and a writer.
//
// A plugin does not link encoding/json: that package adds 1.4 MB to a module,
// and a module's size decides how long the host takes to load it. This one
// adds about 30 KB. It keeps numbers as text, so no digit is lost, and keeps
// the order of an object's members, so the same input gives the same output.
//
// The package never guesses: text that is not JSON, not UTF-8, nested too
// deeply or that names a member twice is refused. Start reading at [Value],
// then [Parse] and [Value.Append].
package value

import "strconv"

// Kind tells what a [Value] holds.
type Kind uint8

// The kinds. Absent is the zero value: what a missing member reads as.
const (
	Absent Kind = iota
	KindNull
	KindBool
	KindNumber
	KindString
	KindArray
	KindObject
)

var kindNames = [...]string{"nothing", "null", "a boolean", "a number", "a string", "an array", "an object"}

// String names the kind as a message to a person does: "a string".
func (k Kind) String() string { return kindNames[k] }

// Value is one JSON value. The zero Value is absent: it stands for a member
// that is not there. Values are immutable but for [Value.Set]; copying one is
// cheap and shares what it holds.
type Value struct {
	kind    Kind
	text    string // a string's content, a number's literal, "true" or "false"
	items   []Value
	members []Member
}

// Member is one member of an object.
type Member struct {
	Key   string
	Value Value
}

// M makes a member; [Object] takes a list of them.
func M(key string, v Value) Member { return Member{key, v} }

// Null is the JSON null.
func Null() Value { return Value{kind: KindNull} }

// Bool is true or false.
func Bool(b bool) Value {
	if b {
		return Value{kind: KindBool, text: "true"}
	}
	return Value{kind: KindBool, text: "false"}
}

// String is a JSON string. Bytes that are not UTF-8 are replaced with U+FFFD
// when it is written.
func String(s string) Value { return Value{kind: KindString, text: s} }

// Int is a JSON number without a fraction.
func Int(n int64) Value { return Value{kind: KindNumber, text: strconv.FormatInt(n, 10)} }

// Array is a JSON array. Without items it is [], never null.
func Array(items ...Value) Value { return Value{kind: KindArray, items: items} }

// Strings is an array of strings.
func Strings(list []string) Value {
	items := make([]Value, len(list))
	for i, s := range list {
		items[i] = String(s)
	}
	return Array(items...)
}

// Object is a JSON object with these members in this order. Absent members
// are left out; of two members with the same key the later one counts.
func Object(members ...Member) Value {
	v := Value{kind: KindObject, members: make([]Member, 0, len(members))}
	for _, m := range members {
		v.Set(m.Key, m.Value)
	}
	return v
}

// Set gives the member key the value x, at its old place or else at the end.
// An absent x removes the member. Set on anything but an object panics: that
// is a fault of the program, not of its input.
func (v *Value) Set(key string, x Value) {
	if v.kind != KindObject {
		panic("value: Set on " + v.kind.String())
	}
	for i := range v.members {
		if v.members[i].Key != key {
			continue
		}
		members := make([]Member, 0, len(v.members))
		members = append(members, v.members[:i]...)
		if x.kind != Absent {
			members = append(members, Member{key, x})
		}
		v.members = append(members, v.members[i+1:]...)
		return
	}
	if x.kind != Absent {
		// A full slice expression: a copy of v must not see the new member.
		v.members = append(v.members[:len(v.members):len(v.members)], Member{key, x})
	}
}

// Without gives a copy of an object that lacks these members.
func (v Value) Without(keys ...string) Value {
	for _, k := range keys {
		v.Set(k, Value{})
	}
	return v
}

// Equal tells whether two values are the same JSON. The order of members does
// not count; numbers are compared by their literal.
func (v Value) Equal(w Value) bool {
	if v.kind != w.kind || v.text != w.text || len(v.items) != len(w.items) || len(v.members) != len(w.members) {
		return false
	}
	for i := range v.items {
		if !v.items[i].Equal(w.items[i]) {
			return false
		}
	}
	for _, m := range v.members {
		if !m.Value.Equal(w.Get(m.Key)) {
			return false
		}
	}
	return true
}
