package corporation

import (
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"plumbline/internal/platform/errs"
)

const (
	maxName   = 20 // characters (specification section 5)
	maxText   = 500
	minPrefix = 3
	maxPrefix = 63 // length of a DNS label
)

var domainPrefix = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]*[a-z0-9]$`)

// Check validates the fields (specification section 5) and lowercases the domain prefix, because host names ignore
// case.
func (c *Corporation) Check() error {
	c.DomainPrefix = strings.ToLower(c.DomainPrefix)
	var refusals errs.Refusals
	switch n := utf8.RuneCountInString(c.Name); {
	case n == 0:
		refusals.Add("name", errs.Empty)
	case n > maxName:
		refusals.Add("name", errs.TooLong, "max", maxName)
	}
	if c.DomainPrefix != "" && (len(c.DomainPrefix) < minPrefix || len(c.DomainPrefix) > maxPrefix || !domainPrefix.MatchString(c.DomainPrefix)) {
		refusals.Add("domainPrefix", errs.DomainPrefixFormat)
	}
	for _, text := range []struct{ field, value string }{
		{"title", c.Title},
		{"logo", c.Logo},
		{"favicon", c.Favicon},
		{"copyright", c.Copyright},
		{"platformName", c.PlatformName},
		{"address", c.Address},
		{"slogan", c.Slogan},
		{"loginBackground", c.LoginBackground},
		{"remarks", c.Remarks},
	} {
		if utf8.RuneCountInString(text.value) > maxText {
			refusals.Add(text.field, errs.TooLong, "max", maxText)
		}
	}
	if _, err := time.LoadLocation(c.TimeZone); err != nil || c.TimeZone == "Local" {
		refusals.Add("timeZone", errs.ZoneUnknown)
	}
	return refusals.Err()
}
