package identity

import (
	_ "embed"
	"slices"
	"strings"
)

// commonPasswords are the 10,000 most common passwords of at least 6 characters, the most common first. They come from
// the ranked list of zxcvbn (common_passwords.license).
//
//go:embed common_passwords.txt
var commonPasswords string

// Common reports whether a password is one of the most common ones, ignoring case.
func Common(password string) bool {
	return slices.Contains(strings.Fields(commonPasswords), strings.ToLower(password))
}
