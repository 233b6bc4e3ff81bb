package download_test

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/xuri/excelize/v2"

	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/apptest"
	"plumbline/internal/testing/await"
)

const hour = int64(3_600_000)

var widths = []float64{0.5, 1.5, -2.5, 0.1}

// report is a file as the API describes it.
type report struct {
	ID       int64
	Status   string
	Reason   string
	Title    string
	Size     int64
	Lines    int64
	SHA256   string `json:"sha256"`
	Progress float64
	Account  string
	Expires  int64 `json:"expiresAt"`
}

// site is a structure with two points whose readings a person enters, hour by hour.
type site struct {
	*apptest.Server
	points []int64
	begin  int64
	zone   *time.Location
	files  string // path of the files of the project
}

func open(t *testing.T, s *apptest.Server) *site {
	t.Helper()
	made := &site{Server: s, files: fmt.Sprintf("/api/projects/%d/reports", s.Project.ID)}
	var err error
	if made.zone, err = time.LoadLocation(s.Project.TimeZone); err != nil {
		t.Fatal(err)
	}
	path := fmt.Sprintf("/api/structures/%d/measuring-points", s.Structure.ID)
	var added struct{ List []struct{ ID int64 } }
	s.Ask(t, "owner", "POST", path, `{"points":[
		{"name":"=P1","type":"artificial","measurement":"Crack","category":"Artificial"},
		{"name":"P2/b","type":"artificial","measurement":"Crack","category":"Artificial"}]}`, 201, &added)
	made.begin = clock.Now().Truncate(time.Hour).UnixMilli() - int64(len(widths))*hour
	for i, p := range added.List {
		made.points = append(made.points, p.ID)
		var rows []string
		for k, v := range widths {
			at := time.UnixMilli(made.begin + int64(k)*hour).In(made.zone).Format(time.DateTime)
			rows = append(rows, fmt.Sprintf(`{"time":%q,"values":{"width":%g}}`, at, v+float64(10*i)))
		}
		s.Ask(t, "owner", "POST", fmt.Sprintf("%s/%d/artificial-data", path, p.ID), `{"rows":[`+strings.Join(rows, ",")+`],"note":"tape"}`, 201, nil)
	}
	s.Computed(t, made.begin+int64(len(widths)-1)*hour, made.points...)
	return made
}

func on(t *testing.T, test func(t *testing.T, s *site)) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) { test(t, open(t, apptest.Start(t, engine, apptest.Options{}))) })
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

// wanted is a request for the readings of the two points.
func (s *site) wanted(format, more string) string {
	return fmt.Sprintf(`{"projectId":%d,"measuringPointIds":[%d,%d],"start":%d,"end":%d,"valueTypes":["observed","accumulated"],"format":%q%s}`,
		s.Project.ID, s.points[0], s.points[1], s.begin, s.begin+24*hour, format, more)
}

func (s *site) ask(t *testing.T, body string) (r report) {
	t.Helper()
	s.Ask(t, "member", "POST", "/api/exports/measuring-point-data", body, 202, &r)
	return r
}

// ended waits for the end of a file.
func (s *site) ended(t *testing.T, id int64) (r report) {
	t.Helper()
	for ctx := t.Context(); ctx.Err() == nil; {
		if s.Ask(t, "guest", "GET", fmt.Sprintf("%s/%d", s.files, id), "", 200, &r); r.Status != "pending" {
			return r
		}
		await.Pause()
	}
	t.Fatal("the file did not end")
	return r
}

// get opens a file by a new link.
func (s *site) get(t *testing.T, id int64, span string) *httptest.ResponseRecorder {
	t.Helper()
	var link struct{ Path string }
	s.Ask(t, "guest", "POST", fmt.Sprintf("%s/%d/link", s.files, id), "", 200, &link)
	r := httptest.NewRequestWithContext(t.Context(), "GET", link.Path, nil)
	if span != "" {
		r.Header.Set("Range", span)
	}
	w := httptest.NewRecorder()
	s.API.ServeHTTP(w, r)
	return w
}

func (s *site) content(t *testing.T, format, more string) []byte {
	t.Helper()
	r := s.ended(t, s.ask(t, s.wanted(format, more)).ID)
	if r.Status != "done" || r.Progress != 1 || r.Expires == 0 {
		t.Fatalf("the file ended as %+v", r)
	}
	got := s.get(t, r.ID, "")
	sum := sha256.Sum256(got.Body.Bytes())
	if got.Code != 200 || int64(got.Body.Len()) != r.Size || hex.EncodeToString(sum[:]) != r.SHA256 {
		t.Fatalf("%d, %d bytes of %d, sum of %s", got.Code, got.Body.Len(), r.Size, r.SHA256)
	}
	if name := got.Header().Get("Content-Disposition"); !strings.Contains(name, "attachment") {
		t.Errorf("it is offered as %q", name)
	}
	return got.Body.Bytes()
}

