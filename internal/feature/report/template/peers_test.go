package template_test

import (
	"context"
	"encoding/csv"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"plumbline/internal/feature/report/template"
	"plumbline/internal/testing/peers"
	"plumbline/internal/testing/rendered"
)

// TestLibreOfficeReadsReports opens the reports of all templates that come with the product, and compares every cell of every sheet
// with what the report holds. Their PDFs are rendered: no page is blank, and nothing is printed beyond its edges. LibreOffice computes the formulas of the designed template.
func TestLibreOfficeReadsReports(t *testing.T) {
	peers.Need(t, filepath.Join("..", "..", "..", ".."), "soffice")
	folder := t.TempDir()
	var all, workbooks []string
	reports := map[string][]byte{} // workbooks by name
	keep := func(name, format, language string, file []byte) {
		report, _ := filled(t, file, rich(language, 12))
		path := filepath.Join(folder, name+"."+format)
		if err := os.WriteFile(path, report, 0o600); err != nil {
			t.Fatal(err)
		}
		all = append(all, path)
		if format == string(template.Workbook) {
			workbooks, reports[name] = append(workbooks, path), report
		}
	}
	for _, s := range template.Shipped() {
		file, err := s.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		keep(s.ID+"-"+s.Language, s.Format, s.Language, file)
	}
	keep("designed", string(template.Workbook), "zh", designed(t))
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	const filter = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1"
	convert := func(to string, files []string) {
		args := []string{"-env:UserInstallation=file://" + filepath.Join(folder, "profile"), "--headless", "--norestore", "--convert-to", to, "--outdir", folder}
		if out, err := exec.CommandContext(ctx, "soffice", append(args, files...)...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	convert("pdf", all)
	for _, path := range all {
		path = strings.TrimSuffix(path, filepath.Ext(path))
		data, err := os.ReadFile(path + ".pdf")
		if err != nil {
			t.Fatal(err)
		}
		const edge = 18 // points: what printers leave blank
		name := filepath.Base(path)
		rendered.Spills(t, name, rendered.Pages(t, filepath.Join("..", "..", "..", ".."), name, data), edge, edge)
	}
	convert(filter, workbooks)
	compared := 0
	for name, data := range reports {
		f := opened(t, data)
		for _, sheet := range f.GetSheetList() {
			text, err := os.ReadFile(filepath.Join(folder, name+"-"+sheet+".csv"))
			if err != nil {
				t.Fatal(err)
			}
			reader := csv.NewReader(strings.NewReader(string(text)))
			reader.FieldsPerRecord = -1
			lines, err := reader.ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			rows, err := f.GetRows(sheet)
			if err != nil {
				t.Fatal(err)
			}
			for i, cells := range rows {
				for n, want := range cells {
					got := ""
					if i < len(lines) && n < len(lines[i]) {
						got = lines[i][n]
					}
					if formula, _ := f.GetCellFormula(sheet, excelName(t, n+1, i+1)); formula != "" && want == "" {
						continue // a value that only programs compute
					}
					if compared++; got != want && !sameNumber(got, want) {
						t.Errorf("%s %s %s: LibreOffice reads %q, want %q", name, sheet, excelName(t, n+1, i+1), got, want)
					}
				}
			}
		}
	}
	if compared < 2000 {
		t.Errorf("only %d cells were compared", compared)
	}
	computed, err := os.ReadFile(filepath.Join(folder, "designed-Sheet1.csv"))
	if err != nil || !strings.Contains(string(computed), "最大,,,12.35,39.94") {
		t.Errorf("formulas over repeated rows: %s, %v", computed, err)
	}
}

// sameNumber reports whether two texts are the same number: LibreOffice writes it without the zeros at its end.
func sameNumber(a, b string) bool {
	x, err := strconv.ParseFloat(a, 64)
	if err != nil {
		return false
	}
	y, err := strconv.ParseFloat(b, 64)
	return err == nil && x == y
}
