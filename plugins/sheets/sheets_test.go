package main

import (
	"bytes"
	"os"
	"regexp"
	"testing"

	"github.com/wslite/wslite/plugins/internal/paritytest"
	"github.com/wslite/wslite/sdk/plugintest"
)

// maxModule is the budget for the module in bytes. Raise it only with a reason.
const maxModule = 2_500_000

// TestCases runs every case under testdata/cases natively. The host's tests
// run the same files through the Wasm module.
func TestCases(t *testing.T) {
	plugintest.Run(t, plugintest.Native(sheets()), os.DirFS("testdata/cases"))
}

func TestCatalogGolden(t *testing.T) { paritytest.CatalogGolden(t, sheets()) }

func TestModule(t *testing.T) { paritytest.Module(t, ".", maxModule) }

// peersPattern is rangePattern without the backslash that shells leave; ours
// must differ in nothing else.
const peersPattern = `^(?:(?:'[^']+'|[A-Za-z0-9_ .-]+)!)?` +
	`(?:\\$?[A-Z]{1,3}\\$?\\d{1,7}(?::\\$?[A-Z]{1,3}\\$?\\d{1,7})?|\\$?[A-Z]{1,3}:\\$?[A-Z]{1,3}|\\d{1,7}:\\d{1,7})$`

func TestToolsAreThePeers(t *testing.T) {
	c := catalog()
	replaced := 0
	for i, tool := range c.Tools {
		c.Tools[i].Input, replaced = withPeersPattern(tool.Input, replaced)
	}
	if replaced < 40 {
		t.Errorf("only %d ranges have our pattern", replaced)
	}
	paritytest.CompareTools(t, c, "sheets", paritytest.Options{})
}

func TestVectors(t *testing.T) { paritytest.Vectors(t, sheets(), "sheets") }

// TestTextsAreShort: agents read all of them in every session.
func TestTextsAreShort(t *testing.T) {
	for _, tool := range catalog().Tools {
		if n := len([]rune(tool.Description)); n > 350 && !tool.IsBatchTool {
			t.Errorf("%s: %d characters", tool.Name, n)
		}
		for _, p := range properties(t, tool) {
			if n := len([]rune(p.description)); n > 120 && p.name != "operations" {
				t.Errorf("%s: %s has %d characters", tool.Name, p.name, n)
			}
		}
	}
}

// TestTextsNameToolsThatExist: a text that sends its reader to a tool of
// another name sends it nowhere.
func TestTextsNameToolsThatExist(t *testing.T) {
	recorded, err := os.ReadFile("../../testdata/parity/tools.json")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, tool := range catalog().Tools {
		for _, name := range regexp.MustCompile(`\b(sheets|drive|docs)_[a-z_]+`).FindAllString(tool.Description+string(tool.Input), -1) {
			seen++
			if !bytes.Contains(recorded, []byte(`"name":"`+name+`"`)) {
				t.Errorf("%s names %s, which is no tool", tool.Name, name)
			}
		}
	}
	if seen < 20 {
		t.Errorf("only %d tools are named", seen)
	}
}

func FuzzCalls(f *testing.F) {
	f.Add("sheets_write_range", `{"spreadsheetId":"s","range":"'x''y'!A1:B2","values":[["-5","+49 30 1234567"],[null,{}],7]}`)
	f.Add("sheets_batch", `{"operations":[{"action":"chartCreate","params":{"range":"A:A","position":"$B$2"}},null,{"action":"rangeRead","params":[1]}]}`)
	f.Add("sheets_read_range", `{"range":"B2:C3","values":[[1,"a"],["b"],[]],"sheetName":7}`)
	f.Add("sheets_read_formulas", `{"range":"x","values":[[1]],"formulas":[["=A1"]],"displayValues":[]}`)
	f.Add("sheets_set_formula", `{"range":"A1:A2","formula":"='a''b'!$A$1&\"B2\"&LOG10(3)"}`)
	f.Add("sheets_set_data_validation", `{"validationType":"NUMBER_BETWEEN","min":-1.50,"max":1e9,"range":"A1"}`)
	f.Add("sheets_get_conditional_formatting", `{"rules":[{"ranges":["A1"],"booleanCondition":{"values":[1]}},{"gradientCondition":{}}]}`)
	paritytest.Fuzz(f, sheets())
}

// FuzzRefersRelatively: a fixed reference and text in quotes change nothing.
func FuzzRefersRelatively(f *testing.F) {
	for _, s := range []string{"=A1", "='x'!$A$1", `="A1"`, "=LOG10(1)", "=$A1+1E5"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		was := refersRelatively(s)
		if refersRelatively(`$A$1&"A1"&'B2'!$C$3+`+s) != was || was && !refersRelatively(s+` +$A$1`) {
			t.Errorf("%q: a fixed reference counts", s)
		}
	})
}
