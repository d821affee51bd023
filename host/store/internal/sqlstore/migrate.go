package sqlstore

import (
	"context"
	"strings"

	"github.com/wslite/wslite/host/fault"
)

// steps is the history of the schema, oldest first. The version of a database
// is the number of steps it has had, so a step that was released is never
// edited: a test compares it with a dump.
//
// Owners and keys are looked up by their digests: a key may be longer than an
// index takes. Times are milliseconds, 0 for none. A stamp is new with each
// write and tells a writer whose commit was cut off whether it was made.
var steps = []string{
	`
CREATE TABLE {claims} (
	id        {text} NOT NULL PRIMARY KEY, -- digest of owner and key
	owner     {text} NOT NULL,             -- digest of the owner
	tenant    {text} NOT NULL,
	account   {text} NOT NULL,
	"user"    {text} NOT NULL,
	principal {text} NOT NULL,
	"key"     {text} NOT NULL,
	operation {text} NOT NULL,
	tool      {text} NOT NULL,
	class     {text} NOT NULL,
	digest    {text} NOT NULL,
	status    {text} NOT NULL CHECK (status IN ('in_progress', 'completed', 'failed_retryable', 'failed_terminal', 'unknown')),
	attempt   {int} NOT NULL CHECK (attempt >= 1),
	version   {int} NOT NULL CHECK (version >= attempt),
	token     {text} NOT NULL CHECK ((status = 'in_progress') = (token <> '')),
	draft     {text} NOT NULL,
	resource  {text} NOT NULL,
	code      {text} NOT NULL CHECK ((status IN ('in_progress', 'completed')) = (code = '')),
	reference {text} NOT NULL,
	actor     {text} NOT NULL,
	stamp     {text} NOT NULL,
	created   {int} NOT NULL,
	updated   {int} NOT NULL,
	expires   {int} NOT NULL CHECK ((status = 'unknown') = (expires = 0))
){end};
CREATE INDEX claims_created ON {claims} (created);
CREATE INDEX claims_expires ON {claims} (status, expires);

CREATE TABLE {counts} (
	owner {text} NOT NULL, -- digest of the owner
	name  {text} NOT NULL,
	day   {text} NOT NULL,
	n     {int} NOT NULL CHECK (n >= 0),
	PRIMARY KEY (owner, name, day)
){end};

CREATE TABLE {drafts} (
	id        {text} NOT NULL PRIMARY KEY,
	owner     {text} NOT NULL,
	tenant    {text} NOT NULL,
	account   {text} NOT NULL,
	"user"    {text} NOT NULL,
	principal {text} NOT NULL,
	state     {text} NOT NULL CHECK (state <> ''),
	revision  {int} NOT NULL CHECK (revision >= 1),
	version   {int} NOT NULL CHECK (version >= 1),
	value     {bytes} NOT NULL,
	body      {text} NOT NULL, -- '' or a name in bodies
	stamp     {text} NOT NULL,
	created   {int} NOT NULL,
	updated   {int} NOT NULL,
	expires   {int} NOT NULL
){end};
CREATE INDEX drafts_created ON {drafts} (created);
CREATE INDEX drafts_expires ON {drafts} (expires);
CREATE INDEX drafts_body ON {drafts} (body);

CREATE TABLE {bodies} (
	name {text} NOT NULL PRIMARY KEY,
	data {bytes} NOT NULL,
	used {int} NOT NULL -- when it was last put or named
){end};
CREATE INDEX bodies_used ON {bodies} (used);
`,
}

// migrate brings the schema to the newest version. One that is up to date
// costs a query and is not written.
func (s *Store) migrate(ctx context.Context) error {
	var version int
	err := s.read(ctx, func(t *tx) (err error) {
		version, err = s.d.Version(t.ctx, t.r)
		return err
	})
	if err != nil || version == len(steps) {
		return err
	}
	if version > len(steps) {
		return fault.New(fault.StoreUnavailable,
			"%s has schema version %d, and this program knows versions up to %d.", s.d.Name, version, len(steps)).
			WithHint("use a newer program; nothing was changed")
	}
	if version == 0 && s.d.Create != nil {
		if err := s.repeat(ctx, func() error { return s.d.Create(ctx, s.db) }); err != nil {
			return err
		}
	}
	words := strings.NewReplacer(s.d.Types...)
	return s.write(ctx, func(t *tx) error {
		if err := s.d.Lock(t.ctx, t.r); err != nil {
			return err
		}
		// Another process may have done it while this one waited.
		have, err := s.d.Version(t.ctx, t.r)
		if err != nil || have >= len(steps) {
			return err
		}
		for _, step := range steps[have:] {
			if _, err := t.exec(words.Replace(step)); err != nil {
				return err
			}
		}
		return s.d.SetVersion(t.ctx, t.r, len(steps))
	}, nil)
}
