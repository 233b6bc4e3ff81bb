package files_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/field/ingest/files"
	"plumbline/internal/field/protocol/loggerfile"
)

func TestParseTimeColumns(t *testing.T) {
	p := look(t, []byte(toa5), files.Wish{})
	got, err := files.ParseTimeColumns(p.Columns, "TIMESTAMP=time:YYYY-MM-DD HH:mm:ss, #2=zone,#3=millisecond")
	want := []loggerfile.TimeColumn{{Column: 0, Role: "time", Format: "YYYY-MM-DD HH:mm:ss"}, {Column: 1, Role: "zone"}, {Column: 2, Role: "millisecond"}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
	for _, bad := range []string{"", "TIMESTAMP", "Nothing=time", "#1=moment", "#1="} {
		if list, err := files.ParseTimeColumns(p.Columns, bad); err == nil {
			t.Errorf("%q was read as %+v", bad, list)
		}
	}
}

func TestParseMapping(t *testing.T) {
	p := look(t, []byte(toa5), files.Wish{})
	got, err := files.ParseMapping(p.Columns,
		"VW_Freq(1)=1.freq, #5=1.temp,Crack_mm_Avg=2/3.disp,BattV_Min:2=voltage,#4=4.level[cm]*0.01+1.5,#3=v*-2e-3,#2=7-0.5")
	want := []loggerfile.Mapping{
		{Column: 3, Channel: 1, Field: "freq"},
		{Column: 4, Channel: 1, Field: "temp"},
		{Column: 5, Channel: 2, Node: 3, Field: "disp"},
		{Column: 2, Part: 2, Field: "voltage"},
		{Column: 3, Channel: 4, Field: "level", Unit: "cm", Factor: 0.01, Offset: 1.5},
		{Column: 2, Field: "v", Factor: -2e-3},
		{Column: 1, Field: "7", Offset: -0.5},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
	for _, bad := range []string{"", "x", "Nothing=x", "#0=x", "#99=x", "#2:0=x", "#2=a.b", "#2=1/x.b", "#2=a*", "#2=a*1.2.3", "#2=a[m", "#2=a+"} {
		if m, err := files.ParseMapping(p.Columns, bad); err == nil {
			t.Errorf("%q was read as %+v", bad, m)
		}
	}
	if diff := cmp.Diff([]loggerfile.Mapping{
		{Column: 2, Field: "BattV_Min", Unit: "Volts"},
		{Column: 3, Field: "VW_Freq_1", Unit: "Hz"},
		{Column: 4, Field: "VW_Temp_1", Unit: "Deg C"},
		{Column: 5, Field: "Crack_mm_Avg", Unit: "mm"},
	}, p.Layout.Columns); diff != "" {
		t.Error(diff)
	}
	for name, want := range map[string]string{"": "c", "1x": "c1x", "Waterstand (cm)": "Waterstand_cm", "温度": "c", "__a": "a"} {
		if got := files.FieldOf(name); got != want {
			t.Errorf("%q became %q, want %q", name, got, want)
		}
	}
}
