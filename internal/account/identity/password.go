package identity

import (
	"crypto/rand"
	"fmt"
	"unicode"

	"plumbline/internal/platform/errs"
)

// Lengths of a password.
const (
	minPassword        = 8
	maxPassword        = 16
	minInitialPassword = 6 // set by an administrator
	maxInitialPassword = 64
)

// Strong reports whether a password meets the strong rule (specification section 5): 8 to 16 characters with an upper
// case letter, a lower case letter, a digit and a symbol. Three equal characters in a row and Chinese characters fail.
func Strong(password string) bool {
	runes := []rune(password)
	if len(runes) < minPassword || len(runes) > maxPassword {
		return false
	}
	var upper, lower, digit, symbol bool
	for i, r := range runes {
		switch {
		case r <= ' ' || r > unicode.MaxASCII || r == 0x7F:
			return false
		case r >= 'A' && r <= 'Z':
			upper = true
		case r >= 'a' && r <= 'z':
			lower = true
		case r >= '0' && r <= '9':
			digit = true
		default:
			symbol = true
		}
		if i >= 2 && runes[i-1] == r && runes[i-2] == r {
			return false
		}
	}
	return upper && lower && digit && symbol
}

// CheckOwn checks a password that a person chose: it must be strong and not common.
func CheckOwn(password string) error {
	switch {
	case !Strong(password):
		return errs.OnField("password", errs.PasswordFormat)
	case Common(password):
		return errs.OnField("password", errs.PasswordCommon)
	}
	return nil
}

// initialPassword returns a strong random password for the first sign-in.
func initialPassword() (string, error) {
	const groups = 4
	sets := [groups]string{"ABCDEFGHJKLMNPQRSTUVWXYZ", "abcdefghijkmnpqrstuvwxyz", "23456789", "-_.+="}
	for {
		raw := make([]byte, 2*maxPassword)
		if _, err := rand.Read(raw); err != nil {
			return "", fmt.Errorf("make password: %w", err)
		}
		password := make([]byte, maxPassword)
		for i := range password {
			set := sets[int(raw[2*i])%3]
			if i%5 == 4 {
				set = sets[3]
			}
			password[i] = set[int(raw[2*i+1])%len(set)]
		}
		if Strong(string(password)) {
			return string(password), nil
		}
	}
}
