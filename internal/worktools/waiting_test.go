package worktools

// waiting are the scenarios of which a part is still to come: what it is, and the
// folder that will hold it. Once the folder is there, the scenario must have a
// test in it.
var waiting = map[string]struct{ folder, what string }{}

// everywhere are the scenarios and rules that each of several parts could break
// for itself.
var everywhere = map[string][]string{}
