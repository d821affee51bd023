package plugin

import "github.com/wslite/wslite/sdk/internal/kernel"

// run is one call of an export: input from the kernel, output to it, 0 for a
// success. A panic becomes an error text, so that its reason reaches the
// host's message; running out of fuel or memory traps and can't be caught.
func run(m kernel.Memory, p Plugin, export string) (rc int32) {
	defer func() {
		if fault := recover(); fault != nil {
			kernel.Fail(m, export+" panicked: "+reason(fault))
			rc = 1
		}
	}()
	output, err := p.Call(export, kernel.Input(m))
	if err != nil {
		kernel.Fail(m, err.Error())
		return 1
	}
	if !kernel.Output(m, output) {
		kernel.Fail(m, "no room for the output of "+export)
		return 1
	}
	return 0
}

func reason(fault any) string {
	switch x := fault.(type) {
	case string:
		return x
	case error:
		return x.Error()
	}
	return "a value that is no text"
}
