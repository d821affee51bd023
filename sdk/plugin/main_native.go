//go:build !wasip1

package plugin

import (
	"fmt"
	"io"
	"os"
)

// Log does nothing outside a module.
func Log(string) {}

// Main is the body of a plugin's func main. A module never calls it. Natively
// it runs one export on standard input, so that an author can try a plugin
// with no host at hand:
//
//	echo '{"tool":"tasks_get_task","args":{…}}' | go run ./plugins/tasks transform
func Main(p Plugin) {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: "+os.Args[0]+" catalog|transform|plan|render < input.json")
		os.Exit(2)
	}
	input, err := io.ReadAll(os.Stdin)
	if err == nil {
		var output []byte
		if output, err = p.Call(os.Args[1], input); err == nil {
			_, err = os.Stdout.Write(append(output, '\n'))
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
