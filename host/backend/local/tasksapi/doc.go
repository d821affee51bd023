// Package tasksapi is Google Tasks API v1 on the store of an embedded
// workspace: all methods of the Discovery document, with the rules that its
// descriptions state.
//
// It owns the tables of task lists and tasks and every rule about them:
// order, nesting, completion, hiding, deletion, paging and limits. HTTP is
// gapi's, the file is store's. It never opens a file or a socket.
//
// Start reading at API.Methods, then place in order.go for how tasks keep
// their order. What the documents leave open is decided so:
//
//   - A list is given in tree order: each task before its subtasks, siblings
//     by position.
//   - A deleted task stays readable as a tombstone (deleted: true). Deleting
//     it again succeeds and changes nothing, as for a deleted list.
//   - The date of due is the date as written, whatever the offset.
//   - A page size out of bounds is refused, not adjusted, so that a rehearsal
//     never hides it.
//   - A change to a task is a change of its list too: updated and etag move.
package tasksapi
