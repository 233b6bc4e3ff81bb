package identity

import (
	_ "embed"
	"slices"
	"strings"
)

// commonPasswords are the 10,000 most common passwords of 6 characters and more, the most common
// first: out of the ranked list of zxcvbn (common_passwords.license).
//
//go:embed common_passwords.txt
var commonPasswords string

// Common reports whether a password is among the most common ones, in any letter case.
func Common(password string) bool {
	return slices.Contains(strings.Fields(commonPasswords), strings.ToLower(password))
}
