package plugin

// Finding is what Verify found out about one added plugin.
type Finding struct {
	Service string
	// Err is nil where all is as granted; else PLUGIN_CHANGED with the
	// difference, or why it could not be looked at.
	Err error
}

// Verify holds every added plugin against the lock: files present, safe and
// unchanged, digests, ABI, catalog and requests, the file that it was added
// from. The findings are sorted by service.
func (r *Registry) Verify() []Finding {
	out := []Finding{}
	for _, e := range sortedEntries(r.entries) {
		err := r.broken[e.Service]
		if err == nil {
			_, err = r.addedSource(e)
		}
		out = append(out, Finding{e.Service, err})
	}
	return out
}
