package export_test

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"plumbline/internal/platform/clock"
	"plumbline/internal/testing/apptest"
	"plumbline/internal/testing/await"
)

const hour = int64(3_600_000)

// readings is the number of readings of each vessel, every hour. The fourth hour has none.
const readings = 6

// site is a line of three vessels on channels of the logger, a section of two virtual points that are computed from them, and a
// crack that is read by hand.
type site struct {
	*apptest.Server
	begin, end int64 // UTC ms of the first and the last reading
	zone       *time.Location
	ids        map[string]int64
}

func open(t *testing.T, server *apptest.Server) *site {
	t.Helper()
	s := &site{Server: server, ids: map[string]int64{"project": server.Project.ID, "structure": server.Structure.ID, "logger": server.Collector.ID}}
	var err error
	if s.zone, err = time.LoadLocation(s.Project.TimeZone); err != nil {
		t.Fatal(err)
	}
	s.begin = clock.Now().Truncate(time.Hour).UnixMilli() - readings*hour
	s.end = s.begin + (readings-1)*hour
	for i, name := range []string{"V0", "V1", "V2"} {
		reference := ""
		if i > 0 {
			reference = fmt.Sprintf(`,{"aspect":"processor","validFrom":0,"value":{"refPoint":%d}}`, s.ids["V0"])
		}
		s.point(t, name, fmt.Sprintf(`{"name":%q,"measurement":"DBCJ","category":"HSL","config":[
			{"aspect":"binding","validFrom":0,"value":{"sources":[{"role":"main","deviceId":{logger},"channelNo":%d}]}},
			{"aspect":"collect","validFrom":0,"value":{"mode":"UploadCollect","interval":3600}},
			{"aspect":"formula","validFrom":0,"value":{"rules":[{"formulaType":"SYSTEM_FORMULA","sysFormula":"HSL"}]}},
			{"aspect":"initial","validFrom":0,"value":{"mode":"auto","count":1}},
			{"aspect":"engineering","validFrom":0,"value":{"chainage":"K0+%d"}}%s]}`, name, 9+i, 100*i, reference))
	}
	for i, name := range []string{"S1-A", "S1-B"} {
		s.point(t, name, fmt.Sprintf(`{"name":%q,"type":"virtual","measurement":"StructuralDeformation","category":"Virtual","config":[
			{"aspect":"binding","validFrom":0,"value":{"sources":[{"role":"main","pointId":{V%d}}]}},
			{"aspect":"formula","validFrom":0,"value":{"rules":[
				{"computedField":"convergence","formulaType":"SYSTEM_FORMULA","sysFormula":"DIRECT","options":{"field":"settlement"}},
				{"computedField":"chord","formulaType":"SYSTEM_FORMULA","sysFormula":"DIRECT","options":{"field":"level"}}]}},
			{"aspect":"initial","validFrom":0,"value":{"mode":"auto","count":1}},
			{"aspect":"engineering","validFrom":0,"value":{"section":"S1","chainage":"K0+%d"}}]}`, name, 1+i, 50+i))
	}
	s.point(t, "=C1", `{"name":"=C1","type":"artificial","measurement":"Crack","category":"Artificial"}`)
	s.send(t)
	return s
}

// point creates a point.
func (s *site) point(t *testing.T, name, body string) {
	t.Helper()
	var made struct{ List []struct{ ID int64 } }
	s.Ask(t, "owner", "POST", fmt.Sprintf("/api/structures/%d/measuring-points", s.Structure.ID), `{"points":[`+s.fill(body)+`]}`, 201, &made)
	s.ids[name] = made.List[0].ID
}

// fill replaces names in braces by ids.
func (s *site) fill(text string) string {
	for name, id := range s.ids {
		text = strings.ReplaceAll(text, "{"+name+"}", strconv.FormatInt(id, 10))
	}
	text = strings.ReplaceAll(text, "{begin}", strconv.FormatInt(s.begin, 10))
	return strings.ReplaceAll(text, "{end}", strconv.FormatInt(s.end, 10))
}

// send sends the readings of the logger, and enters one of the crack, and waits for the results.
func (s *site) send(t *testing.T) {
	t.Helper()
	var items []string
	for k := range int64(readings) {
		if k == 3 {
			continue
		}
		items = append(items, fmt.Sprintf(`{"t":%d,"v":{"voltage":%g},"ch":[{"no":9,"level":50.5,"temp":18},{"no":10,"level":%g,"temp":18},{"no":11,"level":%g,"temp":18}]}`,
			s.begin+k*hour, 12.5-0.1*float64(k), 49+0.25*float64(k), 52-0.5*float64(k)))
	}
	body := `{"seq":1,"items":[` + strings.Join(items, ",") + `]}`
	path, now := "/ingest/v1/"+s.Collector.Register, strconv.FormatInt(clock.Now().Unix(), 10)
	sum := sha256.Sum256([]byte(body))
	mac := hmac.New(sha256.New, []byte(s.Secret))
	mac.Write([]byte(now + "\nPOST\n" + path + "\n" + hex.EncodeToString(sum[:])))
	r := httptest.NewRequestWithContext(t.Context(), "POST", path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Time", now)
	r.Header.Set("X-Sign", hex.EncodeToString(mac.Sum(nil)))
	w := httptest.NewRecorder()
	s.API.ServeHTTP(w, r)
	if w.Code != 200 {
		t.Fatalf("readings: %d %s", w.Code, w.Body)
	}
	at := time.UnixMilli(s.end).In(s.zone).Format(time.DateTime)
	s.Ask(t, "owner", "POST", fmt.Sprintf("/api/structures/%d/measuring-points/%d/artificial-data", s.Structure.ID, s.ids["=C1"]),
		fmt.Sprintf(`{"rows":[{"time":%q,"values":{"width":0.5}}],"note":"tape"}`, at), 201, nil)
	for _, name := range []string{"V0", "V1", "V2", "S1-A", "S1-B", "=C1"} {
		s.Computed(t, s.end, s.ids[name])
	}
}

func on(t *testing.T, test func(t *testing.T, s *site)) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			s := open(t, apptest.Start(t, engine, apptest.Options{}))
			s.work(t)
			test(t, s)
		})
	}
}

