module github.com/wslite/wslite/test/clients/node

go 1.26.0

require github.com/wslite/wslite v0.0.0

replace github.com/wslite/wslite => ../../..
