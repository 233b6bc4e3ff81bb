package loggerfile

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/platform/errs"
)

// An overlong line is refused with its number, whatever the structure of the file, and the lines around it are read.
func TestOverlongLinesAreRefused(t *testing.T) {
	long := strings.Repeat("7", maxLine+1)
	key := 0
	for name, c := range map[string]struct {
		file   string
		layout Layout
		rows   int
		line   int
	}{
		"lines": {
			"t,x\n1000,1\n2000," + long + "\n3000,3\n",
			Layout{Separator: Comma, HeaderLines: 1, Time: []TimeColumn{{Role: RoleUnixMs}}, Columns: []Mapping{{Column: 1, Field: "x"}}},
			3, 3,
		},
		"the last line, without an end": {
			"1000,1\r2000," + long,
			Layout{Separator: Comma, Time: []TimeColumn{{Role: RoleUnixMs}}, Columns: []Mapping{{Column: 1, Field: "x"}}},
			2, 2,
		},
		"after a header of long lines and comments": {
			long + "\n#" + long + "\n1000,1\n#" + long + "\n2000," + long + "\n",
			Layout{Separator: Comma, HeaderLines: 1, Comment: "#", Time: []TimeColumn{{Role: RoleUnixMs}}, Columns: []Mapping{{Column: 1, Field: "x"}}},
			2, 5,
		},
		"GSI": {
			"11....+00000001 81..00+00001500\n" + long + "\n",
			Layout{
				Source: SourceGSI, KeyColumn: &key, StartTime: "2026-11-20 08:00:00", Zone: "UTC",
				Columns: []Mapping{{Column: slices.IndexFunc(gsiColumns(), func(c Column) bool { return c.Name == "Easting" }), Field: "e"}},
			},
			2, 2,
		},
		"Nikon": {
			"CO,Nikon RAW data format V2.00\nCO, 20-Nov-2026\n" + long + "\nSS,1,1.5,10.5,90.0,90.0,08:00:00,\n",
			Layout{
				Source: SourceNikon, KeyColumn: &key, Zone: "UTC",
				Time: []TimeColumn{{1, RoleDate, "YYYY-MM-DD"}, {2, RoleTimeOfDay, "HH:mm:ss"}}, Columns: []Mapping{{Column: 6, Field: "sd"}},
			},
			2, 3,
		},
		"NMEA": {
			"$GPZDA,080000,20,11,2026,00,00\n$GPGGA,080000,4500.0,N,00700.0,E,1,8,1,100,M,50,M,,\n" + long + "\n",
			Layout{
				Source: SourceNMEA, Zone: "UTC",
				Time: []TimeColumn{{0, RoleDate, "DDMMYYYY"}, {1, RoleTimeOfDay, "HHmmss"}}, Columns: []Mapping{{Column: 2, Field: "lat"}},
			},
			2, 3,
		},
	} {
		var refused []Refused
		counts, err := c.layout.Read(strings.NewReader(c.file), func(Row) error { return nil }, func(r Refused) { refused = append(refused, r) })
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if counts.Rows != c.rows || counts.Refused != 1 || counts.Read != c.rows-1 || len(refused) != 1 {
			t.Errorf("%s: %+v, %v", name, counts, refused)
			continue
		}
		if r := refused[0]; r.Line != c.line || r.Reason.Code != errs.LineTooLong.Code || len([]rune(r.Text)) > 81 || r.Cell {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// A line of maximum length is read completely.
func TestLongestLineIsRead(t *testing.T) {
	line := strings.Repeat(" ", maxLine-len("1000,25")) + "1000,25"
	l := Layout{Separator: Comma, Time: []TimeColumn{{Role: RoleUnixMs}}, Columns: []Mapping{{Column: 1, Field: "x"}}}
	_, err := l.Read(strings.NewReader(line+"\n"), func(r Row) error {
		if r.Values[0] != 25 {
			t.Errorf("%v", r.Values)
		}
		return nil
	}, func(r Refused) { t.Errorf("%d: %v", r.Line, r.Reason) })
	if err != nil {
		t.Error(err)
	}
}

func TestLineWithOpenQuoteIsRefused(t *testing.T) {
	l := Layout{Separator: Comma, Time: []TimeColumn{{Role: RoleUnixMs}}, Columns: []Mapping{{Column: 1, Field: "x"}}}
	var refused []Refused
	counts, err := l.Read(strings.NewReader("1000,1\n2000,\"2\n3000,\"3\"\n"), func(Row) error { return nil }, func(r Refused) { refused = append(refused, r) })
	if err != nil || counts.Read != 2 || len(refused) != 1 || refused[0].Line != 2 || refused[0].Reason.Code != errs.RowBroken.Code {
		t.Errorf("%+v %v %v", counts, refused, err)
	}
}

// Columns of fixed width count characters, not bytes; missing ones have no value.
func TestFixedWidth(t *testing.T) {
	l := Layout{
		Separator: Fixed, Starts: []int{0, 10, 16, 22, 28}, HeaderLines: 1, Zone: "UTC",
		Time:    []TimeColumn{{0, RoleDate, "YYYY-MM-DD"}, {1, RoleTimeOfDay, "HH:mm"}},
		Columns: []Mapping{{Column: 2, Field: "a"}, {Column: 3, Field: "b"}},
	}
	file := strings.Join([]string{
		"date      time  a °C  b     remark",
		"2026-11-2008:00  1.5   2.50 öäü",
		"2026-11-2009:00 -1.5",
		"2026-11-2010:00              only a remark",
	}, "\n")
	var got []string
	counts, err := l.Read(strings.NewReader(file), func(r Row) error {
		got = append(got, fmt.Sprint(r.Line, r.Time, r.Values))
		return nil
	}, func(r Refused) { t.Errorf("%d: %v", r.Line, r.Reason) })
	if err != nil {
		t.Fatal(err)
	}
	if counts.Rows != 3 || counts.Empty != 1 || len(got) != 2 ||
		!strings.HasPrefix(got[0], "2 1795161600000 [1.5 2.5]") || !strings.HasPrefix(got[1], "3 1795165200000 [-1.5 ") {
		t.Errorf("%+v %v", counts, got)
	}
}

// Factor and offset apply to numbers; a factor of 0 means 1.
func TestFactorAndOffset(t *testing.T) {
	l := Layout{Separator: Semicolon, DecimalComma: true, Missing: []string{"-99"}, Time: []TimeColumn{{Role: RoleUnix}}, Columns: []Mapping{
		{Column: 1, Field: "kPa", Factor: 0.001},
		{Column: 1, Field: "m", Factor: 0.5, Offset: -2},
		{Column: 1, Field: "c", Offset: 273.15},
		{Column: 1, Field: "raw"},
	}}
	var got []string
	_, err := l.Read(strings.NewReader("1;4000,5\n2;NAN\n3;-99\n4;1e308\n"), func(r Row) error {
		got = append(got, fmt.Sprint(r.Time, r.Values))
		return nil
	}, func(r Refused) { got = append(got, fmt.Sprint(r.Line, r.Column, r.Cell)) })
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"1000 [4.0005 1998.25 4273.65 4000.5]", "2000 [NaN NaN NaN NaN]", "4000 [1e+305 5e+307 1e+308 1e+308]"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	l.Columns = []Mapping{{Column: 1, Field: "x", Factor: 1e10}}
	counts, err := l.Read(strings.NewReader("4;1e308\n"), func(Row) error { return nil }, func(r Refused) {
		if r.Reason.Code != errs.NotFinite.Code || r.Line != 1 {
			t.Errorf("%+v", r)
		}
	})
	if err != nil || counts.Refused != 1 {
		t.Errorf("%+v, %v", counts, err)
	}
}
