package source

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"plumbline/internal/field/protocol/jsonmap"
	"plumbline/internal/field/protocol/loggerfile"
	"plumbline/internal/platform/errs"
)

// A placeholder of a template is {name}; a body in JSON has other braces, which stay as they are.
var placeholder = regexp.MustCompile(`\{([a-z]+(?:\.[A-Za-z0-9_]+)?)\}`)

// placeholders returns the names that a template may have.
func placeholders(secrets []string) map[string]bool {
	known := map[string]bool{"from": true, "to": true, "page": true, "cursor": true, "register": true, "serial": true}
	for _, name := range secrets {
		known["secret."+name] = true
	}
	return known
}

func named(template string) map[string]bool {
	names := map[string]bool{}
	for _, found := range placeholder.FindAllStringSubmatch(template, -1) {
		names[found[1]] = true
	}
	return names
}

func checkTemplate(refused *errs.Refusals, field, template string, known map[string]bool) map[string]bool {
	names := named(template)
	for name := range names {
		if !known[name] {
			refused.Add(field, errs.PlaceholderUnknown, "name", name, "allowed", list(known))
		}
	}
	return names
}

func list(known map[string]bool) string {
	return "{" + strings.Join(slices.Sorted(maps.Keys(known)), "}, {") + "}"
}

// fill replaces the placeholders of a template.
func fill(template string, value func(name string) string) string {
	return placeholder.ReplaceAllStringFunc(template, func(found string) string { return value(found[1 : len(found)-1]) })
}

// origin is the scheme and host that a template begins with. No placeholder may change them: they decide who gets the
// secrets.
var origin = regexp.MustCompile(`^https?://[^/?#{}@\s]+(?:[/?#]|$)`)

// originOf returns scheme and host of a template, or "" if they are not fixed.
func originOf(template string) string {
	return strings.TrimRight(strings.ToLower(origin.FindString(template)), "/?#")
}

// times writes times for requests.
type times struct {
	unit   time.Duration // of a number; 0: a text
	layout string
	zone   *time.Location
}

func newTimes(format, zone string) (times, error) {
	t := times{layout: time.RFC3339, zone: time.UTC}
	var refused errs.Refusals
	switch format {
	case "", jsonmap.ISO:
	case jsonmap.Milliseconds:
		t.unit = time.Millisecond
	case jsonmap.Seconds:
		t.unit = time.Second
	default:
		f, err := loggerfile.ParseTimeFormat(format)
		if err != nil || !f.HasDate() {
			refused.Add("timeFormat", errs.NotOneOf, "allowed", "ms, s, iso, YYYY-MM-DD HH:mm:ss …")
			break
		}
		t.layout = f.Layout()
	}
	if zone != "" {
		place, err := loggerfile.LoadZone(zone)
		if err != nil {
			refused.Add("zone", errs.ZoneUnknown)
		}
		t.zone = place
	}
	return t, refused.Err()
}

// text writes a time (UTC ms).
func (t times) text(at int64) string {
	switch t.unit {
	case time.Millisecond:
		return strconv.FormatInt(at, 10)
	case time.Second:
		return strconv.FormatInt(at/1000, 10)
	}
	return time.UnixMilli(at).In(t.zone).Format(t.layout)
}
