package loggerfile

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/platform/errs"
)

func TestTimeFormats(t *testing.T) {
	cases := []struct {
		pattern, zone, text string
		want                string // RFC 3339 UTC; empty: refused
	}{
		{"YYYY-MM-DD HH:mm:ss", "Asia/Shanghai", "2026-11-20 08:30:00", "2026-11-20T00:30:00Z"},
		{"YYYY-MM-DD HH:mm:ss", "UTC+8", "2026-11-20 08:30:00.25", "2026-11-20T00:30:00.25Z"},
		{"YYYY-MM-DD HH:mm:ss", "-03:30", "2026-11-20 08:30:00", "2026-11-20T12:00:00Z"},
		{"YYYY-MM-DD HH:mm:ss", "UTC", "2026-11-20 8:30:00", ""},
		{"YYYY-MM-DD HH:mm:ss", "UTC", "2026-11-20 24:00:00", ""},
		{"YYYY-MM-DD HH:mm:ss", "UTC", "2026-02-29 00:00:00", ""},
		{"YYYY-MM-DD HH:mm:ss", "UTC", "2024-02-29 00:00:00", "2024-02-29T00:00:00Z"},
		{"YYYY-MM-DD HH:mm:ss", "UTC", "2026-11-20 08:30:00 ", ""},
		{"D/M/YYYY H:mm:ss ZZ", "", "6/06/2009 12:00:00 +01:00", "2009-06-06T11:00:00Z"},
		{"D/M/YYYY H:mm:ss ZZ", "", "6/06/2009 12:00:00 Z", "2009-06-06T12:00:00Z"},
		{"D/M/YYYY H:mm:ss ZZ", "", "6/06/2009 12:00:00 +99:00", ""},
		{"YYYY-MM-DDTHH:mm:ssZZ", "", "2026-11-20T08:30:00-0530", "2026-11-20T14:00:00Z"},
		{"D.M.YYYY H:mm", "Europe/Berlin", "25.09.2025 23:15", "2025-09-25T21:15:00Z"},
		{"YYYY-MM-DD", "Asia/Shanghai", "2026-11-20", "2026-11-19T16:00:00Z"},
		{"M/D/YYYY H:mm:ss A", "UTC", "6/7/2011 12:00:00 PM", "2011-06-07T12:00:00Z"},
		{"M/D/YYYY H:mm:ss A", "UTC", "6/7/2011 12:05:00 AM", "2011-06-07T00:05:00Z"},
		{"M/D/YYYY H:mm:ss A", "UTC", "6/7/2011 13:05:00 PM", ""},
		{"D-MMM-YY H:mm", "UTC", "03-Jan-01 6:24", "2001-01-03T06:24:00Z"},
		{"YYMMMDD", "UTC", "95MAY19", "1995-05-19T00:00:00Z"},
		{"YYYY-MM-DD HH:mm:ss", "GPS", "2024-06-24 08:20:18", "2024-06-24T08:20:00Z"},
		{"YYYY-MM-DD HH:mm:ss", "Europe/Berlin", "2024-03-31 02:30:00", ""},
	}
	for _, c := range cases {
		format, err := ParseTimeFormat(c.pattern)
		if err != nil {
			t.Fatalf("%s: %v", c.pattern, err)
		}
		if c.zone == "" && !format.HasZone() {
			t.Errorf("%s has no zone", c.pattern)
		}
		clock, problems := newClock(&Layout{Time: []TimeColumn{{0, RoleTime, c.pattern}}, Zone: c.zone})
		if len(problems) > 0 {
			t.Fatalf("%s in %s: %v", c.pattern, c.zone, problems)
		}
		at, why := clock.at([]string{c.text})
		got := ""
		if why == nil {
			got = time.UnixMilli(at).UTC().Format(time.RFC3339Nano)
		}
		if got != c.want {
			t.Errorf("%s of %q in %s: got %q, want %q", c.pattern, c.text, c.zone, got, c.want)
		}
	}
	for _, bad := range []string{"", "YYYY", "mm:ss", "YYYY-YYYY-MM-DD", "MM/DD"} {
		if _, err := ParseTimeFormat(bad); err == nil {
			t.Errorf("%q was accepted as a format", bad)
		}
	}
	for _, bad := range []string{"Local", "+25:00", "+8:00:00", "Nowhere/Town", "+"} {
		if _, err := parseZone(bad); err == nil {
			t.Errorf("%q was accepted as a zone", bad)
		}
	}
}

// The time of a manual layout is proposed until a person chooses.
func TestDescribeProposesTime(t *testing.T) {
	b, err := ReadBeginning(strings.NewReader("made by hand\nno|day|clock|x\n1|20.11.2026|8:15|2\n2|20.11.2026|8:30|3\n"), Auto)
	if err != nil {
		t.Fatal(err)
	}
	pair := []TimeColumn{{1, RoleDate, "D.M.YYYY"}, {2, RoleTimeOfDay, "H:mm"}}
	for name, c := range map[string]struct{ given, want []TimeColumn }{
		"nothing chosen":   {nil, pair},
		"formats left out": {[]TimeColumn{{1, RoleDate, ""}, {2, RoleTimeOfDay, ""}}, pair},
		"formats chosen": {
			[]TimeColumn{{1, RoleDate, "DD.MM.YYYY"}, {2, RoleTimeOfDay, ""}}, []TimeColumn{{1, RoleDate, "DD.MM.YYYY"}, {2, RoleTimeOfDay, "H:mm"}},
		},
		"no time":                {[]TimeColumn{}, []TimeColumn{}},
		"a column without times": {[]TimeColumn{{3, RoleTime, ""}}, []TimeColumn{{3, RoleTime, ""}}},
		"a missing column":       {[]TimeColumn{{9, RoleTime, ""}}, []TimeColumn{{9, RoleTime, ""}}},
	} {
		found := Describe(b, Layout{Separator: Pipe, HeaderLines: 2, Time: c.given})
		if diff := cmp.Diff(c.want, found.Layout.Time); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	if found := Describe(b, Layout{Separator: Pipe, HeaderLines: 4}); found.Layout.Time == nil || len(found.Layout.Time) != 0 {
		t.Errorf("no rows: %v", found.Layout.Time)
	}
}

func TestTimeSkippedBySummerTime(t *testing.T) {
	clock, _ := newClock(&Layout{Time: []TimeColumn{{0, RoleTime, "YYYY-MM-DD HH:mm:ss"}}, Zone: "Europe/Berlin"})
	if _, why := clock.at([]string{"2024-03-31 02:30:00"}); why == nil || why.Code != errs.TimeSkipped.Code || why.Args["zone"] != "Europe/Berlin" {
		t.Errorf("%v", why)
	}
}
