package main

import (
	"strings"
	"testing"

	"github.com/wslite/wslite/plugins/internal/paritytest"
)

// Faults seen in other programs for Drive that show in arguments or in text.
// Those of shared drives, shortcuts, formats and large files (B45 to B49) are
// the server's or a plan's.

// B43: an apostrophe in a name ended the text of a query.
func TestB43ApostropheInAQuery(t *testing.T) {
	wantRefusal(t, transformed(t, "drive_search_files", `{"query":"name contains 'Jack's plan.pdf'","maxResults":20}`), "BAD_REQUEST", "query")
	for _, name := range []string{`Jack's plan.pdf`, `a'b'c`, `x' or name contains '`} {
		if got := readQuery("name contains " + quoteText(name)); got != (queryShape{terms: true}) {
			t.Errorf("%s: %+v", quoteText(name), got)
		}
	}
}

// B44: a full query was wrapped as a search for its words. Words that are no
// query are sent as they are, since the proxies' params are fixed; the warning
// has the query that was meant.
func TestB44QueryIsNotWrapped(t *testing.T) {
	const full = `{"query":"mimeType='application/pdf' and trashed=false","maxResults":20}`
	if out := transformed(t, "drive_search_files", full); out.Error != nil || string(out.Params) != full || len(paritytest.Warnings(out)) > 0 {
		t.Errorf("%+v %s", out, out.Params)
	}
	wantWarning(t, transformed(t, "drive_search_files", `{"query":"invoice 2026","maxResults":20}`), "fullText contains 'invoice 2026'")
}

// B50: delete removed for ever.
func TestB50DeleteSaysThatItIsTheTrash(t *testing.T) {
	got := rendered(t, "drive_delete_file", `{"deleted":true,"fileId":"f1","note":"x"}`)
	if !strings.Contains(got, "to the trash") {
		t.Error(got)
	}
	if d := toolNamed(t, "drive_delete_file").Description; !strings.Contains(d, "nothing is removed for good") {
		t.Error(d)
	}
}

// B52: base64 that passes through a model is cut. See also
// TestDriveDefect10TextHoldsNoBase64.
func TestB52ExportOfABatchHoldsNoBase64(t *testing.T) {
	got := rendered(t, "drive_batch", `{"results":[{"index":0,"action":"fileExportAs","success":true,"data":{"fileId":"d1","size":3,"base64":"JVBERi0="}}]}`)
	if strings.Contains(got, "JVBER") || !strings.Contains(got, "3 B") {
		t.Error(got)
	}
}
