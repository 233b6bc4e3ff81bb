package files_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/field/ingest/files"
	"plumbline/internal/field/protocol/loggerfile"
	"plumbline/internal/platform/errs"
)

// samples are the files in testdata/formats: the format recognized, and a person's settings. stateful: the date
// depends on the order of lines.
var samples = []struct {
	name, format, zone, time string
	key                      int // key column, if it is not recognized; 0 counts with keyed
	keyed, stateful          bool
}{
	{name: "diver.mon", format: "diver", zone: "UTC"},
	{name: "solinst.lev", format: "diver", zone: "UTC"},
	{name: "solinst.csv", format: "solinst", zone: "+02:00"},
	{name: "solinst.xle", format: "solinst-xle", zone: "UTC", stateful: true},
	{name: "keller.txt", format: "keller", zone: "UTC"},
	{name: "insitu.csv", format: "insitu", zone: "UTC"},
	{name: "usgs.rdb", format: "usgs-rdb"},
	{name: "usgs-rain.txt", format: "table", zone: "America/Los_Angeles"},
	{name: "pbo.csv", format: "pbo-csv"},
	{name: "pbo.pos", format: "pbo-pos"},
	{name: "tenv3.tenv3", format: "tenv3"},
	{name: "tenv.tenv", format: "tenv"},
	{name: "rtklib.pos", format: "rtklib"},
	{name: "toa5.dat", format: "toa5", zone: "Asia/Shanghai"},
	{name: "array.dat", format: "campbell-array", zone: "UTC"},
	{name: "gsi16.gsi", format: "gsi", zone: "Asia/Shanghai"},
	{name: "gsi8.gsi", format: "gsi", zone: "Asia/Shanghai"},
	{name: "nikon.raw", format: "nikon", zone: "UTC", stateful: true},
	{name: "nmea.txt", format: "nmea", stateful: true},
	{name: "inbo.csv", format: "table"},
	{name: "ellitrack.txt", format: "table", zone: "+01:00"},
	{name: "vw.txt", format: "table", zone: "-08:00"},
	{name: "prism.txt", format: "table", zone: "Europe/Budapest"},
	{name: "prisms.csv", format: "table", zone: "UTC", keyed: true},
	{name: "tide.csv", format: "table", time: "YY/M/D H:mm:ss"},
	{name: "chinese.txt", format: "table", zone: "Asia/Shanghai"},
	{name: "utf16.csv", format: "table", zone: "Europe/Berlin"},
}

// expected is what another program reads from a sample.
type expected struct {
	rows, refused, empty, cells int
	columns                     []loggerfile.Mapping
	times                       []int64
	values                      [][]float64
}

func readExpected(t *testing.T, name string, channel int32) (e expected) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata/expected", name+".csv"))
	if err != nil {
		t.Fatal(err)
	}
	in := csv.NewReader(bytes.NewReader(text))
	in.FieldsPerRecord = -1
	rows, err := in.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for i, into := range []*int{&e.rows, &e.refused, &e.empty, &e.cells} {
		*into, _ = strconv.Atoi(rows[0][i])
	}
	channels := map[string]int32{}
	for _, head := range rows[1][1:] {
		column, key, _ := strings.Cut(head[1:], "@")
		n, _ := strconv.Atoi(column)
		if _, known := channels[key]; !known {
			channels[key] = channel + int32(len(channels))
		}
		e.columns = append(e.columns, loggerfile.Mapping{Column: n, Key: key, Channel: channels[key], Field: "c" + column})
	}
	for _, row := range rows[2:] {
		at, _ := strconv.ParseInt(row[0], 10, 64)
		values := make([]float64, len(row)-1)
		for i, cell := range row[1:] {
			if values[i] = reading.Missing; cell != "" {
				values[i], _ = strconv.ParseFloat(cell, 64)
			}
		}
		e.times, e.values = append(e.times, at), append(e.values, values)
	}
	return e
}

