package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plumbline/internal/intake/files"
	"plumbline/internal/protocol/loggerfile"
)

// importCase is a file, what is said about it on the command line, and what becomes of it.
type importCase struct {
	name, content string
	flags         []string
	want          files.Counts
	refused       string // a line that says what was refused
}

const toa5File = `"TOA5","CR1","CR1000X","9285","Std","CPU:b.CR1X","8690","Hourly"
"TIMESTAMP","RECORD","BattV","Freq"
"TS","RN","Volts","Hz"
"","","Min","Smp"
"2026-01-20 08:00:00",1,12.61,2671.8
"2026-01-20 09:00:00",2,12.60,"NAN"
`

// latin1 is a text of characters below 256 in Latin-1.
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
		{name: "hourly.dat", content: toa5File, flags: []string{"--zone", "Asia/Shanghai", "--map", "Freq=10.freq,BattV=voltage"}, want: files.Counts{Rows: 2, Stored: 2}},
		{name: "chinese.csv", content: "\xca\xb1\xbc\xe4,\xcb\xae\xce\xbb\n2026-01-20 08:00:00,1.5\n", flags: []string{"--zone", "+08:00", "--map", "#2=20.level"}, want: files.Counts{Rows: 1, Stored: 1}},
		{name: "foreign.txt", content: foreign, flags: []string{"--layout", layout}, want: files.Counts{Rows: 3, Stored: 2, Refused: 1}, refused: "foreign.txt line 5, time"},
		{name: "week.zip", content: packedFiles(t, "a.csv", table("2026-01-12"), "b.csv", table("2026-01-13")), flags: []string{"--zone", "UTC", "--map", "v=40.v"}, want: files.Counts{Rows: 4, Stored: 4}},
		{name: "packed.csv.gz", content: gzipped(t, table("2026-01-14")), flags: []string{"--zone", "UTC", "--map", "v=50.v"}, want: files.Counts{Rows: 2, Stored: 2}},
		{name: "utf16.csv", content: "\xff\xfet\x00i\x00m\x00e\x00,\x00v\x00\n\x001\x007\x006\x008\x009\x000\x000\x000\x000\x000\x00,\x001\x00\n\x00", flags: []string{"--map", "v=60.v"}, want: files.Counts{Rows: 1, Stored: 1}},
		{name: "twice.csv", content: "time,v\n1768900000,1\n1768900000,2\n1768900060,3\n", flags: []string{"--map", "v=70.v", "--same-time", "last"}, want: files.Counts{Rows: 3, Stored: 2, SameTime: 1}, refused: "twice.csv line 2, time"},
	}
}

// The command imports what the browser does: files that are recognised or laid out by
// hand, in any encoding, packed or not. Its sums are those of the calls that the page
// makes, and a second import stores nothing.
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
	t.Run("asks before it guesses", func(t *testing.T) { p.importsAsk(t, "CLI-1") })
}

// importedByCalls imports a file into a device as the page does.
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
	if status, err := p.do(http.MethodPost, calls+"?name="+filepath.Base(path), "application/octet-stream", []byte(c.content), &found); err != nil || status != http.StatusCreated {
		t.Fatal(status, err)
	}
	layout := found.Layout
	say := importFlags{header: -1}
	for i := 0; i < len(c.flags); i += 2 {
		switch value := c.flags[i+1]; c.flags[i] {
		case "--zone":
			say.zone = value
		case "--map":
			say.columns = value
		case "--same-time":
			say.same = value
		case "--layout":
			text, err := os.ReadFile(value)
			if err == nil {
				layout = loggerfile.Layout{}
				err = json.Unmarshal(text, &layout)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := say.onto(&layout, found.Columns); err != nil {
		t.Fatal(err)
	}
	body, err := json.Marshal(map[string]any{"layout": layout})
	if err != nil {
		t.Fatal(err)
	}
	var job importJob
	if status, err := p.do(http.MethodPost, fmt.Sprintf("%s/%d/import", calls, found.ID), "application/json", body, &job); err != nil || status != http.StatusAccepted {
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

// importsAsk checks that a file with rows on the same time, or with dates that may be read
// in two ways, is not imported until the user says how.
func (p *program) importsAsk(t *testing.T, device string) {
	for says, c := range map[string]importCase{
		"7008":                {content: "time,v\n1768900000,1\n1768900000,2\n", flags: nil},
		"day and month":       {content: "t,v\n01/02/2026 10:00,1\n02/03/2026 10:00,2\n", flags: []string{"--zone", "UTC"}},
		"zone":                {content: "t,v\n2026-01-20 10:00:00,1\n"},
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
