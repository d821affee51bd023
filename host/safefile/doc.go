// Package safefile reads and writes files that wslite's safety rests on: the
// configuration, the plugin lock and stored modules.
//
// A file is trusted only if nobody but its owner, who is this user or root,
// can change it or swap it for another: the file, every directory on the way
// to it and every symbolic link among them are checked. Writes are atomic: a
// reader sees the old bytes or the new ones, whatever happens in between.
//
// The package never widens a permission and never repairs one; it says what
// is wrong and how to set it right. On systems without Unix owners and modes
// (Windows) the ownership checks do nothing.
//
// Start reading at Read.
package safefile
