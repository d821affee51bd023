package risk

// Row is what a table says about one action.
type Row struct {
	// Class is the class without dynamic rules.
	Class Class
	// Routes are the ids of the routes that the action may reach. Empty
	// means none; a batch reaches what its operations reach.
	Routes []string
	// Weight is the cost in the proxies' rate budget: by class unless the
	// table states another.
	Weight int
	// Dynamic names the rule that may raise the class; may be empty.
	Dynamic string
	// Recipients are the parameters that hold mail addresses to whom
	// something goes out or is shared.
	Recipients []string
	// KnownRecipients says that with a list of allowed recipients a gated
	// call must name at least one.
	KnownRecipients bool
	// Granted says that an operator granted the row to a plugin: the host knows
	// nothing of its parameters and answers.
	Granted bool
	// Allow are the parameters that name resources, each compared with the
	// operator's list of its kind where one is set.
	Allow []Resource
}

// Kinds are the kinds of resources that tables may use, and with them the
// lists that an operator may set. It is closed, so that a slip of the pen in a
// table or in a policy is found instead of comparing nothing.
func Kinds() []string {
	return []string{"access", "calendars", "documents", "drives", "files", "folders",
		"presentations", "spreadsheets", "tasklists"}
}

// Resource is a parameter that names a resource.
type Resource struct {
	// Kind names the operator's list, one of Kinds. "access" is the audience
	// of a file that is shared, such as ANYONE.
	Kind string `toml:"kind"`
	// Param is the parameter.
	Param string `toml:"param"`
	// Default is what the service takes where the parameter is absent.
	Default string `toml:"default"`
	// Required refuses a call without the parameter (and without default)
	// while the list is set; otherwise such a call is not compared.
	Required bool `toml:"required"`
}

// file is the form of tables/<service>.toml. Unknown keys are errors.
type file struct {
	// Resources are named here once and used by the actions' allow.
	Resources map[string]Resource  `toml:"resources"`
	Actions   map[string]fileEntry `toml:"actions"`
}

type fileEntry struct {
	Class           Class    `toml:"class"`
	Routes          []string `toml:"routes"`
	Weight          int      `toml:"weight"`
	Dynamic         string   `toml:"dynamic"`
	Recipients      []string `toml:"recipients"`
	KnownRecipients bool     `toml:"knownRecipients"`
	Allow           []string `toml:"allow"`
}
