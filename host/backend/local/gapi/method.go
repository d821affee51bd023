package gapi

import (
	"context"
	"net/http"
)

// Type is the type of a query parameter, named as in Discovery.
type Type string

// The types that Discovery documents use in queries.
const (
	String  Type = "string"
	Integer Type = "integer" // int32
	Boolean Type = "boolean"
)

// Param is a query parameter of a method.
type Param struct {
	Name string
	Type Type
	// Repeated says that it may stand several times; Query.All gives the values.
	Repeated bool
}

// Method is one method of an API.
type Method struct {
	// ID is the Discovery id, such as tasks.tasks.list.
	ID string
	// HTTP is the HTTP method.
	HTTP string
	// Path is the Discovery path: no leading slash, {name} for one segment.
	Path string
	// Query lists the parameters besides Google's system parameters.
	Query []Param
	// Body is a value of the type whose JSON names a request body may have;
	// nil for a method without one.
	Body any
	// MaxBody is the largest JSON body in bytes; 0 means MaxBody.
	MaxBody int64
	// Resource is what error messages call the body, such as task.
	Resource string
	// Result is a value of the response's type, whose JSON names a partial
	// response may choose; nil for a method that answers 204.
	Result any
	// Default chooses the fields of an answer where the client chose none, in
	// the syntax of a partial response; "" means all.
	Default string
	// Upload says that the method takes content (mediaUpload in Discovery): it is
	// then served below /upload/ as well, where Call.Media is set. uploadType is
	// media, multipart or resumable.
	Upload bool
	// MaxUpload is the largest content in bytes; 0 means no limit.
	MaxUpload int64
	// Accept is the type of content that the method takes, such as
	// message/rfc822 or message/*; "" takes any.
	Accept string
	// Check refuses an upload before its content is taken in, as far as it can
	// be told by then; nil checks nothing. Serve decides all the same.
	Check func(ctx context.Context, c *Call) error
	// Download answers a request with alt=media; nil where the method has no
	// content. A method whose answer is content always (drive.files.export) has
	// no Serve.
	Download func(ctx context.Context, c *Call) (*Content, error)
	// Serve runs the method. It returns a value of Result's type or nil. An
	// error that is no *Error becomes 500 or 503, without its text.
	Serve func(ctx context.Context, c *Call) (any, error)
}

// Call is one request to a method, checked and decoded.
type Call struct {
	// Path holds the decoded path values.
	Path map[string]string
	// Query holds the values that were given.
	Query Query
	// Body is the decoded object of a method that has one; never nil then.
	Body Body
	// Header is the request's.
	Header http.Header
	// Media is the content that came with the request; nil without any.
	Media *Media

	fields *selection
}

// Selects says whether the client will see a field of the result, given by the
// names that lead to it: a method may leave out what costs time to find.
func (c *Call) Selects(path ...string) bool {
	at := c.fields
	for _, name := range path {
		if at == nil || at.all {
			return true
		}
		if at = at.names[name]; at == nil {
			return false
		}
	}
	return true
}

// Tagged is a result with an entity tag; the service sends it as header and
// answers If-None-Match by it.
type Tagged interface{ EntityTag() string }
