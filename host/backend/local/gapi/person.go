package gapi

// Person is someone as the APIs show them.
type Person struct {
	Email string
	Name  string
}
