package risk

// Why says in a sentence without a full stop where the class of a call comes
// from. It repeats no parameter.
func (t *Tables) Why(service, action string, params map[string]any) string {
	row, known := t.Row(service, action)
	class := t.Resolve(service, action, params)
	switch {
	case !known:
		return "no table knows the action, so it counts as " + string(class)
	case action == Batch && class == Admin:
		return "the batch mixes operations of several gated classes"
	case action == Batch:
		return "it is the highest class of the batch's operations"
	case class != row.Class:
		return "the action is a " + string(row.Class) + ", and " + raises[row.Dynamic]
	case row.Granted:
		return "the plugin was granted the action with it"
	}
	return "the table of " + service + " says so"
}

// raises are words for the dynamic rules.
var raises = map[string]string{
	"forwardsMail":   "this one forwards later mail",
	"answersMail":    "this one may answer later mail",
	"notifiesGuests": "this one mails the guests",
}
