package main

import (
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugin"
)

//go:wasmexport catalog
func exportCatalog() int32 { return plugin.Run(suite(), abi.ExportCatalog) }

//go:wasmexport transform
func exportTransform() int32 { return plugin.Run(suite(), abi.ExportTransform) }

//go:wasmexport plan
func exportPlan() int32 { return plugin.Run(suite(), abi.ExportPlan) }

//go:wasmexport render
func exportRender() int32 { return plugin.Run(suite(), abi.ExportRender) }
