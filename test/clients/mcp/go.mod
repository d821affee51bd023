module github.com/wslite/wslite/test/clients/mcp

go 1.26.0
