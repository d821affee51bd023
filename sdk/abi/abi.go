// Package abi holds the types of plugin ABI version 1: the JSON that crosses
// the border between the host and a plugin.
//
// Both sides use these types, so the package imports nothing: a plugin that
// links it pays no bytes for it, and the host decodes into it with
// encoding/json. Every field that is not marked optional must be present.
package abi

// Version is the ABI number that this package describes. A module that
// reports another number is refused; nothing is guessed.
const Version = 1

// The exports of a plugin. Each reads its input through Extism's kernel,
// writes its output there and returns 0. All four are pure: the same input
// gives the same output.
const (
	ExportCatalog   = "catalog"
	ExportTransform = "transform"
	ExportPlan      = "plan"
	ExportRender    = "render"
)

// Raw is one JSON value kept as text, so that numbers keep their digits and
// neither side has to model what it only passes on. The zero value stands for
// an absent value.
type Raw []byte

// MarshalJSON gives the text itself; an absent value is null.
func (r Raw) MarshalJSON() ([]byte, error) {
	if len(r) == 0 {
		return []byte("null"), nil
	}
	return r, nil
}

// UnmarshalJSON keeps a copy of the text.
func (r *Raw) UnmarshalJSON(b []byte) error {
	*r = append((*r)[:0], b...)
	return nil
}

// Catalog is the output of the export "catalog": what the plugin offers. It
// states no risk class; classes are the host's.
type Catalog struct {
	ABI      int    `json:"abi"`
	Service  string `json:"service"`
	Title    string `json:"title"`
	Provider string `json:"provider"`
	Version  string `json:"version"`
	Tools    []Tool `json:"tools"`
	// Requests is filled by third-party plugins only: what the plugin asks
	// the operator to grant.
	Requests []ActionRequest `json:"requests,omitempty"`
}

// Tool is one callable tool.
type Tool struct {
	// Name is the tool's MCP name, "<service>_<rest>", at most 60
	// characters of [a-z0-9_].
	Name string `json:"name"`
	// Title is a short label for people.
	Title string `json:"title,omitempty"`
	// Description tells a model and a person when to choose the tool, what
	// it returns and what needs confirmation.
	Description string `json:"description"`
	// Action is the action that the tool resolves to unless transform
	// chooses another of Actions.
	Action string `json:"action"`
	// Actions lists every action that transform may choose. Action is one
	// of them.
	Actions []string `json:"actions"`
	// Input is the JSON Schema 2020-12 of the arguments: an object with
	// additionalProperties false. At its top it may have $schema and $defs; a
	// $ref names one of these definitions, and nothing else.
	Input Raw `json:"input"`
	// Group is one of list, read, write, manage, send, share, batch or a
	// plugin's own word; help is grouped by it.
	Group string `json:"group"`
	// BatchEligible says that the action may stand in the service's batch.
	BatchEligible bool `json:"batchEligible,omitempty"`
	// IsBatchTool marks the service's batch tool: its arguments hold
	// "operations", a list of {action, params}.
	IsBatchTool bool `json:"isBatchTool,omitempty"`
	// RestOnly names arguments that only the REST backends can honour. A
	// proxy would ignore them in silence, so on one the host refuses a call
	// that sets any of them with NOT_SUPPORTED. Inside a batch the list of
	// the operation's own tool counts.
	RestOnly []string `json:"restOnly,omitempty"`
	// FileArgs names arguments that hold paths of local files: a string, or a
	// list of them. The host opens the files, and only REST backends can send
	// them, so each of them stands in RestOnly too. The plugin sees the path as
	// it was written and, in plan, a blob per file: never the bytes.
	FileArgs []string `json:"fileArgs,omitempty"`
	CLI      *CLI     `json:"cli,omitempty"`
	Output   *Output  `json:"output,omitempty"`
	Examples []string `json:"examples,omitempty"`
}

