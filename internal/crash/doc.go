// Package crash lets a test stop the process at a named place, so that it can
// be killed right there: between a request and its answer, say.
//
// Only a program that is built with the tag wslitecrash stops. In every other,
// Point is empty and the compiler leaves the call out, names included: nothing
// in the environment of a released program can make it wait.
package crash
