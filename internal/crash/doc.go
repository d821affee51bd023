// Package crash lets a test stop the process at a named place, so that it can
// be killed right there: between a request and its answer, say. It can set the
// program's clock, too.
//
// Only a program that is built with the tag wslitecrash stops. In every other,
// Point is empty, Clock the clock itself, and the compiler leaves both out, names
// included: nothing in the environment of a released program can make it wait.
package crash