// CLI holds hints for the command line. All are optional.
type CLI struct {
	// Aliases maps another flag name to the argument it sets.
	Aliases map[string]string `json:"aliases,omitempty"`
	// Positionals names the arguments that plain words fill, in order.
	Positionals []string `json:"positionals,omitempty"`
	// FileInputs names string arguments whose value may be @file.
	FileInputs []string `json:"fileInputs,omitempty"`
	// JSONKeys names arguments that are read as JSON whatever their schema.
	JSONKeys []string `json:"jsonKeys,omitempty"`
	// AdvancedKeys names arguments that get no flag (only params-json).
	AdvancedKeys []string `json:"advancedKeys,omitempty"`
	// ParamsJSONOnly says that the tool has no flag per argument.
	ParamsJSONOnly bool `json:"paramsJsonOnly,omitempty"`
}

// Output says how the host shows a result to a person.
type Output struct {
	// Kind is "list" or "text".
	Kind string `json:"kind"`
	// ItemsKey names the array in data; data may also be the array itself.
	ItemsKey string `json:"itemsKey,omitempty"`
	// Noun is the singular word for one item ("task list"); Plural defaults
	// to the noun with an s.
	Noun    string   `json:"noun,omitempty"`
	Plural  string   `json:"plural,omitempty"`
	Columns []Column `json:"columns,omitempty"`
	// Hint is one sentence on what to do next, printed to stderr for people.
	Hint string `json:"hint,omitempty"`
	// Content says that the result holds the bytes of a file (see Content), which
	// a user may send to a file instead.
	Content bool `json:"content,omitempty"`
}

// Column is one column of a list's table.
type Column struct {
	// Key is a path in the item, with dots.
	Key   string `json:"key"`
	Title string `json:"title"`
	// Kind says how an RFC 3339 time is shown: "" as it is, "date" as its
	// calendar day as written, "time" to the minute in the user's zone. "size"
	// is a number of bytes, shown as 1.2 MB.
	Kind string `json:"kind,omitempty"`
	// Wide marks a column that a terminal's table leaves out unless there is
	// room for it or it is asked for.
	Wide bool `json:"wide,omitempty"`
}

// ActionRequest is what a third-party plugin asks to be granted for one
// action. The operator sees it and says yes or no; nothing else is reachable.
type ActionRequest struct {
	Action string `json:"action"`
	// Class is the class that the plugin proposes: read, write, send,
	// share, destructive or admin. Empty counts as destructive.
	Class  string  `json:"class"`
	Routes []Route `json:"routes,omitempty"`
}

// Route is one HTTP method of an API. The host's own routes come from
// Discovery documents; a third-party plugin states its routes here.
type Route struct {
	// ID is "<service>.<resource>.<method>".
	ID     string `json:"id"`
	Method string `json:"method"`
	// Host is the host name, with a port only where it is not 443.
	Host string `json:"host"`
	// Path is a template such as /v1/notes/{noteId}; a variable stands for
	// one whole segment.
	Path  string       `json:"path"`
	Query []QueryParam `json:"query,omitempty"`
	// Body says that the method takes a JSON body.
	Body bool `json:"body,omitempty"`
}

// QueryParam is one query parameter that a route accepts.
type QueryParam struct {
	Name string `json:"name"`
	// Type is string, integer, number or boolean.
	Type     string `json:"type"`
	Repeated bool   `json:"repeated,omitempty"`
	Required bool   `json:"required,omitempty"`
}

// Clock is the only time, zone and randomness that a plugin sees.
type Clock struct {
	// Now is the instant of the invocation, RFC 3339 with nanoseconds, UTC.
	Now string `json:"now"`
	// TimeZone is the user's IANA zone name, "UTC" where unknown.
	TimeZone string `json:"timeZone"`
	// Nonce is 32 hexadecimal digits, fresh for each invocation.
	Nonce string `json:"nonce"`
	// Offsets are the zone's for a year before Now and two after it, oldest
	// first, so that a module shows times without holding the zones of the
	// world. Before the first of them nothing is known.
	Offsets []Offset `json:"offsets,omitempty"`
}