func TestReadingsAsCSV(t *testing.T) {
	on(t, func(t *testing.T, s *site) {
		s.work(t)
		data := s.content(t, "csv", "")
		files, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for _, f := range files.File {
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			got[f.Name] = string(text)
		}
		for _, want := range []string{s.Project.Name, "Asia/Shanghai", "Plumbline", "#N/A", time.UnixMilli(s.begin).In(s.zone).Format(time.DateTime)} {
			if !strings.Contains(got["About.txt"], want) {
				t.Errorf("the file about the export lacks %q: %s", want, got["About.txt"])
			}
		}
		first := got[s.Structure.Name+"/=P1.csv"]
		want := time.UnixMilli(s.begin+2*hour).In(s.zone).Format(time.DateTime) + ",-2.5,"
		if lines := strings.Split(strings.TrimSpace(first), "\r\n"); len(lines) != 1+len(widths) || !strings.HasPrefix(lines[3], want) {
			t.Errorf("readings of the first point: %q", first)
		}
		if second := got[s.Structure.Name+"/P2_b.csv"]; !strings.Contains(second, ",7.5,") {
			t.Errorf("readings of the second point: %q", second)
		}
		var news struct {
			List []struct{ Kind, Title string }
		}
		s.Ask(t, "member", "GET", "/api/notifications", "", 200, &news)
		if len(news.List) == 0 || news.List[0].Kind != "file.made" {
			t.Errorf("who asked for it was not notified: %+v", news)
		}
	})
}

func TestReadingsAsWorkbook(t *testing.T) {
	on(t, func(t *testing.T, s *site) {
		s.work(t)
		f, err := excelize.OpenReader(bytes.NewReader(s.content(t, "xlsx", "")))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if names := f.GetSheetList(); !slices.Equal(names, []string{"About", "=P1", "P2_b"}) {
			t.Errorf("sheets %q", names)
		}
		for i, sheet := range []string{"=P1", "P2_b"} {
			for k, v := range widths {
				text, err := f.GetCellValue(sheet, fmt.Sprintf("B%d", k+3), excelize.Options{RawCellValue: true})
				if want := fmt.Sprint(v + float64(10*i)); err != nil || text != want {
					t.Errorf("%s line %d: %q, want %s", sheet, k, text, want)
				}
			}
		}
		one := strings.Replace(s.wanted("xlsx", `,"singleSheet":true`), fmt.Sprintf(",%d]", s.points[1]), "]", 1)
		if r := s.ended(t, s.ask(t, one).ID); r.Status != "done" || r.Lines != int64(len(widths)) {
			t.Errorf("one sheet: %+v", r)
		}
	})
}

func TestReadingsAsParquet(t *testing.T) {
	type line struct {
		Time      int64    `parquet:"time"`
		PointID   int64    `parquet:"point_id"`
		Point     string   `parquet:"point"`
		Field     string   `parquet:"field"`
		ValueType string   `parquet:"value_type"`
		Value     *float64 `parquet:"value,optional"`
		Unit      string   `parquet:"unit"`
	}
	on(t, func(t *testing.T, s *site) {
		s.work(t)
		data := s.content(t, "parquet", "")
		lines, err := parquet.Read[line](bytes.NewReader(data), int64(len(data)))
		if err != nil || len(lines) != 2*2*len(widths) {
			t.Fatalf("%d lines, %v", len(lines), err)
		}
		for _, l := range lines {
			i, k := slices.Index(s.points, l.PointID), (l.Time-s.begin)/hour
			want := widths[k] + float64(10*i)
			if l.ValueType == "accumulated" {
				continue
			}
			if l.Value == nil || math.Abs(*l.Value-want) > 1e-12 || l.Unit != "mm" || l.Field != "width" {
				t.Errorf("%+v, want %v", l, want)
			}
		}
	})
}

func TestDownloadResumes(t *testing.T) {
	on(t, func(t *testing.T, s *site) {
		s.work(t)
		r := s.ended(t, s.ask(t, s.wanted("csv", "")).ID)
		whole := s.get(t, r.ID, "").Body.Bytes()
		rest := s.get(t, r.ID, "bytes=100-") // by another link
		if rest.Code != 206 || !bytes.Equal(rest.Body.Bytes(), whole[100:]) || rest.Header().Get("ETag") != `"`+r.SHA256+`"` {
			t.Errorf("%d, %d bytes, %v", rest.Code, rest.Body.Len(), rest.Header())
		}
		for _, path := range []string{
			fmt.Sprintf("/api/reports/%d/file?until=%d&sign=x", r.ID, clock.Now().Add(time.Minute).UnixMilli()),
			fmt.Sprintf("/api/reports/%d/file", r.ID),
		} {
			w := httptest.NewRecorder()
			s.API.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", path, nil))
			if w.Code != 404 && w.Code != 422 {
				t.Errorf("%s: %d", path, w.Code)
			}
		}
	})
}

