package show

import (
	"fmt"
	"testing"

	"github.com/wslite/wslite/sdk/value"
)

func parse(t testing.TB, s string) value.Value {
	t.Helper()
	v, err := value.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Each function has a text for its own kind and "" for every other.
func TestKinds(t *testing.T) {
	count := func(v value.Value) string { return Count(v, "task", "tasks") }
	for _, c := range []struct {
		name string
		show func(value.Value) string
		want map[string]string
	}{
		{"count", count, map[string]string{`1`: "1 task", `0`: "0 tasks", `-2`: "-2 tasks", `1.5`: "", `"1"`: "", `null`: "", `{}`: ""}},
		{"scalar", Scalar, map[string]string{`7`: "7", `1.50`: "1.50", `"x"`: "x", `""`: "", `true`: "", `[1]`: ""}},
		{"yes or no", YesNo, map[string]string{`true`: "yes", `false`: "no", `"true"`: "", `null`: ""}},
		{"moment", Moment, map[string]string{
			`"2031-05-04T09:30:59.7Z"`: "2031-05-04 09:30 UTC", `"2031-05-04T09:30:00-03:30"`: "2031-05-04 09:30 -03:30",
			`"2031-05-04"`: "2031-05-04", `"soon"`: "soon", `"2031-02-30T00:00:00Z"`: "2031-02-30T00:00:00Z", `5`: "",
		}},
		{"bytes", Bytes, map[string]string{
			`0`: "0 B", `1`: "1 B", `1023`: "1023 B", `1024`: "1 KB", `1536`: "1.5 KB", `1048575`: "1024 KB", `5000000000`: "4.7 GB", `1500000000000000`: "1364.2 TB",
			`"1536"`: "1.5 KB", `9223372036854775807`: "8388608 TB", `"9999999999999999999"`: "", `"x"`: "", `-1`: "", `1.5`: "", `null`: "",
		}},
	} {
		for in, want := range c.want {
			if got := c.show(parse(t, in)); got != want {
				t.Errorf("%s of %s: %q, want %q", c.name, in, got, want)
			}
		}
		if got := c.show(value.Value{}); got != "" {
			t.Errorf("%s of nothing: %q", c.name, got)
		}
	}
}

func TestJoin(t *testing.T) {
	for in, want := range map[string]string{`["a","","b",7]`: "a, b", `[]`: "", `["",""]`: "", `["a"]`: "a", `"a"`: "", `["","a",""]`: "a"} {
		if got := Join(parse(t, in), ", ", value.Value.Text); got != want {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
}

func ExampleMoment() {
	answer, _ := value.Parse(`{"updated":"2031-05-04T09:30:00.000Z","size":"1536","editors":["ada@example.com","bo@example.com"]}`)
	fmt.Println(Moment(answer.Get("updated")), Bytes(answer.Get("size")), Join(answer.Get("editors"), ", ", value.Value.Text))
	// Output: 2031-05-04 09:30 UTC 1.5 KB ada@example.com, bo@example.com
}