// Offset is how far clocks in a zone are ahead of UTC, from an instant on.
type Offset struct {
	// From is the instant, RFC 3339, UTC.
	From    string `json:"from"`
	Minutes int    `json:"minutes"`
	// Name is what people call it, as CEST or +07.
	Name string `json:"name"`
}

// Error is a plugin's refusal. Code is one of the host's codes, as
// BAD_REQUEST; the message says what is wrong and what to do, and never
// repeats a secret.
type Error struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	// Field is the argument that is at fault, with dots and indexes
	// ("operations.0.params.due"); empty where no single one is.
	Field string `json:"field,omitempty"`
}

// TransformInput is the input of "transform". Args satisfy the tool's schema,
// with defaults filled in and confirm taken out.
type TransformInput struct {
	Tool  string `json:"tool"`
	Args  Raw    `json:"args"`
	Clock Clock  `json:"clock"`
	// Rest says that the action's plan gets Params. Without it a proxy does,
	// which has bounds of its own.
	Rest bool `json:"rest,omitempty"`
	// KeyKept says that the host keeps the call's idempotency key itself: a
	// repeat does not get as far as the plan, so there is nothing to warn of.
	KeyKept bool `json:"keyKept,omitempty"`
}

// TransformOutput is either Action and Params (with warnings), or Error alone.
type TransformOutput struct {
	Action   string   `json:"action,omitempty"`
	Params   Raw      `json:"params,omitempty"`
	Warnings []string `json:"warnings,omitempty"`
	// ProxyWarnings tell what an Apps Script proxy does otherwise than was
	// asked. The host shows them where it hands Params to a proxy, and nowhere
	// else.
	ProxyWarnings []string `json:"proxyWarnings,omitempty"`
	Error         *Error   `json:"error,omitempty"`
}

// PlanInput is the input of one step of "plan". The first step has neither
// State nor Responses; each later step gets back the state that the plugin
// returned and one response per request, in order.
type PlanInput struct {
	Action    string     `json:"action"`
	Params    Raw        `json:"params"`
	Clock     Clock      `json:"clock"`
	State     Raw        `json:"state,omitempty"`
	Responses []Response `json:"responses,omitempty"`
	// Files are the files that FileArgs name, in the order of the arguments. They
	// come with every step.
	Files []File `json:"files,omitempty"`
	// ToFile says that the bytes of the result (see Content) go to a file that
	// the user named: they may be binary then, and larger than an answer.
	ToFile bool `json:"toFile,omitempty"`
}

// File is a local file that an argument names. The host holds it open.
type File struct {
	// Arg is the argument's place: "file", "attachments.0".
	Arg string `json:"arg"`
	// Blob is the name by which a segment refers to the bytes.
	Blob string `json:"blob"`
	// Name is the base name, made safe for headers: no control characters, no
	// slash or backslash.
	Name string `json:"name"`
	// MimeType is guessed from name and content; application/octet-stream where
	// nothing is known.
	MimeType string `json:"mimeType"`
	Size     int    `json:"size"`
}

// PlanOutput is exactly one of: Requests (with State), Result, Error; or
// Progress with State, for a step that computed and wants to be asked again.
type PlanOutput struct {
	Requests []Request `json:"requests,omitempty"`
	State    Raw       `json:"state,omitempty"`
	Result   *Result   `json:"result,omitempty"`
	Error    *Error    `json:"error,omitempty"`
	// Progress tells whoever waits how far the action is; it may stand beside
	// Requests.
	Progress *Progress `json:"progress,omitempty"`
}

// Progress is how far an action is, in the plugin's own units. From the first
// step that tells any on, the host tells these in the place of its own count of
// requests. Values that do not grow are left out.
type Progress struct {
	Done int `json:"done"`
	// Total is 0 where it is not known.
	Total int `json:"total,omitempty"`
	// Message is one line for a person.
	Message string `json:"message,omitempty"`
}

