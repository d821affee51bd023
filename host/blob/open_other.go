//go:build !unix

package blob

const nonBlocking = 0
