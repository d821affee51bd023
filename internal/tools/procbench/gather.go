package main

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	_ "modernc.org/sqlite" // the driver by which the claims are put in

	"github.com/wslite/wslite/host/audit"
	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/host/store/sqlite"
)

// gather fills the records, as some years would.
func (b bench) gather(o options) error {
	state := filepath.Join(b.home, ".local", "state", "wslite")
	path := filepath.Join(state, "records.db")
	if err := gatherDrafts(path, o.drafts); err != nil {
		return err
	}
	if err := gatherClaims(path, o.claims); err != nil {
		return err
	}
	return gatherLines(filepath.Join(state, "audit"), o.lines)
}

var benchOwner = store.Owner{Tenant: "appsscript:bench"}

// gatherDrafts stores drafts that wait. One in ten holds a payload of 200 KB,
// which lies outside its record.
func gatherDrafts(path string, n int) error {
	s, err := sqlite.Open(context.Background(), path, sqlite.Options{})
	if err != nil {
		return err
	}
	defer s.Close()
	drafts, err := draft.New(s, draft.Options{})
	if err != nil {
		return err
	}
	for i := range n {
		size := 2 << 10
		if i%10 == 0 {
			size = 200 << 10
		}
		args := map[string]any{"to": "bo@example.com", "subject": fmt.Sprintf("mail %d", i), "body": strings.Repeat("x", size-10) + fmt.Sprintf("%010d", i)}
		_, err := drafts.Create(context.Background(), draft.NewDraft{Owner: benchOwner, Author: "ana@laptop", FrontEnd: "cli", Payload: draft.Payload{
			Service: "gmail", Tool: "gmail_send", Action: "send", Class: risk.Send, Args: args, Params: args, Backend: "appsscript", Profile: "default",
			Recipients: []draft.Recipient{{Address: "bo@example.com"}}, Changes: []string{"sends a mail"},
		}})
		if err != nil {
			return err
		}
	}
	return nil
}

func claimKey(i int) string { return fmt.Sprintf("bench-%06d", i) }

// gatherClaims puts ended claims in, half of them past their time, and ten that
// are unknown; in one transaction, since to begin each of them would take minutes.
func gatherClaims(path string, n int) error {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return err
	}
	defer db.Close()
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	insert, err := tx.Prepare(`INSERT INTO claims (id, owner, tenant, account, "user", principal, "key", operation, tool, class, digest,
			status, attempt, version, token, draft, resource, code, reference, actor, stamp, created, updated, expires)
		VALUES (?1, ?2, ?3, '', '', '', ?4, 'gmail.send', 'gmail_send', 'send', ?5, ?6, 1, 2, '', '', '', ?7, '', 'ana@laptop', ?1, ?8, ?8, ?9)`)
	if err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(benchOwner.Key()))
	owner, digest := hex.EncodeToString(sum[:]), "sha256:"+strings.Repeat("0", 64)
	now := time.Now()
	for i := range n {
		created := now.Add(-time.Duration(n-i) * time.Second)
		status, code, expires := store.Completed, "", now.Add(time.Hour)
		switch {
		case i < 10:
			status, code, expires = store.Unknown, store.CodeExpired, time.UnixMilli(0)
		case i%2 == 0:
			expires = now.Add(-time.Hour)
		}
		if _, err := insert.Exec(store.RecordID(benchOwner, claimKey(i)), owner, benchOwner.Tenant, claimKey(i), digest,
			string(status), code, created.UnixMilli(), expires.UnixMilli()); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// gatherLines writes lines of calls that have ended: none of them waits for the
// disk.
func gatherLines(dir string, n int) error {
	log, err := audit.Open(audit.Options{Dir: dir})
	if err != nil {
		return err
	}
	defer log.Close()
	for i := range n {
		if err := log.Append(context.Background(), audit.Record{
			Event: audit.Outcome, Tenant: benchOwner.Tenant, Actor: "ana@laptop", FrontEnd: "cli", Profile: "default",
			Service: "gmail", Tool: "gmail_send", Action: "send", Class: "send", Digest: "sha256:" + strings.Repeat("0", 64), Decision: "allow",
			Claim: store.RecordID(benchOwner, claimKey(i))[:16], Attempt: 1, Backend: "appsscript", Status: "ok", DurationMS: 120,
		}); err != nil {
			return err
		}
	}
	return nil
}
