package files_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/field/ingest/files"
)

func TestPreviews(t *testing.T) {
	cases := []struct {
		name, file string
		want       string // format separator comma header time zone formats | columns
	}{
		{
			"TOA5", toa5,
			`toa5 "comma" point 4 [0:time] [YYYY-MM-DD HH:mm:ss] false | TIMESTAMP(TS) time, RECORD(RN) record, BattV_Min(Volts) number, VW_Freq(1)(Hz) number, VW_Temp(1)(Deg C) number, Crack_mm_Avg(mm) number`,
		},
		{
			"quoted, decimal comma, offset in the time, Windows line ends",
			"\"ID\",\"WHEN\",\"PRESSURE\",\"TEMP\",\"STATE\"\r\n\"1\",\"8/08/2014 20:00:00 +01:00\",\"112,485038689249\",\"13,99\",\"ENT\"\r\n\"2\",\"28/08/2014 9:00:00 +02:00\",\"1.112,7\",\"\",\"DEL\"\r\n",
			`table "comma" comma 1 [1:time] [D/M/YYYY H:mm:ss ZZ] true | ID() number, WHEN() time, PRESSURE() number, TEMP() number, STATE() text`,
		},
		{
			"tab, empty first line",
			"\r\nDatum\tWaterstand\tTemperatuur water\r\n2018-06-26 07:15:00\t-194.76\t13.26\r\n2018-06-26 07:30:00\t-194.69\t13.26\r\n",
			`table "tab" point 2 [0:time] [YYYY-MM-DD HH:mm:ss] false | Datum() time, Waterstand() number, Temperatuur water() number`,
		},
		{
			"semicolon, German time, mark at the beginning", "\xef\xbb\xbfDate UTC;Level (m);Remark\n25.09.2025 23:00;1,96;a\n25.09.2025 23:15;1,97;\n",
			`table "semicolon" comma 1 [0:time] [D.M.YYYY H:mm] false | Date UTC() time, Level(m) number, Remark() text`,
		},
		{
			"no header, time last", "0;-19.9386;528.9;2013-06-04 08:35:13\n2;-19.7248;506.05;2013-06-04 08:35:13\n",
			`table "semicolon" point 0 [3:time] [YYYY-MM-DD HH:mm:ss] false | column 1() number, column 2() number, column 3() number, column 4() time`,
		},
		{
			"date and time of day apart", "date,time,x\n2026-11-20,08:00:12,1.5\n2026-11-20,08:00:13,1.6\n",
			`table "comma" point 1 [0:date 1:timeOfDay] [YYYY-MM-DD] false | date() time, time() time, x() number`,
		},
		{
			"day and month are ambiguous", "t,x\n01/02/2026 10:00,1\n02/03/2026 10:00,2\n",
			`table "comma" point 1 [0:time] [D/M/YYYY H:mm M/D/YYYY H:mm] false | t() time, x() number`,
		},
		{
			"American", "t,x\n01/02/2026 10:00,1\n12/31/2026 10:00,2\n",
			`table "comma" point 1 [0:time] [M/D/YYYY H:mm] false | t() time, x() number`,
		},
		{
			"milliseconds since 1970", "t,x\n1795134600000,1\n1795134660000,2\n",
			`table "comma" point 1 [0:unixMs] [] true | t() time, x() number`,
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := look(t, []byte(c.file), files.Wish{})
			mark := "point"
			if p.Layout.DecimalComma {
				mark = "comma"
			}
			var times []string
			for _, part := range p.Layout.Time {
				times = append(times, fmt.Sprintf("%d:%s", part.Column, part.Role))
			}
			columns := make([]string, len(p.Columns))
			for i, column := range p.Columns {
				columns[i] = fmt.Sprintf("%s(%s) %s", column.Name, column.Unit, column.Kind)
			}
			got := fmt.Sprintf("%s %q %s %d %v %v %v | %s", p.Format, p.Layout.Separator, mark, p.Layout.HeaderLines,
				times, p.TimeFormats, p.HasZone, strings.Join(columns, ", "))
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A file of an unknown format is shown with a best guess, never refused.
func TestPreviewOfUnknownFormats(t *testing.T) {
	for name, file := range map[string]string{
		"binary":        "\x7fELF\x03\x04\x00\x00\x01\n\x02",
		"prose":         "Dear all,\nthe logger broke.\n",
		"no numbers":    "t,x\n2026-11-20 08:00:00,a\n",
		"half a header": "\"TOA5\",\"a\"\n",
		"one column":    "1\n2\n3\n",
	} {
		p := look(t, []byte(file), files.Wish{})
		if p.Recognized || len(p.Lines) == 0 || p.Layout.Separator == "" || len(p.Ask) == 0 {
			t.Errorf("%s: %+v", name, p)
		}
	}
	p := look(t, []byte("\x7fELF\x03\x00\n"), files.Wish{})
	if p.Lines[0].Hex != "7f454c460300" || p.Lines[0].Text != `\x7fELF\x03\x00` {
		t.Errorf("a line of bytes is shown as %+v", p.Lines[0])
	}
}

// A preview reads up to 16 MB several times, and stops when its caller has gone.
func TestPreviewStopsWhenCancelled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "level.csv")
	if err := os.WriteFile(path, []byte("time,level\n"+strings.Repeat("2026-01-01 00:00:00,1.5\n", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := files.OpenLocal(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	p, err := file.Preview(t.Context(), files.Wish{Zone: "UTC"})
	if err != nil || p.Counts.Refused != 0 || p.Counts.Read != 1 || p.Counts.SameTime != 999 { // by this machine's clock
		t.Fatalf("%+v %v", p.Counts, err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := file.Preview(gone, files.Wish{Zone: "UTC"}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
