package gmailapi

import (
	"database/sql"
	"encoding/json"
	"errors"

	"github.com/wslite/wslite/host/backend/local/store"
)

// readSetting reads a stored resource into a value that holds the default.
func readSetting(tx *store.Tx, name string, into any) error {
	var text string
	err := tx.QueryRow(`SELECT value FROM mail_settings WHERE name = ?`, name).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return json.Unmarshal([]byte(text), into)
}

func writeSetting(tx *store.Tx, name string, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	_, err = tx.Exec(`INSERT OR REPLACE INTO mail_settings (name, value) VALUES (?, ?)`, name, string(data))
	return err
}
