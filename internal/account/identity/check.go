package identity

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
)

const maxName = 20 // characters (specification section 5)

var (
	mobilePattern = regexp.MustCompile(`^[0-9]{11}$`)
	emailPattern  = regexp.MustCompile(`^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$`)
)

// maxAddress is the length of the longest e-mail address (RFC 5321 4.5.3.1).
const maxAddress = 254

// normalize normalizes user input for storage and comparison.
func (a *Account) normalize() {
	a.Name, a.Mobile = strings.TrimSpace(a.Name), strings.TrimSpace(a.Mobile)
	a.Email = strings.ToLower(strings.TrimSpace(a.Email))
}

// checkNewName refuses names that look like an e-mail address or a mobile: the sign-in field accepts all three.
func (a Account) checkNewName(refusals *errs.Refusals) {
	if strings.ContainsRune(a.Name, '@') || mobilePattern.MatchString(a.Name) {
		refusals.Add("name", errs.NameIsAddress)
	}
}

// check validates the fields.
func (a Account) check(refusals *errs.Refusals) {
	switch n := utf8.RuneCountInString(a.Name); {
	case n == 0:
		refusals.Add("name", errs.Empty)
	case n > maxName:
		refusals.Add("name", errs.TooLong, "max", maxName)
	}
	if utf8.RuneCountInString(a.DisplayName) > maxName {
		refusals.Add("displayName", errs.TooLong, "max", maxName)
	}
	switch a.Type {
	case access.System, access.Admin, access.Normal:
	default:
		refusals.Add("type", errs.NotOneOf, "allowed", "System, Admin, Normal")
	}
	if a.Theme != Dark && a.Theme != White {
		refusals.Add("theme", errs.NotOneOf, "allowed", "default, white")
	}
	switch a.Language {
	case "", "zh", "en", "zh-TW":
	default:
		refusals.Add("language", errs.NotOneOf, "allowed", "zh, en, zh-TW")
	}
	if a.Mobile != "" && !mobilePattern.MatchString(a.Mobile) {
		refusals.Add("mobile", errs.MobileFormat)
	}
	if a.Email != "" && (len(a.Email) > maxAddress || !emailPattern.MatchString(a.Email)) {
		refusals.Add("email", errs.FormatWrong)
	}
}
