package files_test

import (
	"strings"
	"testing"

	"plumbline/internal/core/reading"
	"plumbline/internal/field/protocol/loggerfile"
	"plumbline/internal/platform/errs"
)

func TestLayoutsAreChecked(t *testing.T) {
	cases := map[string]struct {
		change func(*loggerfile.Layout)
		field  string
		want   *errs.Message
	}{
		"no zone":        {func(l *loggerfile.Layout) { l.Zone = "" }, "zone", errs.ZoneRequired},
		"unknown zone":   {func(l *loggerfile.Layout) { l.Zone = "Mars/Olympus" }, "zone", errs.ZoneUnknown},
		"local zone":     {func(l *loggerfile.Layout) { l.Zone = "Local" }, "zone", errs.ZoneUnknown},
		"time format":    {func(l *loggerfile.Layout) { l.Time[0].Format = "HH:mm" }, "time[0].format", errs.FormatWrong},
		"no separator":   {func(l *loggerfile.Layout) { l.Separator = "" }, "separator", errs.NotOneOf},
		"no columns":     {func(l *loggerfile.Layout) { l.Columns = nil }, "columns", errs.TooFewEntries},
		"bad field name": {func(l *loggerfile.Layout) { l.Columns[1].Field = "a b" }, "columns[1].field", errs.FormatWrong},
		"same target":    {func(l *loggerfile.Layout) { l.Columns[2].Field = "freq" }, "columns[2].field", errs.Duplicate},
		"no time column": {func(l *loggerfile.Layout) { l.Time = nil }, "time", errs.TimeColumnsMissing},
	}
	for name, c := range cases {
		l := layout()
		c.change(&l)
		refused, ok := errs.As(l.Check())
		if !ok || refused.Fields[0].Name != c.field || refused.Fields[0].Message != c.want {
			t.Errorf("%s: got %v", name, refused)
		}
	}
	offset := layout()
	offset.Zone, offset.Time = "", timed("D/M/YYYY H:mm:ss ZZ")
	if err := offset.Check(); err != nil {
		t.Errorf("times with an offset need no zone: %v", err)
	}
}

// With daylight saving time one hour occurs twice in autumn and one is missing in spring.
func TestSummerTime(t *testing.T) {
	read := func(times ...string) (at []int64, refused int) {
		l := loggerfile.Layout{
			Separator: loggerfile.Comma, Time: timed("YYYY-MM-DD HH:mm"), Zone: "Europe/Berlin",
			Columns: []loggerfile.Mapping{{Column: 1, Field: "x"}},
		}
		_, err := l.Read(strings.NewReader(strings.Join(times, ",1\n")+",1\n"), func(r loggerfile.Row) error {
			at = append(at, r.Time)
			return nil
		}, func(loggerfile.Refused) { refused++ })
		if err != nil {
			t.Fatal(err)
		}
		return at, refused
	}
	at, _ := read("2025-10-26 01:30", "2025-10-26 02:00", "2025-10-26 02:30", "2025-10-26 02:00", "2025-10-26 02:30", "2025-10-26 03:00")
	for i := 1; i < len(at); i++ {
		if at[i]-at[i-1] != 30*60*1000 {
			t.Errorf("row %d follows after %d minutes, want 30", i, (at[i]-at[i-1])/60000)
		}
	}
	if at, refused := read("2025-03-30 01:30", "2025-03-30 02:30", "2025-03-30 03:00"); refused != 1 || len(at) != 2 || at[1]-at[0] != 30*60*1000 {
		t.Errorf("in spring: %v, %d refused", at, refused)
	}
}

func TestPartsOfACell(t *testing.T) {
	l := loggerfile.Layout{
		Separator: loggerfile.Comma, Time: timed("YYYY-MM-DD HH:mm:ss"), Zone: "UTC",
		Columns: []loggerfile.Mapping{
			{Column: 1, Part: 2, Channel: 3, Node: 1, Field: "ix"},
			{Column: 1, Part: 3, Channel: 3, Node: 1, Field: "iy"},
			{Column: 1, Part: 9, Channel: 3, Node: 1, Field: "none"},
		},
	}
	_, err := l.Read(strings.NewReader("\"2026-11-20 00:30:00\",\" 51,  236125, -111260, 9999\"\n"), func(r loggerfile.Row) error {
		if r.Values[0] != 236125 || r.Values[1] != -111260 || !reading.IsMissing(r.Values[2]) {
			t.Errorf("%v", r.Values)
		}
		return nil
	}, func(loggerfile.Refused) {})
	if err != nil {
		t.Error(err)
	}
}
