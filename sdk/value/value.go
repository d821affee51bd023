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
//
//go:noinline
func (k Kind) String() string { return kindNames[k] }

// Value is one JSON value. The zero Value is absent: it stands for a member
// that is not there. Values are immutable but for [Value.Set]; copying one is
// cheap and shares what it holds.
//
// A Value is one pointer: WebAssembly passes structs through memory, and with
// the fields in the Value itself the code of a plugin is a third larger.
type Value struct{ n *node }

// node is what a Value points to. Most values are scalars, so what only arrays
// and objects need stands apart.
type node struct {
	kind Kind
	text string // a string's content, a number's literal, "true" or "false"
	*list
}

type list struct {
	items   []Value
	members []Member
}

// none is the list of every scalar.
var none list

// Member is one member of an object.
type Member struct {
	Key   string
	Value Value
}

// M makes a member; [Object] takes a list of them.
func M(key string, v Value) Member { return Member{key, v} }

// Null is the JSON null.
//
//go:noinline
func Null() Value { return literal(KindNull, "") }

// OrNull is v, or null where v is absent: for members that are always there.
//
//go:noinline
func OrNull(v Value) Value {
	if v.Exists() {
		return v
	}
	return Null()
}

// Bool is true or false.
//
//go:noinline
func Bool(b bool) Value {
	if b {
		return literal(KindBool, "true")
	}
	return literal(KindBool, "false")
}

// String is a JSON string. Bytes that are not UTF-8 are replaced with U+FFFD
// when it is written.
func String(s string) Value { return literal(KindString, s) }

// Int is a JSON number without a fraction.
//
//go:noinline
func Int(n int64) Value { return literal(KindNumber, strconv.FormatInt(n, 10)) }

//go:noinline
func literal(k Kind, text string) Value { return Value{&node{k, text, &none}} }

// Array is a JSON array. Without items it is [], never null.
//
//go:noinline
func Array(items ...Value) Value { return Value{&node{KindArray, "", &list{items: items}}} }

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
	v := object(make([]Member, 0, len(members)))
	for _, m := range members {
		v.n.set(m.Key, m.Value)
	}
	return v
}

//go:noinline
func object(members []Member) Value { return Value{&node{KindObject, "", &list{members: members}}} }

// Set gives the member key the value x, at its old place or else at the end.
// An absent x removes the member. Copies of v do not change. Set on anything
// but an object panics: that is a fault of the program, not of its input.
func (v *Value) Set(key string, x Value) {
	if v.Kind() != KindObject {
		panic("value: Set on " + v.Kind().String())
	}
	members := make([]Member, len(v.n.members), len(v.n.members)+1)
	copy(members, v.n.members)
	*v = object(members)
	v.n.set(key, x)
}

// set changes the node in place; only an object that nobody else has seen may
// be changed so.
func (n *node) set(key string, x Value) {
	for i := range n.members {
		if n.members[i].Key != key {
			continue
		}
		if x.n == nil {
			n.members = append(n.members[:i], n.members[i+1:]...)
		} else {
			n.members[i].Value = x
		}
		return
	}
	if x.n != nil {
		n.members = append(n.members, Member{key, x})
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
	if v.n == nil || w.n == nil {
		return v.n == w.n
	}
	a, b := v.n, w.n
	if a.kind != b.kind || a.text != b.text || len(a.items) != len(b.items) || len(a.members) != len(b.members) {
		return false
	}
	for i := range a.items {
		if !a.items[i].Equal(b.items[i]) {
			return false
		}
	}
	for _, m := range a.members {
		if !m.Value.Equal(w.Get(m.Key)) {
			return false
		}
	}
	return true
}
