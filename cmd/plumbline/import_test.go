package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plumbline/internal/field/ingest/files"
	"plumbline/internal/field/protocol/loggerfile"
)

// importCase is a file, its flags, and the outcome.
type importCase struct {
	name, content string
	flags         []string
	want          files.Counts
	refused       string // a line with a refusal
}

const toa5File = `"TOA5","CR1","CR1000X","9285","Std","CPU:b.CR1X","8690","Hourly"
"TIMESTAMP","RECORD","BattV","Freq"
"TS","RN","Volts","Hz"
"","","Min","Smp"
"2026-01-20 08:00:00",1,12.61,2671.8
"2026-01-20 09:00:00",2,12.60,"NAN"
`

// latin1 encodes characters below 256 as Latin-1.
func latin1(text string) string {
	var out []byte
	for _, r := range text {
		out = append(out, byte(r))
	}
	return string(out)
}

func packedFiles(t *testing.T, list ...string) string {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for i := 0; i < len(list); i += 2 {
		f, err := w.Create(list[i])
		if err == nil {
			_, err = f.Write([]byte(list[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func gzipped(t *testing.T, content string) string {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, err := w.Write([]byte(content))
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func importCases(t *testing.T) []importCase {
	foreign := latin1("Gerät 17\nTag|Zeit|x °C|y\n20/Jan/26|08h00|1,5|2\n20/Jan/26|08h15|1,6|-99\n20/Jan/26|xx|1|1\n")
	layout := filepath.Join(t.TempDir(), "layout.json")
	text := `{"encoding":"windows-1252","headerLines":2,"separator":"pipe","decimalComma":true,"missing":["-99"],"zone":"Europe/Berlin",
		"time":[{"column":0,"role":"date","format":"DD/MMM/YY"},{"column":1,"role":"timeOfDay","format":"HHhmm"}],
		"columns":[{"column":2,"channel":30,"field":"x","factor":2},{"column":3,"channel":30,"field":"y"}]}`
	if err := os.WriteFile(layout, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	table := func(day string) string { return "time,v\n" + day + " 00:00:00,1\n" + day + " 01:00:00,2\n" }
	return []importCase{
		{
			name: "hourly.dat", content: toa5File,
			flags: []string{"--zone", "Asia/Shanghai", "--map", "Freq=10.freq,BattV=voltage"}, want: files.Counts{Rows: 2, Stored: 2},
		},
		{
			name: "chinese.csv", content: "\xca\xb1\xbc\xe4,\xcb\xae\xce\xbb\n2026-01-20 08:00:00,1.5\n",
			flags: []string{"--zone", "+08:00", "--map", "#2=20.level"}, want: files.Counts{Rows: 1, Stored: 1},
		},
		{
			name: "foreign.txt", content: foreign, flags: []string{"--layout", layout},
			want: files.Counts{Rows: 3, Stored: 2, Refused: 1}, refused: "foreign.txt line 5, time",
		},
		{name: "by-hand.txt", content: foreign, flags: []string{
			"--encoding", "windows-1252", "--header", "2", "--separator", "pipe", "--decimal", "comma", "--missing", "-99,n/a", "--zone", "Europe/Berlin",
			"--time-columns", "Tag=date:DD/MMM/YY,#2=timeOfDay:HHhmm", "--map", "#3=31.x[°C]*2-0.5,y=31.y",
		}, want: files.Counts{Rows: 3, Stored: 2, Refused: 1}, refused: "by-hand.txt line 5, time"},
		{name: "fixed.txt", content: "LEVELS OF STATION 7\n2026-01-20 08:00 12.5 100\n2026-01-20 09:00 12.7-999\n2026-01-20 10:00-13.1 102\n", flags: []string{
			"--fixed", "0,16,21", "--header", "1", "--missing", "-999", "--zone", "UTC", "--time-columns", "#1=time", "--map", "#2=80.level[cm]*0.01,#3=80.p",
		}, want: files.Counts{Rows: 3, Stored: 3}},
		{
			name: "survey.csv", content: "x,y\n1.5,2.5\n",
			flags: []string{
				"--header", "1", "--time-columns", "none", "--start", "2026-01-20 08:00:00", "--zone", "UTC", "--map", "x=90.x,y=90.y",
			}, want: files.Counts{Rows: 1, Stored: 1},
		},
		{
			name: "week.zip", content: packedFiles(t, "a.csv", table("2026-01-12"), "b.csv", table("2026-01-13")),
			flags: []string{"--zone", "UTC", "--map", "v=40.v"}, want: files.Counts{Rows: 4, Stored: 4},
		},
		{
			name: "packed.csv.gz", content: gzipped(t, table("2026-01-14")),
			flags: []string{"--zone", "UTC", "--map", "v=50.v"}, want: files.Counts{Rows: 2, Stored: 2},
		},
		{
			name: "utf16.csv", content: "\xff\xfet\x00i\x00m\x00e\x00,\x00v\x00\n\x001\x007\x006\x008\x009\x000\x000\x000\x000\x000\x00,\x001\x00\n\x00",
			flags: []string{"--map", "v=60.v"}, want: files.Counts{Rows: 1, Stored: 1},
		},
		{
			name: "twice.csv", content: "time,v\n1768900000,1\n1768900000,2\n1768900060,3\n",
			flags: []string{"--map", "v=70.v", "--same-time", "last"}, want: files.Counts{Rows: 3, Stored: 2, SameTime: 1}, refused: "twice.csv line 2, time",
		},
	}
}

// The command imports what the browser does: recognized files and manual layouts, in any encoding, packed or not. Its
// sums equal those of the page's calls, and a second import stores nothing.
func TestImportFromTheCommandLine(t *testing.T) {
	p := program{T: t, folder: t.TempDir()}
	p.start()
	defer p.kill()
	t.Setenv("PLUMBLINE_PASSWORD", programPassword)
	for _, sn := range []string{"CLI-1", "WEB-1"} {
		body := fmt.Sprintf(`{"name":"Logger","type":"HDA3","model":"HDA3-16","sncode":%q,"register":%q}`, sn, sn)
		if status, err := p.do(http.MethodPost, "/devices", "application/json", []byte(body), nil); err != nil || status != http.StatusCreated {
			t.Fatal(status, err)
		}
	}
	for _, c := range importCases(t) {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), c.name)
			if err := os.WriteFile(path, []byte(c.content), 0o600); err != nil {
				t.Fatal(err)
			}
			command := func(device string, more ...string) (string, error) {
				var out, errs bytes.Buffer
				args := append([]string{"--server", p.url, "--device", device}, c.flags...)
				err := importFile(t.Context(), append(append(args, more...), path), &out, &errs)
				return out.String(), err
			}
			out, err := command("CLI-1")
			if c.want.Refused > 0 != (err != nil) {
				t.Fatalf("%v: %s", err, out)
			}
			lines := strings.Split(strings.TrimSpace(out), "\n")
			if got := lines[len(lines)-1]; got != sums(c.want) {
				t.Errorf("%s\nwant %s", got, sums(c.want))
			}
			if !strings.Contains(out, c.refused) {
				t.Errorf("%q is not in %s", c.refused, out)
			}
			again := c.want
			again.Stored, again.Equal = 0, c.want.Stored
			if out, err = command("CLI-1", "--accept-refused"); err != nil || !strings.HasSuffix(strings.TrimSpace(out), sums(again)) {
				t.Errorf("again: %v %s\nwant %s", err, out, sums(again))
			}
			if got := p.importedByCalls(t, "WEB-1", path, c); got != c.want {
				t.Errorf("the calls of the page: %+v, want %+v", got, c.want)
			}
		})
	}
	t.Run("reads the next file by a saved mapping", func(t *testing.T) { p.importsByMapping(t, "CLI-1") })
	t.Run("refuses ambiguous files", func(t *testing.T) { p.importsAsk(t, "CLI-1") })
}

// importedByCalls imports a file into a device like the page.
func (p *program) importedByCalls(t *testing.T, device, path string, c importCase) files.Counts {
	t.Helper()
	var page struct{ List []struct{ ID int64 } }
	if _, err := p.do(http.MethodGet, "/devices?name="+device, "", nil, &page); err != nil || len(page.List) != 1 {
		t.Fatal(err, page)
	}
	calls := fmt.Sprintf("/devices/%d/import-files", page.List[0].ID)
	var found struct {
		ID int64
		files.Preview
	}
	if status, err := p.do(http.MethodPost, calls+"?name="+filepath.Base(path), "application/octet-stream",
		[]byte(c.content), &found); err != nil || status != http.StatusCreated {
		t.Fatal(status, err)
	}
	layout := c.layoutByCalls(t, found.Preview, func(layout loggerfile.Layout) (looked files.Preview, err error) {
		body, err := json.Marshal(map[string]any{"layout": layout})
		if err == nil {
			_, err = p.do(http.MethodPost, fmt.Sprintf("%s/%d/preview", calls, found.ID), "application/json", body, &looked)
		}
		return looked, err
	})
	body, err := json.Marshal(map[string]any{"layout": layout})
	if err != nil {
		t.Fatal(err)
	}
	var job importJob
	if status, err := p.do(http.MethodPost, fmt.Sprintf("%s/%d/import", calls, found.ID), "application/json", body,
		&job); err != nil || status != http.StatusAccepted {
		t.Fatal(status, err)
	}
	ask := caller{base: p.url, token: p.token, corporation: p.corporation}
	done, err := ask.finished(t.Context(), job.ID)
	if err != nil || done.State != "done" {
		t.Fatal(err, done.State)
	}
	counts := done.Result.Counts
	counts.Values, counts.From, counts.To, counts.Cells = 0, 0, 0, 0
	return counts
}

// layoutByCalls is the page's layout for the same settings.
func (c importCase) layoutByCalls(t *testing.T, found files.Preview, look func(loggerfile.Layout) (files.Preview, error)) (layout loggerfile.Layout) {
	t.Helper()
	var say importFlags
	set := flag.NewFlagSet(c.name, flag.ContinueOnError)
	say.define(set)
	file := set.String("layout", "", "")
	err := set.Parse(c.flags)
	switch {
	case err != nil:
	case *file != "":
		var text []byte
		if text, err = os.ReadFile(*file); err == nil {
			err = json.Unmarshal(text, &layout)
		}
	default:
		layout, _, err = say.layout(found, look)
	}
	if err != nil {
		t.Fatal(err)
	}
	return layout
}

// importsAsk checks that a file with rows of the same time, or with ambiguous dates, is not imported until the user
// decides.
func (p *program) importsAsk(t *testing.T, device string) {
	for says, c := range map[string]importCase{
		"7008":                {content: "time,v\n1768900000,1\n1768900000,2\n", flags: nil},
		"day and month":       {content: "t,v\n01/02/2026 10:00,1\n02/03/2026 10:00,2\n", flags: []string{"--zone", "UTC"}},
		"zone":                {content: "t,v\n2026-01-20 10:00:00,1\n"},
		"--fixed":             {content: "t v\n", flags: []string{"--fixed", "0,8,4"}},
		"--separator or":      {content: "t v\n", flags: []string{"--fixed", "0,8", "--separator", "tab"}},
		"roles are time":      {content: "t,v\n1,2\n", flags: []string{"--time-columns", "t=moment"}},
		`no mapping "weekly"`: {content: "t,v\n2026-01-20 10:00:00,1\n", flags: []string{"--mapping", "weekly"}},
	} {
		path := filepath.Join(t.TempDir(), "file.csv")
		if err := os.WriteFile(path, []byte(c.content), 0o600); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		err := importFile(t.Context(), append(append([]string{"--server", p.url, "--device", device}, c.flags...), path), &out, &errs)
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v %s", says, err, out.String())
		}
	}
}

// importsByMapping saves the printed layout as a mapping, and imports a file with it.
func (p *program) importsByMapping(t *testing.T, device string) {
	path := filepath.Join(t.TempDir(), "next.txt")
	if err := os.WriteFile(path, []byte("day|v\n21.01.26|7\n22.01.26|8\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	flags := []string{"--server", p.url, "--device", device}
	laid := []string{"--separator", "pipe", "--header", "1", "--zone", "UTC", "--time-columns", "day=date:DD.MM.YY", "--map", "v=95.v"}
	if err := importFile(t.Context(), append(slices.Concat(laid, []string{"--preview"}), path), &out, &out); err != nil {
		t.Fatal(err, out.String())
	}
	var found struct{ Layout json.RawMessage }
	if err := json.NewDecoder(&out).Decode(&found); err != nil {
		t.Fatal(err)
	}
	var page struct{ List []struct{ ID int64 } }
	if _, err := p.do(http.MethodGet, "/devices?name="+device, "", nil, &page); err != nil || len(page.List) != 1 {
		t.Fatal(err, page)
	}
	body := fmt.Sprintf(`{"name":"Dam gauge","for":"device","layout":%s}`, found.Layout)
	if status, err := p.do(http.MethodPost, fmt.Sprintf("/devices/%d/import-mappings", page.List[0].ID),
		"application/json", []byte(body), nil); err != nil || status != http.StatusCreated {
		t.Fatal(status, err)
	}
	out.Reset()
	err := importFile(t.Context(), slices.Concat(flags, []string{"--mapping", "Dam gauge", path}), &out, &out)
	if want := sums(files.Counts{Rows: 2, Stored: 2}); err != nil || strings.TrimSpace(out.String()) != want {
		t.Errorf("%v %s, want %s", err, out.String(), want)
	}
}
