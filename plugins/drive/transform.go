package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/value"
)

// transform makes the page token of drive_list_files what servers take, then
// goes by the table. Their answers write the token as text ("50") and their
// schema wants the number, so a client that sends back what it got was refused.
func transform(c *plugin.Call) (*plugin.Choice, error) {
	switch c.Tool {
	case "drive_list_files":
		c.Args = withNumberToken(c.Args)
	case table.Batch:
		c.Args = eachFileList(c.Args)
	}
	return table.Transform(c)
}

func withNumberToken(args value.Value) value.Value {
	if n, ok := digits(args.Get("pageToken").Text()); ok {
		args.Set("pageToken", value.Int(n))
	}
	return args
}

func eachFileList(args value.Value) value.Value {
	operations := append([]value.Value{}, args.Get("operations").Items()...)
	for i := range operations {
		if op := &operations[i]; op.Get("action").Text() == "fileList" && op.Get("params").Has("pageToken") {
			op.Set("params", withNumberToken(op.Get("params")))
		}
	}
	args.Set("operations", value.Array(operations...))
	return args
}
