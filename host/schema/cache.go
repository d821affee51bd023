package schema

import (
	"bytes"
	"sync"

	"github.com/wslite/wslite/sdk/abi"
)

// Cache compiles the schema of each tool once. The zero value is ready, and nil
// keeps nothing; any number of goroutines may use it. It holds a schema for each
// name, so it is bounded by the tools of whoever owns it.
type Cache struct {
	mu   sync.Mutex
	made map[string]cached
}

type cached struct {
	raw    abi.Raw
	schema *Schema
}

// Of is Compile for the schema of a tool with a name. A name whose schema is
// another one than before is compiled anew. Errors are not kept.
func (c *Cache) Of(name string, raw abi.Raw) (*Schema, error) {
	if c == nil {
		return Compile(raw)
	}
	c.mu.Lock()
	old, ok := c.made[name]
	c.mu.Unlock()
	if ok && bytes.Equal(old.raw, raw) {
		return old.schema, nil
	}
	s, err := Compile(raw)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.made == nil {
		c.made = map[string]cached{}
	}
	c.made[name] = cached{bytes.Clone(raw), s}
	return s, nil
}
