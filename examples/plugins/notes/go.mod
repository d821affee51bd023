module example.com/notes

go 1.26.0

require github.com/wslite/wslite v0.0.0

// Inside the repository the example is built against the sdk beside it. A
// plugin of your own requires a released version and has no such line.
replace github.com/wslite/wslite => ../../..
