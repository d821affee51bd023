// Package query reads the search language of Drive's files.list and
// drives.list: terms such as name contains 'plan' or 'me' in owners, joined by
// and, or, not and parentheses.
//
// It is pure and knows no storage: Parse gives a tree of terms whose fields,
// operators and values are checked against a Language. As Google documents it,
// "and" and "or" have the same rank and are read from left to right.
//
// Start reading at Parse, then Files for what may be asked.
package query

import "time"

// Op is an operator of a term.
type Op string

// The operators. In has its value on the left: 'me' in owners.
const (
	Contains     Op = "contains"
	Equal        Op = "="
	NotEqual     Op = "!="
	Less         Op = "<"
	LessEqual    Op = "<="
	Greater      Op = ">"
	GreaterEqual Op = ">="
	In           Op = "in"
	Has          Op = "has"
)

// Expr is And, Or, Not or Term.
type Expr interface{ expr() }

// And holds where both hold.
type And struct{ Left, Right Expr }

// Or holds where one of both holds.
type Or struct{ Left, Right Expr }

// Not holds where X does not.
type Not struct{ X Expr }

// Term is one condition. Which of the values is set follows from the field's
// Kind.
type Term struct {
	Field string
	Op    Op
	Text  string
	Time  time.Time
	Bool  bool
	// Key is the property's name of a Has; Text is its value.
	Key string
}

func (And) expr()  {}
func (Or) expr()   {}
func (Not) expr()  {}
func (Term) expr() {}

// Kind is the type of a field's values.
type Kind int

// The kinds of fields.
const (
	Text Kind = iota
	Time
	Bool
	Pair // properties: has {key='k' and value='v'}
)

// Field is what a language lets ask of a field.
type Field struct {
	Kind Kind
	Ops  []Op
}

// Language is the fields by name.
type Language map[string]Field

var (
	ordered  = []Op{LessEqual, Less, Equal, NotEqual, Greater, GreaterEqual}
	equality = []Op{Equal, NotEqual}
	text     = []Op{Contains, Equal, NotEqual}
	member   = []Op{In}
	pair     = []Op{Has}
)

// Files is the language of files.list.
func Files() Language {
	return Language{
		"name": {Text, text}, "fullText": {Text, []Op{Contains}}, "mimeType": {Text, text},
		"modifiedTime": {Time, ordered}, "viewedByMeTime": {Time, ordered}, "createdTime": {Time, ordered},
		"trashed": {Bool, equality}, "starred": {Bool, equality}, "sharedWithMe": {Bool, equality},
		"parents": {Text, member}, "owners": {Text, member}, "writers": {Text, member}, "readers": {Text, member},
		"properties": {Pair, pair}, "appProperties": {Pair, pair},
		"visibility": {Text, equality}, "shortcutDetails.targetId": {Text, equality},
	}
}

// Drives is the language of drives.list.
func Drives() Language {
	return Language{"name": {Text, text}, "createdTime": {Time, ordered}, "hidden": {Bool, equality}}
}
