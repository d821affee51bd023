package audit

import (
	"iter"
	"time"
)

// Entry is a line of the log: the record and its place in the chain.
type Entry struct {
	Record
	// Seq counts the lines of the whole log, from 1.
	Seq int64 `json:"seq"`
	// Prev is the hash of the line before, Hash that of this one.
	Prev string `json:"prev"`
	Hash string `json:"hash"`
	// File is the name of its file, Line its number there, from 1.
	File string `json:"file"`
	Line int    `json:"line"`
}

// Filter narrows what Entries gives. The zero value gives all, the oldest first.
type Filter struct {
	// Since is the first instant, Until the first that is too late; zero is no
	// bound.
	Since, Until time.Time
	// The others, where not empty, must be equal; Tool may hold * for any run of
	// characters.
	Event, Service, Tool, Class, Status, Actor, Draft, Claim string
	// Newest gives the newest first.
	Newest bool
}

// Entries gives the lines of the log in dir. An error stands for a line that
// can't be read, and the reading goes on behind it; a directory that can't be
// read is the last one.
func Entries(dir string, f Filter) iter.Seq2[Entry, error] {
	return func(func(Entry, error) bool) {}
}
