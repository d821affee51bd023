package plugin

import (
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/value"
)

// The coding of the ABI's types by hand: what encoding/json would do by
// reflection, for 1.4 MB less. A test fills every field of the types and
// compares with encoding/json, so a field can't be forgotten.

// text is a string that is left out where it is empty.
func text(s string) value.Value {
	if s == "" {
		return value.Value{}
	}
	return value.String(s)
}

// flag is a boolean that is left out where it is false.
func flag(b bool) value.Value {
	if !b {
		return value.Value{}
	}
	return value.Bool(true)
}

// sentences is a list of strings that is left out where it is empty.
func sentences(list []string) value.Value {
	if len(list) == 0 {
		return value.Value{}
	}
	return value.Strings(list)
}

func list[T any](items []T, encode func(T) value.Value) value.Value {
	out := make([]value.Value, len(items))
	for i, x := range items {
		out[i] = encode(x)
	}
	return value.Array(out...)
}

// optional is list, left out where it is empty.
func optional[T any](items []T, encode func(T) value.Value) value.Value {
	if len(items) == 0 {
		return value.Value{}
	}
	return list(items, encode)
}

// raw reads text that the plugin itself made; it is null where absent.
func raw(r abi.Raw) value.Value {
	if len(r) == 0 {
		return value.Null()
	}
	v, err := value.Parse(string(r))
	if err != nil {
		panic("plugin: JSON in the catalog: " + err.Error())
	}
	return v
}

func decodeClock(v value.Value) abi.Clock {
	return abi.Clock{
		Now:      v.Get("now").Text(),
		TimeZone: v.Get("timeZone").Text(),
		Nonce:    v.Get("nonce").Text(),
		Offsets:  decodeOffsets(v.Get("offsets")),
	}
}

func decodeOffsets(v value.Value) []abi.Offset {
	var out []abi.Offset
	for _, item := range v.Items() {
		minutes, _ := item.Get("minutes").AsInt()
		out = append(out, abi.Offset{From: item.Get("from").Text(), Minutes: int(minutes), Name: item.Get("name").Text()})
	}
	return out
}

func decodeResponses(v value.Value) []Response {
	var out []Response
	for _, item := range v.Items() {
		status, _ := item.Get("status").AsInt()
		r := Response{Status: int(status), Body: item.Get("body")}
		r.Blob = decodeBlob(item.Get("blob"))
		if e := item.Get("error"); e.Kind() == value.KindObject {
			r.Error = &abi.ResponseError{
				Code:    e.Get("code").Text(),
				Message: e.Get("message").Text(),
				Reason:  e.Get("reason").Text(),
			}
		}
		out = append(out, r)
	}
	return out
}

func decodeBlob(v value.Value) *abi.Blob {
	if v.Kind() != value.KindObject {
		return nil
	}
	return &abi.Blob{
		Blob:     v.Get("blob").Text(),
		Name:     v.Get("name").Text(),
		MimeType: v.Get("mimeType").Text(),
		Size:     whole(v.Get("size")),
		SHA256:   v.Get("sha256").Text(),
		Text:     v.Get("text").IsTrue(),
		Units:    whole(v.Get("units")),
	}
}

func decodeFiles(v value.Value) []abi.File {
	var out []abi.File
	for _, item := range v.Items() {
		out = append(out, abi.File{
			Arg:      item.Get("arg").Text(),
			Blob:     item.Get("blob").Text(),
			Name:     item.Get("name").Text(),
			MimeType: item.Get("mimeType").Text(),
			Size:     whole(item.Get("size")),
		})
	}
	return out
}

func whole(v value.Value) int {
	n, _ := v.AsInt()
	return int(n)
}

func encodeError(e *Error) value.Value {
	return value.Object(
		value.M("code", value.String(e.Code)),
		value.M("message", value.String(e.Message)),
		value.M("field", text(e.Field)),
	)
}

func encodeNext(n *Next) value.Value {
	if len(n.requests) > 0 || n.again {
		return value.Object(
			value.M("requests", optional(n.requests, func(r Request) value.Value { return r.v })),
			value.M("state", value.Object(
				value.M("step", value.String(n.name)),
				value.M("asked", value.Int(int64(len(n.requests)))),
				value.M("kept", n.state),
			)),
			value.M("progress", n.progress),
		)
	}
	data := n.data
	if !data.Exists() {
		data = value.Null()
	}
	result := value.Object(value.M("data", data), value.M("warnings", sentences(n.warnings)))
	if p := n.pagination; p != nil {
		result.Set("pagination", value.Object(
			value.M("nextPageToken", text(p.NextPageToken)),
			value.M("hasMore", value.Bool(p.HasMore)),
		))
	}
	return value.Object(value.M("result", result))
}
