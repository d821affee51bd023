package driveapi

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strings"
)

// permissionID is the number of a person, group or domain: the same wherever
// it is met, and telling nothing.
func permissionID(kind, grantee string) string {
	h := sha256.Sum256([]byte(kind + "\x00" + strings.ToLower(grantee)))
	return fmt.Sprintf("%020d", binary.BigEndian.Uint64(h[:8]))
}

// displayName makes a name of an address: nobody else's name is known.
func (a *API) displayName(address string) string {
	if a.isMe(address) {
		return a.owner.Name
	}
	local, _, _ := strings.Cut(address, "@")
	words := strings.FieldsFunc(local, func(r rune) bool { return strings.ContainsRune("._-+", r) })
	for i, w := range words {
		r := []rune(w)
		words[i] = strings.ToUpper(string(r[:1])) + string(r[1:])
	}
	return strings.Join(words, " ")
}

func (a *API) isMe(address string) bool { return strings.EqualFold(address, a.owner.Email) }

// user shows a person; nil for nobody.
func (a *API) user(address string) *User {
	if address == "" {
		return nil
	}
	return &User{Kind: "drive#user", DisplayName: a.displayName(address), EmailAddress: address,
		Me: yes(a.isMe(address)), PermissionID: permissionID("user", address)}
}

// author shows a person as comments do, without address and id.
func (a *API) author(address string) *User {
	return &User{Kind: "drive#user", DisplayName: a.displayName(address), Me: yes(a.isMe(address))}
}

func domainOf(address string) string {
	_, domain, _ := strings.Cut(strings.ToLower(address), "@")
	return domain
}

// validAddress says whether a text looks like a mail address.
func validAddress(s string) bool {
	local, domain, ok := strings.Cut(s, "@")
	return ok && local != "" && len(s) <= 320 && validDomain(domain) && !strings.ContainsAny(s, " <>,;\"\t\r\n")
}

func validDomain(s string) bool {
	return strings.Contains(strings.Trim(s, "."), ".") && !strings.ContainsAny(s, "@ <>,;\"/\t\r\n") && !strings.HasPrefix(s, ".")
}

func yes(v bool) *bool { return &v }