// Every format is recognized, every row is accounted for, and the values are those of an independent program. A second
// import stores nothing, and the order of rows does not matter.
func TestEveryFormat(t *testing.T) {
	in := startImporting(t, direct)
	for i, s := range samples {
		t.Run(s.name, func(t *testing.T) {
			in.t = t
			content, err := os.ReadFile(filepath.Join("testdata/formats", s.name))
			if err != nil {
				t.Fatal(err)
			}
			p := look(t, content, files.Wish{})
			if !p.Recognized || p.Format != s.format {
				t.Fatalf("recognized as %q", p.Format)
			}
			layout := p.Layout
			if s.zone != "" {
				if p.HasZone || layout.Zone != "" {
					t.Errorf("the zone %q was guessed", layout.Zone)
				}
				layout.Zone = s.zone
			}
			if s.time != "" {
				if len(p.TimeFormats) < 2 {
					t.Errorf("day and month were guessed: %v", p.TimeFormats)
				}
				files.SetTimeFormat(&layout, s.time)
			}
			if s.keyed {
				layout.KeyColumn = &s.key
			}
			if layout.Source == loggerfile.SourceGSI {
				layout.StartTime = "2026-11-20 08:00:00"
			}
			e := readExpected(t, s.name, int32(200*i))
			layout.Columns = e.columns
			in.accounts(content, layout, e, e.rows-e.refused-e.empty, 0)
			in.holds(e)
			in.accounts(content, layout, e, 0, e.rows-e.refused-e.empty)
			if s.stateful {
				return
			}
			mixed := shuffled(t, content, p)
			layout.Encoding = loggerfile.UTF8
			layout.Format = ""
			in.accounts(mixed, layout, e, 0, e.rows-e.refused-e.empty)
			again := readExpected(t, s.name, int32(200*i+100))
			layout.Columns = again.columns
			in.accounts(mixed, layout, again, e.rows-e.refused-e.empty, 0)
			in.holds(again)
		})
	}
}

// accounts imports a file and compares the counts.
func (i *importing) accounts(content []byte, layout loggerfile.Layout, e expected, stored, equal int) {
	i.t.Helper()
	r := i.report(i.ended(i.queue(string(content), layout).ID))
	if r.Rows != r.Stored+r.Equal+r.Refused+r.SameTime+r.Empty {
		i.t.Errorf("%+v: rows are missing", r.Counts)
	}
	if r.Rows != e.rows || r.Stored != stored || r.Equal != equal || r.Refused != e.refused || r.Empty != e.empty ||
		r.Cells != e.cells || r.SameTime != 0 || r.Revised != 0 {
		i.t.Errorf("%+v; want %d rows, %d stored, %d equal, %d refused, %d empty, %d cells", r.Counts, e.rows, stored, equal, e.refused, e.empty, e.cells)
	}
}

// holds compares the stored readings with the expected ones.
func (i *importing) holds(e expected) {
	i.t.Helper()
	type place struct {
		time   int64
		column int
	}
	want := map[place]float64{}
	for k, at := range e.times {
		for c, v := range e.values[k] {
			if !reading.IsMissing(v) {
				want[place{at, c}] = v
			}
		}
	}
	for c, m := range e.columns {
		err := i.Series.Scan(i.t.Context(), series.RawID(3, m.Channel), math.MinInt64, math.MaxInt64,
			[]reading.Column{{Field: m.Field}}, func(b *series.Block) error {
				for k, at := range b.Times {
					for _, values := range b.Values {
						got := values[k]
						if reading.IsMissing(got) {
							continue
						}
						v, there := want[place{at, c}]
						if near := math.Abs(got-v) <= 1e-7*math.Max(math.Abs(v), 1e-9) || got == v || math.IsNaN(got) && math.IsNaN(v); !there || !near {
							i.t.Errorf("%d %s at %d is %v, want %v (%v)", m.Channel, m.Field, at, got, v, there)
						}
						delete(want, place{at, c})
					}
				}
				return nil
			})
		if err != nil {
			i.t.Fatal(err)
		}
	}
	if len(want) > 0 {
		i.t.Errorf("%d values are not stored", len(want))
	}
}

