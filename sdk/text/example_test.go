package text_test

import (
	"fmt"

	"github.com/wslite/wslite/sdk/text"
)

func ExampleDetails() {
	fmt.Print("Call Ada\n" + text.Details(
		text.Line{Label: "Status", Text: "open"},
		text.Line{Label: "Due", Text: ""},
		text.Line{Label: "Id", Text: "t1"},
	))
	// Output:
	// Call Ada
	//   Status  open
	//   Id      t1
}
