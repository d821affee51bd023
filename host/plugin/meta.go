package plugin

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/sdk/abi"
)

// Meta is the file that lies beside a module, <service>.json: what is known of
// the module without running it.
type Meta struct {
	Service        string       `json:"service"`
	OriginalDigest string       `json:"originalDigest"`
	Digest         string       `json:"digest"`
	CatalogDigest  string       `json:"catalogDigest"`
	Catalog        *abi.Catalog `json:"catalog"`
}

// Encode gives the file's content: the same bytes for the same value.
func (m *Meta) Encode() ([]byte, error) {
	b, err := json.Marshal(m)
	if err != nil {
		return nil, fault.Wrap(err, fault.PluginFault, "the catalog of %s can't be written as JSON", m.Service)
	}
	return append(b, '\n'), nil
}

// DecodeMeta reads the file's content. It checks the form, not the digests.
func DecodeMeta(b []byte) (*Meta, error) {
	var m Meta
	if err := strict(b, &m); err != nil {
		return nil, err
	}
	if m.Catalog == nil || m.Service == "" || m.Catalog.Service != m.Service {
		return nil, errIncomplete
	}
	return &m, nil
}

var errIncomplete = fault.New(fault.PluginChanged, "service or catalog is missing")

// strict decodes one JSON value without unknown keys and with nothing behind.
func strict(b []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return fault.New(fault.PluginChanged, "something follows the JSON value")
	}
	return nil
}

// digest is SHA-256 in hexadecimal.
func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// catalogDigest is the digest of a catalog's JSON, without blanks between
// values: the same whether it came from the module or from a file.
func catalogDigest(c *abi.Catalog) (string, error) {
	b, err := json.Marshal(c)
	if err != nil {
		return "", fault.Wrap(err, fault.PluginFault, "the catalog of %q can't be written as JSON", c.Service)
	}
	return digest(b), nil
}
