package vectors

// Deviation says that wslite answers otherwise than the peer in one recorded
// case, or in all cases that record one defect.
type Deviation struct {
	// File is the vector file, without ".json".
	File string
	// ID names one vector, Quirk every vector of the file with that slug;
	// exactly one of them is set.
	ID, Quirk string
	// Kind narrows a row by Quirk to one kind of vector; empty means all.
	Kind string
	// Match, in place of ID and Quirk, covers every vector of the file that
	// shows the defect without being marked. Such a row counts like one by
	// quirk.
	Match func(Vector) bool
	// Does is what wslite does, Why is the reason that this is better.
	Does, Why string
	// Expected is what wslite answers in place of the vector's expectation,
	// as JSON of the same shape. Optional; a row without it needs a test of
	// its own that pins what Does says.
	Expected string
}

// Deviation gives the table's row for the vector, and whether there is one. A
// row by ID goes before a row by quirk.
func (v Vector) Deviation() (Deviation, bool) {
	d, _, ok := find(Deviations, v)
	return d, ok
}

func find(table []Deviation, v Vector) (Deviation, int, bool) {
	at := -1
	for i, d := range table {
		if d.File != v.File {
			continue
		}
		if d.ID != "" && d.ID == v.ID {
			return d, i, true
		}
		byQuirk := d.Quirk != "" && d.Quirk == v.Quirk || d.Match != nil && d.Match(v)
		if at < 0 && byQuirk && (d.Kind == "" || d.Kind == v.Kind) {
			at = i
		}
	}
	if at < 0 {
		return Deviation{}, -1, false
	}
	return table[at], at, true
}
