package identity

import (
	_ "embed"
	"strings"
	"sync"
)

// commonPasswords are the 10,000 most common passwords of 6 characters and more, the most common
// first: out of the ranked list of zxcvbn (common_passwords.license).
//
//go:embed common_passwords.txt
var commonPasswords string

var common = sync.OnceValue(func() map[string]bool {
	list := strings.Fields(commonPasswords)
	made := make(map[string]bool, len(list))
	for _, password := range list {
		made[password] = true
	}
	return made
})

// Common reports whether a password is among those that everybody tries first, however it is written.
func Common(password string) bool { return common()[strings.ToLower(password)] }
