package main

import "github.com/wslite/wslite/sdk/plugin"

func render(a *plugin.Answer) (string, error) { return "", nil }
