package driveapi

import (
	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// readProperties reads properties or appProperties; null removes one.
func readProperties(tree map[string]any, name string) (map[string]*string, error) {
	given, ok := tree[name].(map[string]any)
	if !ok {
		return nil, nil
	}
	out := make(map[string]*string, len(given))
	for key, v := range given {
		if key == "" {
			return nil, gapi.Invalid("Invalid value at 'file.%s': a key is empty.", name)
		}
		if v == nil {
			out[key] = nil
			continue
		}
		s := v.(string) // checked by Tree
		if n := len(key) + len(s); n > maxPropertiesBytes {
			return nil, gapi.Invalid("Invalid value at 'file.%s': key and value have %d bytes in UTF-8, the maximum is %d.", name, n, maxPropertiesBytes)
		}
		out[key] = &s
	}
	return out, nil
}

// setProperties writes what an edit says and checks how many there are then.
func (f *fileRow) setProperties(tx *store.Tx, properties [2]map[string]*string) error {
	for private, all := range properties {
		for key, value := range all {
			query, args := `INSERT OR REPLACE INTO file_properties (file, private, key, value) VALUES (?, ?, ?, ?)`, []any{f.seq, private, key, value}
			if value == nil {
				query, args = `DELETE FROM file_properties WHERE file = ? AND private = ? AND key = ?`, []any{f.seq, private, key}
			}
			if _, err := tx.Exec(query, args...); err != nil {
				return err
			}
		}
		var n int
		if err := tx.QueryRow(`SELECT count(*) FROM file_properties WHERE file = ? AND private = ?`, f.seq, private).Scan(&n); err != nil {
			return err
		}
		if n > maxPropertiesKind && len(all) > 0 {
			return forbidden("propertiesLimitExceeded", "The file has too many properties.")
		}
	}
	return nil
}

// propertiesOf reads both kinds.
func propertiesOf(tx *store.Tx, seq int64) (out [2]map[string]string, err error) {
	rows, err := tx.Query(`SELECT private, key, value FROM file_properties WHERE file = ?`, seq)
	if err != nil {
		return out, err
	}
	defer rows.Close()
	for rows.Next() {
		var private int
		var key, value string
		if err := rows.Scan(&private, &key, &value); err != nil {
			return out, err
		}
		if out[private] == nil {
			out[private] = map[string]string{}
		}
		out[private][key] = value
	}
	return out, rows.Err()
}