// Request asks the host for one route. It can name no URL, host, header or
// token.
type Request struct {
	// Route is a route id that the action's row in the risk table lists.
	Route string `json:"route"`
	// Path holds the value of each variable in the route's path.
	Path map[string]string `json:"path,omitempty"`
	// Query holds query values: strings, numbers, booleans, or arrays of
	// them where the parameter is repeated. The host checks name and type.
	Query map[string]Raw `json:"query,omitempty"`
	// Body is the JSON body.
	Body Raw `json:"body,omitempty"`
	// IfMatch makes the request conditional on this ETag.
	IfMatch string `json:"ifMatch,omitempty"`
	// Keep projects the answer before the plugin sees it: a field mask in
	// Google's partial-response syntax ("items(id,title),nextPageToken").
	Keep string `json:"keep,omitempty"`
	// MaxText cuts each string of the answer to this many UTF-16 units; 0
	// leaves them whole.
	MaxText int `json:"maxText,omitempty"`
	// Tolerate lists HTTP statuses of 400 and above that the plan wants to
	// see as a response. Any other ends the call with the host's error, and so
	// does 500 and above on a route that changes something: whether the change
	// was made is the host's to tell.
	Tolerate []int `json:"tolerate,omitempty"`
	// Media is sent as the content of the resource: the request then goes to the
	// route's upload address, with Body as its metadata. Whether it goes in one
	// piece or resumably is the host's choice.
	Media *Media `json:"media,omitempty"`
	// Save keeps bytes of the answer with the host, as a blob.
	Save *Save `json:"save,omitempty"`
	// Decode has the host decode text natively before the plan sees it.
	Decode *Decode `json:"decode,omitempty"`
	// ResourceKeys are keys of link-shared Drive items, by file id. The host
	// sends them as Drive's header.
	ResourceKeys map[string]string `json:"resourceKeys,omitempty"`
}

// Media is content that a request uploads.
type Media struct {
	// MimeType is the content's type, parameters included.
	MimeType string `json:"mimeType"`
	// Segments follow each other without anything between. There is at least
	// one; an empty text is an empty file.
	Segments []Segment `json:"segments"`
}

// Segment is one run of an upload: a text, or a blob by name.
type Segment struct {
	Text string `json:"text,omitempty"`
	Blob string `json:"blob,omitempty"`
	// Encoding says how a blob is written: "" as it is, "base64" in lines of 76
	// characters that each end in CRLF, as mail wants it.
	Encoding string `json:"encoding,omitempty"`
}

// Save keeps bytes with the host.
type Save struct {
	// Field names a member of the JSON answer that holds base64url text (with or
	// without padding); it is taken out of the body. "" means that the answer
	// itself is the bytes; the plan then gets no body.
	Field string `json:"field,omitempty"`
	// Name is the file's name as the service knows it; untrusted.
	Name string `json:"name,omitempty"`
	// MimeType replaces the answer's Content-Type.
	MimeType string `json:"mimeType,omitempty"`
	// MaxBytes ends the call with LIMIT_EXCEEDED where there is more; 0 is the
	// host's own limit. It does not hold for bytes that go to a file.
	MaxBytes int `json:"maxBytes,omitempty"`
	// MD5 is the checksum, in hexadecimal, that the service gave before.
	MD5 string `json:"md5,omitempty"`
}

// Decode asks for native decoding. Exactly one member is set.
type Decode struct {
	// Mail decodes the parts of Gmail messages, wherever they stand in the
	// answer (objects with mimeType and body, below "payload"). In the body of a
	// text part without a file name, "data" becomes "text" in UTF-8 (by the
	// charset of the part's Content-Type header, else of its mimeType, else as
	// it looks), cut to MaxText, with "textUnits" (UTF-16 units before the cut)
	// and "charset". In every other body data becomes "blob".
	Mail bool `json:"mail,omitempty"`
	// TextOf is a content type such as "text/plain; charset=gb2312": the answer's
	// member "data" (base64url) becomes "text" and "textUnits" by it. Of a part of
	// a mail in Gmail it is taken only where an answer before, decoded with Mail in
	// the same action, showed the part as a text without a file name: what people
	// attach stays a blob.
	TextOf string `json:"textOf,omitempty"`
}

