package plugin

import "github.com/wslite/wslite/sdk/value"

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
