package worktools

// Where parts of the program are to come.
const (
	adapters = "host/backend/cli" // the services' own command lines, run as processes
	agents   = "host/mcp"
)

// part is what is still to come of a rule or scenario, and the folder that will
// hold it, or the file that begins it. Once that is there, there must be a test
// beside it. What is Microsoft's has no folder yet.
type part struct{ folder, what string }

// waiting are those of which all is to come: they mean nothing for Google's
// services, the records, the accounts or the files that are here.
var waiting = map[string]part{
	// Of adapters that run another program: its arguments, its environment, what
	// it prints and how it ends.
	"A2":  {adapters, "no download through another program"},
	"A4":  {adapters, "the arguments of a list of mails"},
	"A5":  {adapters, "the arguments of a mail, in their order"},
	"A7":  {adapters, "the arguments of an event"},
	"A9":  {adapters, "versions of gws, compared as numbers"},
	"A10": {adapters, "versions of CLI for Microsoft 365, compared as numbers"},
	"A12": {adapters, "paths of the other program and its configuration"},
	"A13": {adapters, "secrets of the environment stay here"},
	"A14": {adapters, "variables that the operator gives"},
	"A15": {adapters, "HOME is not given"},
	"A16": {adapters, "names and values that are none"},
	"A17": {adapters, "how many variables, how large"},
	"A18": {adapters, "one name in two cases"},
	"A23": {adapters, "how many run at once"},
	"A27": {adapters, "lines of JSON"},

	// Of Microsoft's services.
	"A64": {"", "addresses of SharePoint in the place of an item's"},
	"A65": {"", "the two ends of a calendar view"},

	// Nothing here looks into what it downloads, opens it or lets a plugin see it:
	// the bytes go to the file that was named.
	"A70": {"", "a scanner of downloads"},
}

// partly are those of which a part is here, and has a test, and another is to come.
var partly = map[string]part{
	// Of agents.
	"A3":   {agents, "the schemas that are listed"},
	"A30":  {agents, "nobody external, unless a line says so"},
	"A36":  {agents, "a change that waits is an answer, not an error"},
	"A49":  {agents, "the key in a request's metadata, and none among the arguments"},
	"A75":  {agents, "files outside of the folders that an agent may read"},
	"W122": {agents, "the key in a request's metadata"},
	"W150": {agents, "the folders that an agent may read; a person names any file"},

	// Of adapters that run another program: its arguments, its environment, what
	// it prints and how it ends.
	"A6":  {adapters, "a folder by name and by id at once"},
	"A8":  {adapters, "the limit of pages that the other program is given"},
	"A11": {adapters, "whether the other program is ready"},
	"A19": {adapters, "output in 20,000 pieces"},
	"A20": {adapters, "output without an end"},
	"A21": {adapters, "a program that does not end"},
	"A22": {adapters, "a call that is given up while the program runs"},
	"A24": {adapters, "the directory that it runs in"},
	"A25": {adapters, "output that is not JSON, and exit code 0"},
	"A26": {adapters, "no output at all"},
	"A28": {adapters, "pages as lines of JSON"},
	"A29": {adapters, "output that is nested too deep"},
	"A77": {adapters, "no token for the other program"},
	"A81": {adapters, "one configuration directory for two people"},

	// Of Microsoft's services.
	"A35":  {"", "links within the organization"},
	"A62":  {"", "requests to Graph"},
	"A67":  {"", "the address that tells how a copy goes on"},
	"A73":  {"", "downloads that Graph sends to another host"},
	"W164": {"", "links within the organization"},

	// Docs, Sheets and Slides run over proxies until they have plans.
	"A68": {"plugins/docs/plan.go", "one request of a fixed kind in a batchUpdate"},
}

// everywhere are the rules and scenarios that each of several parts could break
// for itself.
var everywhere = map[string][]string{
	"A33":  {"host/policy", "host/cli"},
	"A34":  {"host/policy", "host/cli"},
	"A37":  {"host/canon", "host/draft"},
	"A38":  {"host/draft", "host/invoke"},
	"A41":  {"host/draft", "host/invoke", "host/cli"},
	"A42":  {"host/invoke", "host/cli"},
	"A44":  {"host/draft", "host/invoke", "host/cli"},
	"A47":  {"host/draft", "host/cli"},
	"A48":  {"host/idempotency", "host/invoke"},
	"A50":  {"host/idempotency", "host/invoke"},
	"A51":  {"host/idempotency", "host/invoke"},
	"A52":  {"host/idempotency", "host/invoke"},
	"A53":  {"host/idempotency", "host/invoke"},
	"A54":  {"host/idempotency", "host/store/storetest"},
	"A56":  {"host/idempotency", "host/invoke", "host/store/storetest"},
	"A57":  {"host/idempotency", "host/store/storetest"},
	"A58":  {"host/idempotency", "host/store/storetest"},
	"A60":  {"host/store/storetest", "host/store/sqlite", "host/store/postgres"},
	"A61":  {"host/idempotency", "host/store/storetest"},
	"A83":  {"host/policy", "host/cli"},
	"W113": {"host/draft", "host/store/storetest"},
	"W121": {"host/draft"},
	"W130": {"host/idempotency", "host/store/storetest", "host/cli"},
	"W137": {"host/idempotency", "host/backend/rest", "host/backend/appsscript"},
	"W138": {"host/idempotency", "host/backend/rest"},
	"W148": {"host/blob", "host/backend/rest"},
	"W150": {"host/invoke", "host/cli"},
	"W161": {"host/policy", "host/cli"},
}
