module github.com/wslite/wslite/host/route/gen

go 1.26.0

require google.golang.org/api v0.315.0
