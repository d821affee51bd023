package plugin

import (
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/value"
)

// Request asks the host for one route. It can name no URL, host, header or
// token: the host builds and sends it, if the action may reach the route. The
// methods return a copy.
type Request struct{ v value.Value }

// To starts a request of the route with this id
// ("tasks.tasks.get").
//
//go:noinline
func To(route string) Request {
	return Request{value.Object(value.M("route", value.String(route)))}
}

func (r Request) in(part, name string, x value.Value) Request {
	if !x.Exists() {
		return r
	}
	members := r.v.Get(part)
	if !members.Exists() {
		members = value.Object()
	}
	members.Set(name, x)
	r.v.Set(part, members)
	return r
}

// Path sets a variable of the route's path. The host escapes it.
//
//go:noinline
func (r Request) Path(name, text string) Request { return r.in("path", name, value.String(text)) }

// Query sets a query parameter: a string, number or boolean, or an array of
// them where the route says that it may be repeated. An absent value leaves
// the parameter out.
//
//go:noinline
func (r Request) Query(name string, x value.Value) Request { return r.in("query", name, x) }

// Body is the JSON body.
//
//go:noinline
func (r Request) Body(x value.Value) Request { r.v.Set("body", x); return r }

// IfMatch makes the request conditional on this ETag; "" does not.
//
//go:noinline
func (r Request) IfMatch(etag string) Request {
	if etag != "" {
		r.v.Set("ifMatch", value.String(etag))
	}
	return r
}

// Keep names the fields of the answer that the plan wants to see, in Google's
// partial-response syntax: "items(id,title),nextPageToken". The host drops the
// rest before it calls the plan, which is many times cheaper than reading it
// in the guest.
//
//go:noinline
func (r Request) Keep(mask string) Request { r.v.Set("keep", value.String(mask)); return r }

// MaxText cuts each string of the answer to n UTF-16 units.
func (r Request) MaxText(n int) Request { r.v.Set("maxText", value.Int(int64(n))); return r }

// Tolerate lists the HTTP statuses of 400 and above that the plan handles
// itself. Any other one ends the call with the host's error.
func (r Request) Tolerate(statuses ...int) Request {
	list := make([]value.Value, len(statuses))
	for i, s := range statuses {
		list[i] = value.Int(int64(s))
	}
	r.v.Set("tolerate", value.Array(list...))
	return r
}

// Media uploads content of this type with the request: the segments, one after
// the other. At least one is needed.
func (r Request) Media(mimeType string, segments ...Segment) Request {
	r.v.Set("media", value.Object(
		value.M("mimeType", value.String(mimeType)),
		value.M("segments", list(segments, func(s Segment) value.Value { return s.v })),
	))
	return r
}

// Segment is one run of an upload.
type Segment struct{ v value.Value }

// Text is a segment of text.
func Text(s string) Segment { return Segment{value.Object(value.M("text", text(s)))} }

// Bytes is a segment of a blob's bytes as they are.
func Bytes(blob string) Segment { return Segment{value.Object(value.M("blob", value.String(blob)))} }

// Base64 is a segment of a blob's bytes in base64, in lines as mail wants them.
func Base64(blob string) Segment {
	return Segment{value.Object(value.M("blob", value.String(blob)), value.M("encoding", value.String("base64")))}
}

// Save keeps the answer's bytes with the host; see [abi.Save].
func (r Request) Save(s abi.Save) Request {
	v := value.Object(
		value.M("field", text(s.Field)),
		value.M("name", text(s.Name)),
		value.M("mimeType", text(s.MimeType)),
		value.M("md5", text(s.MD5)),
	)
	if s.MaxBytes != 0 {
		v.Set("maxBytes", value.Int(int64(s.MaxBytes)))
	}
	r.v.Set("save", v)
	return r
}

// DecodeMail has the host decode the parts of Gmail messages; see
// [abi.Decode].
func (r Request) DecodeMail() Request {
	r.v.Set("decode", value.Object(value.M("mail", value.Bool(true))))
	return r
}

// DecodeText has the host decode the answer's member "data" as this type.
func (r Request) DecodeText(contentType string) Request {
	r.v.Set("decode", value.Object(value.M("textOf", value.String(contentType))))
	return r
}

// ResourceKey sends the key of a link-shared Drive item; "" sends none.
func (r Request) ResourceKey(fileID, key string) Request {
	if key == "" {
		return r
	}
	return r.in("resourceKeys", fileID, value.String(key))
}

// TextOf and Base64Of stand in a result's data for the bytes of a blob. The
// host puts them there; see [abi.Content]. maxUnits of 0 does not cut.
func TextOf(blob string, maxUnits int) value.Value {
	v := value.Object(value.M("name", value.String(blob)), value.M("as", value.String("text")))
	if maxUnits != 0 {
		v.Set("maxUnits", value.Int(int64(maxUnits)))
	}
	return value.Object(value.M("$blob", v))
}

// Base64Of is TextOf for bytes of any kind.
func Base64Of(blob string) value.Value {
	return value.Object(value.M("$blob", value.Object(value.M("name", value.String(blob)), value.M("as", value.String("base64")))))
}
