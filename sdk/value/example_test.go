package value_test

import (
	"fmt"

	"github.com/wslite/wslite/sdk/value"
)

func Example() {
	v, err := value.Parse(`{"items":[{"id":"a1","count":12345678901234567890}]}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, item := range v.Get("items").Items() {
		item.Set("seen", value.Bool(true))
		fmt.Println(item)
	}
	_, err = value.Parse(`{"id":1,"id":2}`)
	fmt.Println(err)
	// Output:
	// {"id":"a1","count":12345678901234567890,"seen":true}
	// a member is named twice at byte 8
}

func ExampleObject() {
	note := value.Value{} // absent: left out
	fmt.Println(value.Object(
		value.M("title", value.String("Call Ada")),
		value.M("notes", note),
		value.M("due", value.Null()),
	))
	// Output: {"title":"Call Ada","due":null}
}
