package files_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/field/ingest/files"
	"plumbline/internal/field/protocol/loggerfile"
	"plumbline/internal/platform/errs"
)

func TestImportUsesTheIntake(t *testing.T) {
	in := startImporting(t, direct)
	for _, want := range []files.Counts{
		{Rows: 2, Stored: 2, Values: 8, From: 1795132800000, To: 1795136400000},
		{Rows: 2, Equal: 2, Values: 8, From: 1795132800000, To: 1795136400000}, // a second import stores nothing
	} {
		if diff := cmp.Diff(want, in.report(in.ended(in.queue(toa5, layout()).ID)).Counts); diff != "" {
			t.Fatal(diff)
		}
	}
	if stats := in.Stats(); stats.Duplicates != 0 || stats.FramesDead != 0 || stats.FramesAccepted != 1 {
		t.Errorf("%+v", stats)
	}
	// 08:00 at +08:00 is midnight UTC. A value that the logger marked as failed is stored as NaN.
	for channel, want := range map[int32]map[string]float64{
		0: {"voltage": 12.6}, 1: {"freq": 2671.7, "temp": 15.8}, 2: {"disp": math.NaN()},
	} {
		err := in.Series.Scan(t.Context(), series.RawID(3, channel), 1795136400000, 1795136400000, nil, func(b *series.Block) error {
			for field, v := range want {
				got := b.Values[b.Columns.Index(reading.Column{Field: field})][0]
				if got != v && !(math.IsNaN(got) && math.IsNaN(v) && !reading.IsMissing(got)) {
					t.Errorf("channel %d %s = %v, want %v", channel, field, got, v)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestEveryRefusedRowIsReported(t *testing.T) {
	file := strings.Join([]string{
		"t;x;y",
		"2026-11-20 08:00:00;1,5;2",
		"2026-11-20 08:01:00;abc;2", // only the cell
		"2026-13-20 08:02:00;1;2",
		"2026-02-30 08:03:00;1;2",
		";1;2",
		"1969-12-31 08:00:00;1;2",
		"2099-01-01 08:00:00;1;2",
		"2026-11-20 08:04:00;;",
		"2026-11-20 08:05:00;1e999;-7999",
		"2026-11-20 08:06:00;1",
		"",
		"2026-11-20 08:07:00;0x10;NAN",
		"2026-11-20 08:08:00;y;",
	}, "\n")
	l := loggerfile.Layout{
		Separator: loggerfile.Semicolon, DecimalComma: true, HeaderLines: 1, Time: timed("YYYY-MM-DD HH:mm:ss"), Zone: "Asia/Shanghai",
		Columns: []loggerfile.Mapping{{Column: 1, Field: "x"}, {Column: 2, Field: "y"}},
	}
	in := startImporting(t, direct)
	job := in.ended(in.queue(file, l).ID)
	var got []string
	err := in.files.Refusals(t.Context(), job.ID, func(r files.Refused) error {
		got = append(got, fmt.Sprintf("%d %s %q %s %v", r.Line, r.Column, r.Text, r.Reason.Key, r.Cell))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`3 0.x "abc" msgWrongType true`,
		`4 time "2026-13-20 08:02:00" msgFieldWrong false`,
		`5 time "2026-02-30 08:03:00" msgFieldWrong false`,
		`6 time "" msgFieldWrong false`,
		`7 time "1969-12-31T00:00:00Z" errImportTime false`,
		`8 time "2099-01-01T00:00:00Z" errImportTime false`,
		`10 0.x "1e999" msgNotFinite true`,
		`13 0.x "0x10" msgWrongType true`,
		`14 0.x "y" msgWrongType false`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(files.Counts{
		Rows: 12, Stored: 5, Refused: 6, Empty: 1, Cells: 3, Values: 6, From: 1795132800000, To: 1795133220000,
	}, in.report(job).Counts); diff != "" {
		t.Error(diff)
	}
}

// Old records back to 1970 are imported, and every refused row is listed.
func TestOldRecordsAreImportedAndRefusedRowsKept(t *testing.T) {
	in := startImporting(t, direct)
	var file strings.Builder
	file.WriteString("1986-04-01 08:00:00,1.5\n")
	const bad = 5000
	for range bad {
		file.WriteString("1969-04-01 08:00:00,1\n")
	}
	l := loggerfile.Layout{Separator: loggerfile.Comma, Time: timed("YYYY-MM-DD HH:mm:ss"), Zone: "UTC", Columns: []loggerfile.Mapping{{Column: 1, Field: "x"}}}
	job := in.ended(in.queue(file.String(), l).ID)
	if report := in.report(job); report.Stored != 1 || report.Refused != bad || report.From != 512726400000 {
		t.Fatalf("%+v", report)
	}
	line := 1
	err := in.files.Refusals(t.Context(), job.ID, func(r files.Refused) error {
		if line++; r.Line != line || r.Reason.Key != errs.ImportTime.Key || !strings.Contains(r.Reason.Text(errs.English), "1969-04-01T08:00:00Z") {
			t.Fatalf("%d: %+v", line, r)
		}
		return nil
	})
	if err != nil || line != bad+1 {
		t.Errorf("%d refused rows, %v", line-1, err)
	}
	latest, err := in.Series.Latest(t.Context(), []series.ID{series.RawID(3, 0)})
	if err != nil || !latest[0].Found || latest[0].Time != 512726400000 {
		t.Errorf("%+v, %v", latest, err)
	}
	if dead, err := in.DeadCount(t.Context(), 3); err != nil || dead != 0 {
		t.Errorf("%d dead frames, %v", dead, err)
	}
}
