// A program with crash points.
package main

import (
	"fmt"

	"github.com/wslite/wslite/internal/crash"
)

func main() {
	for i := range 3 {
		crash.Point("needle-before")
		fmt.Println(i)
		crash.Point("needle-after")
	}
}