// work runs the jobs until the test ends.
func (s *site) work(t *testing.T) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); s.Jobs.Run(ctx) }()
	t.Cleanup(func() { stop(); <-ended })
}

// made asks for a file and returns its content once it is done.
func (s *site) made(t *testing.T, kind, body string) []byte {
	t.Helper()
	var r struct {
		ID             int64
		Status, Reason string
		Kind           string
		Lines          int64
	}
	s.Ask(t, "member", "POST", "/api/exports/"+kind, s.fill(body), 202, &r)
	path := fmt.Sprintf("/api/projects/%d/reports/%d", s.Project.ID, r.ID)
	for ctx := t.Context(); r.Status == "pending" && ctx.Err() == nil; {
		s.Ask(t, "guest", "GET", path, "", 200, &r)
		await.Pause()
	}
	if r.Status != "done" || r.Kind != kind || r.Lines == 0 {
		t.Fatalf("%s %s ended as %+v", kind, body, r)
	}
	var link struct{ Path string }
	s.Ask(t, "guest", "POST", path+"/link", "", 200, &link)
	w := httptest.NewRecorder()
	s.API.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", link.Path, nil))
	return w.Body.Bytes()
}

// sheets are the cells of a workbook by the name of the sheet, with all digits.
func sheets(t *testing.T, book []byte) map[string][][]string {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader(book))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	cells := map[string][][]string{}
	for _, name := range f.GetSheetList() {
		if cells[name], err = f.GetRows(name, excelize.Options{RawCellValue: true}); err != nil {
			t.Fatal(err)
		}
	}
	return cells
}

// unzipped are the cells of the csv files of a zip by their names.
func unzipped(t *testing.T, data []byte) map[string][][]string {
	t.Helper()
	files, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	cells := map[string][][]string{}
	for _, f := range files.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		lines := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(text), "\uFEFF")))
		lines.FieldsPerRecord = -1
		if cells[f.Name], err = lines.ReadAll(); err != nil {
			t.Fatal(err)
		}
	}
	return cells
}

// table are lines by the names of their columns.
type table []map[string]string

// under returns the lines under the head that begins with a name, until the first that is empty.
func under(t *testing.T, cells [][]string, first string) (list table) {
	t.Helper()
	at := -1
	for i, line := range cells {
		switch {
		case at < 0 && len(line) > 0 && line[0] == first:
			at = i
		case at >= 0 && len(line) == 0:
			return list
		case at >= 0:
			one := map[string]string{}
			for k, name := range cells[at] {
				if k < len(line) {
					one[name] = line[k]
				}
			}
			list = append(list, one)
		}
	}
	if at < 0 {
		t.Fatalf("no head that begins with %q in %q", first, cells)
	}
	return list
}

// shown is a number of the API as a file shows it.
func shown(v *float64, decimals int) string {
	if v == nil {
		return "#N/A"
	}
	scale := math.Pow10(decimals)
	return strconv.FormatFloat(math.Round(*v*scale)/scale+0, 'g', -1, 64)
}

// serial is a time as the number of a spreadsheet.
func (s *site) serial(t int64) string {
	if t == 0 {
		return "#N/A"
	}
	_, offset := time.UnixMilli(t).In(s.zone).Zone()
	return strconv.FormatFloat(float64(t+int64(offset)*1000)/86_400_000+25_569, 'f', -1, 64)
}

// previewed is the answer of reportPreview.
type previewed struct {
	Points []previewedPoint
	Rows   []struct {
		MeasuringPointID                                                     int64
		Field, Unit, ChangeUnit, Control                                     string
		Depth, Initial, Previous, Value, Change, Accumulated, Rate, Chainage *float64
		Differential                                                         *float64
		Decimals, ChangeDecimals                                             int
		Level                                                                *int
	}
}

type previewedPoint struct {
	MeasuringPointID int64
	Name             string
	Time, Previous   int64
	Instrument       string
}

func (s *site) preview(t *testing.T, body string) (p previewed) {
	t.Helper()
	s.Ask(t, "member", "POST", "/api/monitor/report-preview", s.fill(body), 200, &p)
	return p
}

// decoded decodes JSON.
func decoded[T any](t *testing.T, data []byte) (v T) {
	t.Helper()
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}
