// Package rehearsal runs every tool of the services that the embedded workspace
// has, end to end and in process: from the words of a command line to what is
// printed, on mails, events and files imported from examples/workspace.
//
// The tables of calls are in the files named after the services. Each call runs
// up to four times: without a yes where its class asks for one, as a dry run, on
// a copy of the workspace for a person at a terminal, and for a script. script.go
// says what each of them must show; testdata/keys holds the keys that
// workspace-lite gives, testdata/human what a person sees, for people to read:
// go test ./test/rehearsal -update writes it anew.
package rehearsal
