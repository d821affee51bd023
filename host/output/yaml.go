package output

import (
	"bytes"
	"io"

	"go.yaml.in/yaml/v3"
)

// YAML writes a JSON document as YAML: the same keys in the same order, the
// same digits, and a string stays a string whatever it looks like.
func YAML(w io.Writer, doc []byte) error {
	var node yaml.Node
	if err := yaml.Unmarshal(doc, &node); err != nil { // JSON is YAML
		return err
	}
	block(&node)
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if err := e.Encode(&node); err != nil {
		return err
	}
	if err := e.Close(); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

// block takes JSON's brackets and quotes away. The encoder puts quotes back
// where a string would be read as something else.
func block(n *yaml.Node) {
	switch n.Kind {
	case yaml.MappingNode, yaml.SequenceNode:
		if len(n.Content) > 0 { // {} and [] have no other form
			n.Style = 0
		}
	case yaml.ScalarNode:
		if n.Tag == "!!str" {
			n.Style = 0
		}
	}
	for _, c := range n.Content {
		block(c)
	}
}
