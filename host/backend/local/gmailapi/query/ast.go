package query

// Expr is a node: All, Any, Not, Text, Label, Has, Date, Size or MessageID.
type Expr interface{ expr() }

// All matches what each of its terms matches; an empty one matches everything.
type All []Expr

// Any matches what one of its terms matches; it is never empty.
type Any []Expr

// Not matches what X does not.
type Not struct{ X Expr }

// Field is where a Text is looked for.
type Field string

// The fields. To is every recipient, as Gmail has it.
const (
	Anywhere    Field = ""
	From        Field = "from"
	To          Field = "to"
	Cc          Field = "cc"
	Bcc         Field = "bcc"
	Subject     Field = "subject"
	List        Field = "list"
	DeliveredTo Field = "deliveredto"
	Filename    Field = "filename"
)

// Text is words that stand next to each other.
type Text struct {
	Field  Field
	Phrase string
}

// Label is a label as the query names it, after label:, in:, is: or category:
// (Op without the colon).
type Label struct{ Op, Name string }

// Has is what a message contains, in lower case.
type Has struct{ What string }

// Date is a bound of the message's date: before At (excluded), or from At on.
type Date struct {
	Before bool
	At     int64 // Unix milliseconds
}

// Size is a bound of the message's size.
type Size struct {
	Larger bool
	Bytes  int64
}

// MessageID is the value of the Message-ID header without brackets.
type MessageID struct{ ID string }

func (All) expr()       {}
func (Any) expr()       {}
func (Not) expr()       {}
func (Text) expr()      {}
func (Label) expr()     {}
func (Has) expr()       {}
func (Date) expr()      {}
func (Size) expr()      {}
func (MessageID) expr() {}