// shuffled returns a file as UTF-8 with its rows in another order.
func shuffled(t *testing.T, content []byte, p files.Preview) []byte {
	t.Helper()
	b, err := loggerfile.ReadBeginning(bytes.NewReader(content), p.Encoding)
	if err != nil {
		t.Fatal(err)
	}
	lines := b.Lines
	header, end := lines[:p.Layout.HeaderLines], len(lines)
	for end > len(header) && (lines[end-1] == "" || p.Layout.End != "" && strings.HasPrefix(lines[end-1], p.Layout.End)) {
		end--
	}
	rows := append([]string(nil), lines[len(header):end]...)
	random := rand.New(rand.NewPCG(10, 10))
	random.Shuffle(len(rows), func(i, k int) { rows[i], rows[k] = rows[k], rows[i] })
	all := append(append(append([]string(nil), header...), rows...), lines[end:]...)
	return []byte(strings.Join(all, "\n") + "\n")
}

// Rows with the same time are not imported before a rule is chosen.
func TestRowsWithSameTime(t *testing.T) {
	in := startImporting(t, direct)
	file := "0,1\n1000,2\n1000,4\n2000,5\n1000,9\n3000,\n3000,7\nx,1\n"
	layout := loggerfile.Layout{Separator: loggerfile.Comma, Time: []loggerfile.TimeColumn{{Role: loggerfile.RoleUnixMs}}}
	layout.Columns = []loggerfile.Mapping{{Column: 1, Field: "x"}}
	p := look(t, []byte(file), files.Wish{Layout: &layout})
	if diff := cmp.Diff([]files.SameTime{{Time: 1000, Rows: 3, Lines: []int{2, 3, 5}}}, p.SameTimes); diff != "" ||
		p.Counts.SameTime != 2 || !slices.Contains(p.Ask, "sameTime") {
		t.Errorf("%s %+v %v", diff, p.Counts, p.Ask)
	}
	for n, c := range []struct {
		rule string
		want float64
	}{{loggerfile.FirstSame, 2}, {loggerfile.LastSame, 9}, {loggerfile.MeanSame, 5}} {
		layout.SameTime, layout.Columns = "", []loggerfile.Mapping{{Column: 1, Channel: int32(n), Field: "x"}}
		refused := in.ended(in.queue(file, layout).ID)
		if refused.State != "failed" || !strings.Contains(string(refused.Progress.Result), `"code":7008`) ||
			!strings.Contains(string(refused.Progress.Result), "2 rows") {
			t.Fatalf("%s: %s %s", c.rule, refused.State, refused.Progress.Result)
		}
		layout.SameTime = c.rule
		job := in.ended(in.queue(file, layout).ID)
		if r := in.report(job); r.Rows != 8 || r.Stored != 4 || r.SameTime != 2 || r.Refused != 1 || r.Empty != 1 {
			t.Errorf("%s: %+v", c.rule, r.Counts)
		}
		var lines []string
		err := in.files.Refusals(t.Context(), job.ID, func(r files.Refused) error {
			lines = append(lines, fmt.Sprint(r.Line))
			met := errs.SameTimeLater
			if c.rule == loggerfile.FirstSame {
				met = errs.SameTimeRow
			}
			if r.Line < 8 && r.Reason.Code != met.Code {
				t.Errorf("%s: line %d %v", c.rule, r.Line, r.Reason)
			}
			return nil
		})
		want := map[string]string{loggerfile.FirstSame: "3 5 8", loggerfile.LastSame: "2 3 8", loggerfile.MeanSame: "2 3 8"}[c.rule]
		if err != nil || strings.Join(lines, " ") != want {
			t.Errorf("%s: lines %v, want %s; %v", c.rule, lines, want, err)
		}
		err = in.Series.Scan(t.Context(), series.RawID(3, int32(n)), 1000, 1000, nil, func(b *series.Block) error {
			if got := b.Values[0][0]; got != c.want {
				t.Errorf("%s stored %v, want %v", c.rule, got, c.want)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
