package date_test

import (
	"fmt"

	"github.com/wslite/wslite/sdk/date"
)

func ExampleParse() {
	// The day that the user wrote is not the day of the instant in UTC.
	t, ok := date.Parse("2031-05-04T22:00:00-05:00")
	fmt.Println(ok, t.Date, t.UTCDate())

	_, ok = date.Parse("2031-02-30")
	fmt.Println(ok)
	// Output:
	// true 2031-05-04 2031-05-05
	// false
}
