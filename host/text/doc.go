// Package text makes text from strangers fit to be shown: it removes what
// steers a terminal or hides from the eye, masks credentials, cuts to a width and
// suggests the word that was meant.
//
// It never changes data that is sent or stored, only what people read, and it
// knows nothing of terminals, colours or locales. Start reading at Clean.
package text
