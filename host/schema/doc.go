// Package schema checks a tool's arguments against its JSON Schema (2020-12)
// and reads them from the command line.
//
// It owns what a value of an argument may look like: the schema subset that
// plugins may use, the host's formats (dates, addresses, links, formulas),
// defaults, the reading of flags, and the messages that say which argument is
// wrong and what it may be. The assertions themselves are made by the library
// santhosh-tekuri/jsonschema. It never asks for confirmation, opens no file on
// its own (see Files) and runs no plugin.
//
// Start reading at Schema.Check, then Schema.Parse.
package schema
