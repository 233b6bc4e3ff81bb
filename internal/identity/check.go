package identity

import (
	"regexp"
	"unicode/utf8"

	"plumbline/internal/access"
	"plumbline/internal/fault"
)

const maxName = 20 // characters (specification section 5)

var (
	mobilePattern = regexp.MustCompile(`^[0-9]{11}$`)
	emailPattern  = regexp.MustCompile(`^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$`)
)

// check holds an account against the rules of its fields.
func (a Account) check(refusals *fault.Refusals) {
	switch n := utf8.RuneCountInString(a.Name); {
	case n == 0:
		refusals.Add("name", fault.Empty)
	case n > maxName:
		refusals.Add("name", fault.TooLong, "max", maxName)
	}
	if utf8.RuneCountInString(a.DisplayName) > maxName {
		refusals.Add("displayName", fault.TooLong, "max", maxName)
	}
	switch a.Type {
	case access.System, access.Admin, access.Normal:
	default:
		refusals.Add("type", fault.NotOneOf, "allowed", "System, Admin, Normal")
	}
	if a.Theme != Dark && a.Theme != White {
		refusals.Add("theme", fault.NotOneOf, "allowed", "default, white")
	}
	switch a.Language {
	case "", "zh", "en", "zh-TW":
	default:
		refusals.Add("language", fault.NotOneOf, "allowed", "zh, en, zh-TW")
	}
	if a.Mobile != "" && !mobilePattern.MatchString(a.Mobile) {
		refusals.Add("mobile", fault.MobileFormat)
	}
	if a.Email != "" && (len(a.Email) > 254 || !emailPattern.MatchString(a.Email)) {
		refusals.Add("email", fault.FormatWrong)
	}
}
