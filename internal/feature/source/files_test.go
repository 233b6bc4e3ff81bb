package source_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/apptest"
)

// head is the header of a TOA5 file.
const head = `"TOA5","CR1000X_BR1","CR1000X","9285","CR1000X.Std.04.02","CPU:bridge.CR1X","8690","Hourly"
"TIMESTAMP","RECORD","BattV_Min","VW_Freq(1)"
"TS","RN","Volts","Hz"
"","","Min","Smp"
`

// record is a row of the file; the first is at 2023-11-05T00:00:00Z.
func record(n int) string {
	at := time.UnixMilli(firstHour * 3_600_000).UTC().Add(time.Duration(n) * time.Hour)
	return fmt.Sprintf("%q,%d,12.6,%d.5\n", at.Format(time.DateTime), n, n)
}

func (r *rig) files(kind string, settings map[string]any) map[string]any {
	settings["layout"] = map[string]any{
		"format": "toa5", "headerLines": 4, "separator": "comma", "zone": "+00:00",
		"time":    []any{map[string]any{"column": 0, "role": "time", "format": "YYYY-MM-DD HH:mm:ss"}},
		"columns": []any{map[string]any{"column": 3, "channel": 1, "field": "freq"}},
	}
	return map[string]any{"name": kind, "kind": kind, "enabled": true, "deviceIds": []int64{r.Collector.ID}, "settings": map[string]any{"files": settings}}
}

// rows returns the rows of the first channel of the collector: their number, and the last.
func (r *rig) rows() (n int, last string) {
	list := strings.Split(r.readings(r.Collector.ID, 1), ", ")
	return len(list), list[len(list)-1]
}

// logger is a file that grows.
type logger struct {
	testing.TB
	path string
	at   time.Time
}

func (l *logger) write(text string) {
	l.Helper()
	if err := os.WriteFile(l.path, []byte(text), 0o600); err != nil {
		l.Fatal(err)
	}
	l.at = l.at.Add(time.Minute)
	if err := os.Chtimes(l.path, l.at, l.at); err != nil {
		l.Fatal(err)
	}
}

// A file that grows is read on from where it was read, without a row that is not complete. A changed header stops the source
// until a person accepts it.
func TestFileThatGrows(t *testing.T) {
	folder := t.TempDir()
	r := start(t, apptest.Engines()[0], folder)
	l := &logger{t, filepath.Join(folder, "hourly.dat"), time.Unix(1_700_000_000, 0)}
	l.write(head + record(0) + record(1) + record(2)[:10])
	if err := os.WriteFile(filepath.Join(folder, "notes.txt"), []byte("1 2 3"), 0o600); err != nil {
		t.Fatal(err)
	}
	at := r.create(r.files("folder", map[string]any{"folder": folder, "pattern": "*.dat"}))
	expect := func(n int, last string, bytes int) map[string]any {
		t.Helper()
		state := r.again(at)
		if rows, got := r.rows(); rows != n || !strings.HasSuffix(got, last) {
			t.Errorf("%d rows, the last %s", rows, got)
		}
		run := r.ask("GET", at+"/runs", nil, 200)["list"].([]any)[0].(map[string]any)
		if run["bytes"].(float64) != float64(bytes) {
			t.Errorf("read %v bytes, want %d", run["bytes"], bytes)
		}
		return state
	}
	expect(2, "freq=1.5", len(head+record(0)+record(1)))
	l.write(head + record(0) + record(1) + record(2) + record(3))
	expect(4, "freq=3.5", len(record(2)+record(3)))
	expect(4, "freq=3.5", 0)
	l.write(head + record(4)) // the logger has begun a new file
	expect(5, "freq=4.5", 0)
	changed := strings.Replace(head, `"BattV_Min"`, `"PTemp"`, 1)
	l.write(changed + record(4) + record(5))
	if state := expect(5, "freq=4.5", 0); state["state"] != "asks" || state["code"].(float64) != float64(errs.HeaderChanged.Code) || state["nextRun"].(float64) != 0 {
		t.Errorf("state %v", state)
	}
	r.run() // it waits
	r.ask("POST", at+"/run", `{"again":true}`, 200)
	r.run()
	if rows, last := r.rows(); rows != 6 || !strings.HasSuffix(last, "freq=5.5") {
		t.Errorf("%d rows, the last %s", rows, last)
	}
}

