module github.com/wslite/wslite/host/sandbox/testdata/extism_pdk

go 1.26.0

require github.com/extism/go-pdk v1.1.3
