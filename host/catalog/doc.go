// Package catalog knows which tools there are: their names, their places on
// the command line and the actions that they may resolve to.
//
// It owns the rules for names (a tool's name and its command path, an
// argument's flag) and refuses catalogs that break them or each other's
// names. It never looks into a tool's schema (host/schema does), holds no
// risk class (host/risk does) and runs no plugin. Start reading at Build.
package catalog
