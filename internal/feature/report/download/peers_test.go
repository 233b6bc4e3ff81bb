package download_test

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"plumbline/internal/testing/apptest"
	"plumbline/internal/testing/peers"
)

// saved writes a file of a format into a folder.
func (s *site) saved(t *testing.T, format, more string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "file."+format)
	if err := os.WriteFile(path, s.content(t, format, more), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func output(t *testing.T, folder, program string, args ...string) []byte {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = folder
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %v: %v", program, args, err)
	}
	return out
}

// table returns the values of a point as the table of the web shows them, by time (UTC ms).
func (s *site) table(t *testing.T, point int64, kind string) map[int64]float64 {
	t.Helper()
	var page struct {
		List []struct {
			Time   int64
			Values []*float64
		}
	}
	s.Ask(t, "member", "POST", "/api/monitor/pagination", fmt.Sprintf(`{"measuringPointId":%d,"valueType":%q,"start":%d,"end":%d,"pageSize":200}`,
		point, kind, s.begin, s.begin+24*hour), 200, &page)
	values := map[int64]float64{}
	for _, row := range page.List {
		if len(row.Values) > 0 && row.Values[0] != nil {
			values[row.Time] = *row.Values[0]
		}
	}
	return values
}

func TestDuckDBReadsParquet(t *testing.T) {
	folder := peers.Need(t, filepath.Join("..", "..", "..", ".."), "node")
	s := open(t, apptest.Start(t, "sqlite", apptest.Options{}))
	s.work(t)
	var rows []struct {
		At, Point string
		Value     float64
	}
	sql := `SELECT CAST(epoch_ms(time) AS VARCHAR) AS "At", CAST(point_id AS VARCHAR) AS "Point", value AS "Value" FROM file
		WHERE field = 'width' AND value_type = 'observed' AND structure = '` + s.Structure.Name + `' AND unit = 'mm' ORDER BY time, point_id`
	if err := json.Unmarshal(output(t, folder, "node", "parquet.mjs", s.saved(t, "parquet", ""), sql), &rows); err != nil {
		t.Fatal(err)
	}
	want := 0
	for _, point := range s.points {
		shown := s.table(t, point, "observed")
		want += len(shown)
		for _, r := range rows {
			at, err := strconv.ParseInt(r.At, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			if value, found := shown[at]; r.Point == fmt.Sprint(point) && (!found || value != r.Value) {
				t.Errorf("point %d at %d: %v, the table shows %v", point, at, r.Value, value)
			}
		}
	}
	if len(rows) != want || want == 0 {
		t.Errorf("%d rows, the tables show %d", len(rows), want)
	}
}

func TestLibreOfficeReadsWorkbook(t *testing.T) {
	peers.Need(t, filepath.Join("..", "..", "..", ".."), "soffice")
	s := open(t, apptest.Start(t, "sqlite", apptest.Options{}))
	s.work(t)
	book := s.saved(t, "xlsx", "")
	folder := t.TempDir()
	// All sheets, UTF-8, values as they are shown.
	const filter = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1"
	output(t, folder, "soffice", "-env:UserInstallation=file://"+filepath.Join(folder, "profile"), "--headless", "--norestore", "--convert-to", filter, "--outdir", folder, book)
	for i, sheet := range []string{"=P1", "P2_b"} {
		text, err := os.ReadFile(filepath.Join(folder, "file-"+sheet+".csv"))
		if err != nil {
			t.Fatal(err)
		}
		lines, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
		if err == nil && len(lines) != 2+len(widths) {
			err = fmt.Errorf("%d lines", len(lines))
		}
		if err != nil {
			t.Fatalf("%s: %v in %s", sheet, err, text)
		}
		shown := s.table(t, s.points[i], "observed")
		for _, line := range lines[2:] {
			at, err := time.ParseInLocation(time.DateTime, line[0], s.zone)
			if err != nil {
				t.Fatal(err)
			}
			if value := fmt.Sprint(shown[at.UnixMilli()]); value != line[1] {
				t.Errorf("%s at %s: %s, the table shows %s", sheet, line[0], line[1], value)
			}
		}
	}
}