// Content is what stands in a result's data in the place of a blob's bytes: an
// object with the one member "$blob". The host puts the bytes there after
// render, so they never enter the sandbox; render sees a marker text. Where the
// bytes go to a file the member is left out, and "savedTo" beside it tells where:
// {path, size, sha256}.
type Content struct {
	Blob ContentOf `json:"$blob"`
}

// ContentOf says what of a blob stands in the result.
type ContentOf struct {
	// Name is the blob.
	Name string `json:"name"`
	// As is "text" or "base64" (the standard alphabet, padded).
	As string `json:"as"`
	// MaxUnits cuts text to this many UTF-16 units, between characters; 0 does
	// not cut.
	MaxUnits int `json:"maxUnits,omitempty"`
}

// Blob describes bytes that the host holds.
type Blob struct {
	// Blob is the name: segments and contents refer to it.
	Blob string `json:"blob"`
	Name string `json:"name,omitempty"`
	// MimeType is the type with its parameters, as the service gave it.
	MimeType string `json:"mimeType,omitempty"`
	Size     int    `json:"size"`
	// SHA256 is in hexadecimal.
	SHA256 string `json:"sha256"`
	// Text says that the bytes are text: in a charset that is stated or marked
	// by a BOM, else UTF-8 without NUL. Units is its length in UTF-16 units.
	Text  bool `json:"text,omitempty"`
	Units int  `json:"units,omitempty"`
}

// Response is the host's answer to one request.
type Response struct {
	Status int `json:"status"`
	// Body is the projected JSON body; absent where the body was empty.
	Body Raw `json:"body,omitempty"`
	// Blob is what Save kept.
	Blob *Blob `json:"blob,omitempty"`
	// Error tells a tolerated failure: the host's code, the service's
	// message and reason.
	Error *ResponseError `json:"error,omitempty"`
}

// ResponseError describes a tolerated failure.
type ResponseError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Reason  string `json:"reason,omitempty"`
}

// Result is the end of a plan.
type Result struct {
	Data       Raw         `json:"data"`
	Pagination *Pagination `json:"pagination,omitempty"`
	Warnings   []string    `json:"warnings,omitempty"`
}

// Pagination tells whether more items exist and the token for them.
type Pagination struct {
	NextPageToken string `json:"nextPageToken,omitempty"`
	HasMore       bool   `json:"hasMore"`
}

// RenderInput is the input of "render". Response is a successful envelope:
// {data, results?, pagination?, warnings?}. A batch of which some operations
// failed has its results beside data, else they are in it.
type RenderInput struct {
	Tool     string `json:"tool"`
	Args     Raw    `json:"args"`
	Clock    Clock  `json:"clock"`
	Response Raw    `json:"response"`
}

// RenderOutput is text for a person. An empty text means that the host should
// show the data its own way (a table where the tool has columns, else JSON).
type RenderOutput struct {
	Text string `json:"text"`
	// Content is shown after the text.
	Content []Item `json:"content,omitempty"`
	Error   *Error `json:"error,omitempty"`
}

// The types of an [Item].
const (
	ItemText     = "text"
	ItemImage    = "image"
	ItemAudio    = "audio"
	ItemResource = "resource"
)

// Item is something that render shows beside its text. It has the members that
// its type wants, and no others.
type Item struct {
	// Type is "text" (with Text), "image" or "audio" (with Data and MimeType), or
	// "resource" (with URI, MimeType, and one of Text and Data).
	Type string `json:"type"`
	Text string `json:"text,omitempty"`
	// Data is in base64, the standard alphabet, padded.
	Data string `json:"data,omitempty"`
	// MimeType of an image is image/png, image/jpeg, image/gif or image/webp, of
	// audio audio/wav, audio/mpeg or audio/ogg; the bytes must be that.
	MimeType string `json:"mimeType,omitempty"`
	// URI names what is embedded, in a scheme that is the plugin's service, as
	// notes://note/n1: it must not pass for a page, a file, or what is another's.
	URI string `json:"uri,omitempty"`
}
