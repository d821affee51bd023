// Command wslite runs the tools of Google Workspace from one binary.
package main

func main() {}
