package output

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/wslite/wslite/host/text"
)

// YAML writes a JSON document as YAML: the same keys in the same order, the
// same digits, and a string stays a string whatever it looks like. Characters
// that nobody sees are written as escapes.
func YAML(w io.Writer, doc []byte) error {
	d := json.NewDecoder(bytes.NewReader(doc))
	d.UseNumber()
	node, err := yamlOf(d)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if err := e.Encode(node); err != nil {
		return err
	}
	if err := e.Close(); err != nil {
		return err
	}
	_, err = w.Write(escapeHidden(b.Bytes()))
	return err
}

// yamlOf reads one JSON value. The encoder puts quotes where a string would be
// read as something else.
func yamlOf(d *json.Decoder) (*yaml.Node, error) {
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch x := t.(type) {
	case json.Delim:
		return yamlList(d, x)
	case string:
		n := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: x}
		if text.Hidden([]byte(x)) { // only between quotes there are escapes
			n.Style = yaml.DoubleQuotedStyle
		}
		return n, nil
	case json.Number:
		return &yaml.Node{Kind: yaml.ScalarNode, Value: x.String()}, nil
	case bool:
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: fmt.Sprint(x)}, nil
	}
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null", Value: "null"}, nil
}

// yamlList reads the members of an object or a list up to its end.
func yamlList(d *json.Decoder, begin json.Delim) (*yaml.Node, error) {
	n := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq"}
	if begin == '{' {
		n.Kind, n.Tag = yaml.MappingNode, "!!map"
	}
	for d.More() {
		item, err := yamlOf(d)
		if err != nil {
			return nil, err
		}
		n.Content = append(n.Content, item)
	}
	if len(n.Content) == 0 {
		n.Style = yaml.FlowStyle // {} and [] have no other form
	}
	_, err := d.Token()
	return n, err
}

// escapeHidden writes characters that nobody sees as escapes: the encoder lets
// some of them pass, and a terminal obeys them.
func escapeHidden(doc []byte) []byte {
	if !text.Hidden(doc) {
		return doc
	}
	out := make([]byte, 0, len(doc)+64)
	for _, r := range string(doc) {
		switch {
		case r == '\n' || !text.IsHidden(r):
			out = utf8.AppendRune(out, r)
		case r > 0xffff:
			out = fmt.Appendf(out, `\U%08X`, r)
		default:
			out = fmt.Appendf(out, `\u%04X`, r)
		}
	}
	return out
}
