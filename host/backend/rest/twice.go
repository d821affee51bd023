package rest

import (
	"bytes"
	"encoding/json"
)

// fewKeys is up to how many keys an object's keys are compared one by one.
const fewKeys = 16

// keyTwice says whether an object in valid JSON names a key twice: two readers
// could then see two different answers. It builds no value, since most answers
// go on to a plugin as they are.
func keyTwice(doc []byte) bool {
	var open []keys // objects and lists around the place
	isKey := false  // the next string is a key
	for i := 0; i < len(doc); i++ {
		switch doc[i] {
		case '{':
			open = append(open, keys{object: true})
			isKey = true
		case '[':
			open = append(open, keys{})
			isKey = false
		case '}', ']':
			open = open[:len(open)-1]
		case ',':
			isKey = open[len(open)-1].object
		case '"':
			end := i + 1
			for doc[end] != '"' {
				if doc[end] == '\\' {
					end++
				}
				end++
			}
			if isKey && open[len(open)-1].add(doc[i:end+1]) {
				return true
			}
			isKey = false
			i = end
		}
	}
	return false
}

// keys are those of one open object.
type keys struct {
	object bool
	few    [][]byte
	many   map[string]bool // used above fewKeys
}

// add notes a key, given with its quotes, and says whether it was there.
func (k *keys) add(quoted []byte) bool {
	name := quoted[1 : len(quoted)-1]
	if bytes.IndexByte(name, '\\') >= 0 {
		var s string
		if json.Unmarshal(quoted, &s) == nil {
			name = []byte(s)
		}
	}
	if k.many != nil {
		twice := k.many[string(name)]
		k.many[string(name)] = true
		return twice
	}
	for _, other := range k.few {
		if bytes.Equal(other, name) {
			return true
		}
	}
	if k.few = append(k.few, name); len(k.few) > fewKeys {
		k.many = make(map[string]bool, 4*fewKeys)
		for _, other := range k.few {
			k.many[string(other)] = true
		}
	}
	return false
}
