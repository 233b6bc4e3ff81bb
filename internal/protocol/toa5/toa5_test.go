package toa5_test

import (
	"math"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/protocol/loggerfile"
	"plumbline/internal/protocol/toa5"
)

// The sample of domain protocols.md section 9.
func TestHeaderOfALogger(t *testing.T) {
	file, err := os.Open("testdata/hourly.dat")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	got, err := toa5.Inspect(file)
	if err != nil {
		t.Fatal(err)
	}
	want := loggerfile.Preview{
		Format: "toa5", Separator: ",", HeaderLines: 4, TimeColumns: []int{0},
		TimeFormat: "YYYY-MM-DD HH:mm:ss", TimeFormats: []string{"YYYY-MM-DD HH:mm:ss"},
		Station: "CR1000X_BR1", Logger: "CR1000X", Serial: "9285", Program: "CPU:bridge.CR1X", Signature: "8690", Table: "Hourly",
		Columns: []loggerfile.Column{
			{Name: "TIMESTAMP", Unit: "TS", Kind: loggerfile.KindTime},
			{Name: "RECORD", Unit: "RN", Kind: loggerfile.KindRecord},
			{Name: "BattV_Min", Unit: "Volts", Processing: "Min", Kind: loggerfile.KindNumber},
			{Name: "VW_Freq(1)", Unit: "Hz", Processing: "Smp", Kind: loggerfile.KindNumber},
			{Name: "VW_Temp(1)", Unit: "Deg C", Processing: "Smp", Kind: loggerfile.KindNumber},
			{Name: "Crack_mm_Avg", Unit: "mm", Processing: "Avg", Kind: loggerfile.KindNumber},
		},
		Rows: [][]string{
			{"2026-11-20 08:00:00", "1523", "12.61", "2671.8", "15.7", "2.428"},
			{"2026-11-20 09:00:00", "1524", "12.60", "2671.7", "15.8", "NAN"},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestFractionsOfSecondsAndFailedMeasurements(t *testing.T) {
	text, err := os.ReadFile("testdata/fractions-unquoted.dat")
	if err != nil {
		t.Fatal(err)
	}
	p, err := toa5.Inspect(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	layout := loggerfile.Layout{
		Separator: p.Separator, HeaderLines: p.HeaderLines, TimeColumns: p.TimeColumns, TimeFormat: p.TimeFormat, Zone: "+08:00",
		Columns: []loggerfile.Mapping{{Column: 2, Field: "angleX"}},
	}
	var times []int64
	err = layout.Read(strings.NewReader(string(text)), func(r loggerfile.Row) error {
		times = append(times, r.Time)
		if !math.IsNaN(r.Values[0]) {
			t.Errorf("line %d: %v, want an invalid value", r.Line, r.Values[0])
		}
		return nil
	}, func(r loggerfile.Refused) { t.Errorf("line %d is refused: %v", r.Line, r.Reason) })
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int64{1795132800200, 1795132800400}, times); diff != "" {
		t.Error(diff)
	}
}