func TestFilesBelongToWhoAskedForThem(t *testing.T) {
	on(t, func(t *testing.T, s *site) {
		s.work(t)
		r := s.ended(t, s.ask(t, s.wanted("csv", "")).ID)
		path := fmt.Sprintf("%s/%d", s.files, r.ID)
		for _, c := range []struct {
			who, method, path string
			status            int
		}{
			{"guest", "POST", path + "/cancel", 403},
			{"member", "POST", path + "/cancel", 409}, // it is done
			{"member", "POST", path + "/retry", 409},
			{"guest", "DELETE", path, 403},
			{"stranger", "GET", path, 404},
			{"stranger", "POST", path + "/link", 404},
			{"stranger", "GET", s.files, 404},
			{"manager", "DELETE", path, 200},
			{"member", "GET", path, 404},
			{"member", "POST", path + "/link", 404},
		} {
			if got := s.Call(t.Context(), t, c.who, c.method, c.path, ""); got.Code != c.status {
				t.Errorf("%s %s %s: %d %s", c.who, c.method, c.path, got.Code, got.Body)
			}
		}
		if got := s.Call(t.Context(), t, "guest", "POST", "/api/exports/measuring-point-data", s.wanted("csv", "")); got.Code != 403 {
			t.Errorf("a guest asks: %d %s", got.Code, got.Body)
		}
	})
}

func TestWrongRequestsAreRefused(t *testing.T) {
	on(t, func(t *testing.T, s *site) {
		good := s.wanted("csv", "")
		for _, c := range []struct {
			who, body, want string
			status          int
		}{
			{"member", strings.Replace(good, `"format":"csv"`, `"format":"pdf"`, 1), `"format"`, 422},
			{"member", strings.Replace(good, `"accumulated"`, `"observed"`, 1), `"valueTypes[1]"`, 422},
			{"member", strings.Replace(good, `"accumulated"`, `"speed"`, 1), `"valueTypes[1]"`, 422},
			{"member", strings.Replace(good, fmt.Sprint(s.points[0]), "4711", 1), `"measuringPointIds"`, 404},
			{"member", strings.Replace(good, fmt.Sprintf(`"start":%d`, s.begin), `"start":0`, 1), "", 422},
			{"member", s.wanted("csv", `,"singleSheet":true`), `"singleSheet"`, 422},
			{"member", s.wanted("xlsx", `,"singleSheet":true`), `"singleSheet"`, 422},
			{"member", s.wanted("csv", fmt.Sprintf(`,"knownAt":%d`, clock.Now().Add(time.Hour).UnixMilli())), `"knownAt"`, 422},
			{"member", fmt.Sprintf(`{"projectId":%d,"measurement":"Flow","start":%d,"end":%d,"format":"csv"}`, s.Project.ID, s.begin, s.begin+1), fmt.Sprint(errs.NoPointsChosen.Code), 422},
			{"stranger", good, `"projectId"`, 404},
		} {
			got := s.Call(t.Context(), t, c.who, "POST", "/api/exports/measuring-point-data", c.body)
			if got.Code != c.status || !strings.Contains(got.Body.String(), c.want) {
				t.Errorf("%s %s: %d %s, want %d and %s", c.who, c.body, got.Code, got.Body, c.status, c.want)
			}
		}
		var page struct{ Total int }
		s.Ask(t, "guest", "GET", s.files, "", 200, &page)
		if page.Total != 0 {
			t.Errorf("%d refused requests are listed", page.Total)
		}
	})
}

func TestFileThatCannotBeMadeSaysWhy(t *testing.T) {
	on(t, func(t *testing.T, s *site) {
		waiting, cancelled := s.ask(t, s.wanted("csv", "")), s.ask(t, s.wanted("xlsx", ""))
		path := fmt.Sprintf("%s/%d", s.files, cancelled.ID)
		s.Ask(t, "member", "POST", path+"/cancel", "", 200, &cancelled)
		if cancelled.Status != "error" || cancelled.Reason != errs.New(errs.DownloadCancelled).Text(errs.English) {
			t.Errorf("cancelled: %+v", cancelled)
		}
		for _, id := range s.points {
			s.Ask(t, "owner", "DELETE", fmt.Sprintf("/api/structures/%d/measuring-points/%d", s.Structure.ID, id), "", 200, nil)
		}
		s.work(t)
		if r := s.ended(t, waiting.ID); r.Status != "error" || !strings.Contains(r.Reason, "no measuring points") {
			t.Errorf("without its points: %+v", r)
		}
		s.Ask(t, "member", "POST", path+"/retry", "", 200, &cancelled)
		if r := s.ended(t, cancelled.ID); r.Status != "error" || r.Reason == "Cancelled" {
			t.Errorf("tried again: %+v", r)
		}
		var page struct {
			Total int
			Used  int64
		}
		s.Ask(t, "guest", "GET", s.files+"?status=error&format=xlsx&own=false&name=p1", "", 200, &page)
		if page.Total != 1 || page.Used != 0 {
			t.Errorf("files with an error: %+v", page)
		}
	})
}