// The last row of a file that nobody writes to any more counts even without a line end. If it goes on after all, the row is
// read again.
func TestLastRowWithoutLineEnd(t *testing.T) {
	folder := t.TempDir()
	r := start(t, apptest.Engines()[0], folder)
	l := &logger{t, filepath.Join(folder, "hourly.dat"), time.Unix(1_700_000_000, 0)}
	l.write(head + record(0) + strings.TrimSuffix(record(1), ".5\n"))
	at := r.create(r.files("folder", map[string]any{"folder": folder}))
	r.run()
	if n, last := r.rows(); n != 1 || !strings.HasSuffix(last, "freq=0.5") {
		t.Errorf("%d rows, the last %s", n, last)
	}
	r.again(at)
	if n, last := r.rows(); n != 2 || !strings.HasSuffix(last, "freq=1") {
		t.Errorf("%d rows, the last %s", n, last)
	}
	l.write(head + record(0) + record(1) + record(2))
	r.again(at)
	if n, last := r.rows(); n != 3 || !strings.Contains(r.readings(r.Collector.ID, 1), "freq=1.5") {
		t.Errorf("%d rows, the last %s", n, last)
	}
}

func TestFoldersThatAreRefused(t *testing.T) {
	folder := t.TempDir()
	r := start(t, apptest.Engines()[0], folder)
	outside := filepath.Join(t.TempDir(), "secret.dat")
	if err := os.WriteFile(outside, []byte(head+record(0)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(folder, "link.dat")); err != nil {
		t.Fatal(err)
	}
	r.create(r.files("folder", map[string]any{"folder": folder}))
	r.run()
	if got := r.readings(r.Collector.ID, 1); got != "" {
		t.Errorf("a link out of the folder was followed: %s", got)
	}
	for name, of := range map[string]struct {
		settings map[string]any
		message  *errs.Message
		status   int
	}{
		"not listed": {map[string]any{"folder": filepath.Dir(folder)}, errs.FolderNotListed, 403},
		"inside":     {map[string]any{"folder": folder + "/.."}, errs.FolderNotListed, 403},
		"pattern":    {map[string]any{"folder": folder, "pattern": "../*"}, errs.PatternInvalid, 422},
		"address":    {map[string]any{"folder": folder, "address": "a:22"}, errs.Unexpected, 422},
	} {
		body := r.files("folder", of.settings)
		body["name"] = name
		if got := r.ask("POST", "", body, of.status); got["code"].(float64) != float64(of.message.Code) {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Files are sent with the secret of the device.
func TestUploadedFiles(t *testing.T) {
	r := start(t, apptest.Engines()[0])
	send := func(register, secret, name, text string) *httptest.ResponseRecorder {
		request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/ingest/v1/"+register+"/files/"+name, strings.NewReader(text))
		request.Header.Set("Authorization", "Bearer "+secret)
		request.Header.Set("Accept-Language", "en")
		w := httptest.NewRecorder()
		r.API.ServeHTTP(w, request)
		return w
	}
	register := r.Collector.Register
	expect := func(w *httptest.ResponseRecorder, status int, content string) {
		t.Helper()
		if w.Code != status || !strings.Contains(w.Body.String(), content) {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	}
	expect(send(register, r.Secret, "a.dat", head), 403, `"code":8659`)
	at := r.create(r.files("upload", map[string]any{}))
	expect(send(register, "wrong", "a.dat", head), 401, "")
	expect(send("NOBODY", r.Secret, "a.dat", head), 401, "")
	expect(send(register, r.Secret, "a.dat", head+record(0)+strings.TrimSpace(record(1))), 200, `"stored":2`)
	expect(send(register, r.Secret, "a.dat", head+record(0)+record(1)+record(2)), 200, `"stored":1`)
	expect(send(register, r.Secret, "a.dat", ""), 422, "")
	expect(send(register, r.Secret, "b.dat", strings.Replace(head, "BattV", "Batt", 1)+record(3)), 409, `"code":8642`)
	if state := r.ask("GET", at, nil, 200); state["state"] != "asks" {
		t.Errorf("state %v", state)
	}
	if n, last := r.rows(); n != 3 || !strings.HasSuffix(last, "freq=2.5") {
		t.Errorf("%d rows, the last %s", n, last)
	}
}
