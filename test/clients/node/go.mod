module github.com/wslite/wslite/test/clients/node

go 1.26.0
