package template_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"plumbline/internal/feature/report/content"
	"plumbline/internal/feature/report/template"
)

func filled(t *testing.T, file []byte, report *content.Report) ([]byte, *painter) {
	t.Helper()
	var out bytes.Buffer
	p := &painter{}
	if err := template.Fill(t.Context(), &out, file, report, p); err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), p
}

func TestShippedTemplatesUseKnownNamesAndAreFilled(t *testing.T) {
	keep := os.Getenv("KEEP_REPORTS") // a folder, to look at them
	for _, s := range template.Shipped() {
		name := s.ID + "." + s.Language + "." + s.Format
		t.Run(name, func(t *testing.T) {
			file, err := s.Bytes()
			if err != nil {
				t.Fatal(err)
			}
			again, _ := s.Bytes()
			if !bytes.Equal(file, again) {
				t.Error("the template differs when it is built twice")
			}
			c, err := template.Check(name, file)
			if err != nil {
				t.Fatal(err)
			}
			shown := map[[2]string]bool{}
			for _, sheet := range c.Sheets {
				shown[[2]string{sheet.Name, ""}] = true // header and footer
				for _, r := range sheet.Rows {
					for _, cell := range r.Cells {
						shown[[2]string{sheet.Name, cell.At}] = true
					}
				}
			}
			for _, p := range c.Places {
				if !shown[[2]string{p.Sheet, p.Cell}] {
					t.Errorf("%s %s is in no cell that is shown", p.Sheet, p.Cell)
				}
				if p.State == "unknown" {
					t.Errorf("%s %s: %s: %s", p.Sheet, p.Cell, p.Placeholder, p.Reason.En)
				}
			}
			if c.Recognized < 30 || c.Unrecognized > 0 || s.Title == "" {
				t.Errorf("%d recognized, %d not", c.Recognized, c.Unrecognized)
			}
			full, _ := filled(t, file, rich(s.Language, 60))
			empty, _ := filled(t, file, bare(s.Language))
			for kind, report := range map[string][]byte{"full": full, "empty": empty} {
				if keep != "" {
					if err := os.WriteFile(filepath.Join(keep, kind+"."+name), report, 0o600); err != nil {
						t.Fatal(err)
					}
				}
				left, err := template.Check(name, report)
				if err != nil {
					t.Errorf("%s: the report is no valid file: %v", kind, err)
				} else if len(left.Places) > 0 {
					t.Errorf("%s: placeholders are left: %+v", kind, left.Places)
				}
			}
			twice, _ := filled(t, file, rich(s.Language, 60))
			if !bytes.Equal(full, twice) {
				t.Error("the same content gives other bytes")
			}
		})
	}
}
