package corporation

import (
	"regexp"
	"time"
	"unicode/utf8"

	"plumbline/internal/fault"
)

const (
	maxName = 20  // characters (specification section 5)
	maxText = 500 // characters of a longer text
)

var domainPrefix = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]*[A-Za-z0-9]$`)

func (c Corporation) validate() error {
	var refusals fault.Refusals
	switch n := utf8.RuneCountInString(c.Name); {
	case n == 0:
		refusals.Add("name", fault.Empty)
	case n > maxName:
		refusals.Add("name", fault.TooLong, "max", maxName)
	}
	if c.DomainPrefix != "" && (len(c.DomainPrefix) < 3 || len(c.DomainPrefix) > 63 || !domainPrefix.MatchString(c.DomainPrefix)) {
		refusals.Add("domainPrefix", fault.FormatWrong)
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
			refusals.Add(text.field, fault.TooLong, "max", maxText)
		}
	}
	if _, err := time.LoadLocation(c.TimeZone); err != nil || c.TimeZone == "Local" {
		refusals.Add("timeZone", fault.ZoneUnknown)
	}
	return refusals.Err()
}
