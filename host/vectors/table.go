package vectors

// Deviations is the reviewed table: every recorded case in which wslite does
// not do what the peer did. Run consults it; a case that is not listed must
// agree, and a listed one must differ. Rows stand by file, then by quirk or id.
var Deviations = []Deviation{
	{File: "confirm", Quirk: "batch-confirm-survives",
		Does: "On the command line a confirm inside batch operations is dropped, and the gate asks.",
		Why:  "In the peer batch JSON says yes in a person's place, although single tools drop confirm."},
	{File: "confirm", Quirk: "nested-admin-lost",
		Does: "Each operation of a nested batch is asked about.",
		Why:  "In the peer a mixed batch inside a batch is admin, which is not asked about, and passes unasked."},
	{File: "confirm", Quirk: "nested-batch-confirm",
		Does: "In a nested batch each gated operation gets its own confirm.",
		Why:  "The peer puts one confirm on the nested batch, where no server looks."},
	{File: "envelope", ID: "envelope-50",
		Does:     "A success beside failed results is a success in part, exit code 3.",
		Why:      "The peer takes it for a full success, so a script goes on as if all had been done.",
		Expected: `{"ok": true, "value": {"success": true, "data": {}, "partial": true, "results": [{"success": false}]}}`},
	{File: "envelope", Quirk: "results-without-partial",
		Does: "As envelope-50.",
		Why:  "As envelope-50."},
	{File: "risk", Quirk: "nested-admin-lost",
		Does: "A mixed batch inside a batch counts as destructive.",
		Why:  "In the peer it falls to the class of what stands beside it, so a mixed batch passes as a write."},
	{File: "risk", Quirk: "prototype-key",
		Does:     "toString and constructor are unknown actions like any other.",
		Why:      "The peer looks names up on the object prototype and gets no class at all.",
		Expected: `{"class": "read", "confirm": false}`},
	{File: "risk", Quirk: "undefined-key",
		Does:     "A key without a value does not exist.",
		Why:      "JSON can't carry it, so the server never sees it: raising the class asks for nothing.",
		Expected: `{"class": "write", "confirm": false}`},
}
