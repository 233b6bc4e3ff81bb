package template_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"plumbline/internal/feature/report/template"
	"plumbline/internal/platform/errs"
)

const relation = `<Relationship Id="rIdX" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/%s" Target="%s" TargetMode="%s"/></Relationships>`

const sheetPart, bookRels = "xl/worksheets/sheet1.xml", "xl/_rels/workbook.xml.rels"

func plainBook(t *testing.T) []byte { return cells(t, map[string]string{"A1": "{{project.name}}"}) }

func TestFilesThatAreNoTemplatesAreRefused(t *testing.T) {
	book := plainBook(t)
	refusal(t, "a.xlsx", []byte("PK\x03\x04 no archive"), errs.TemplateFormat)
	refusal(t, "a.xls", book, errs.TemplateFormat)
	refusal(t, "a.xlsx", []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 an encrypted workbook"), errs.TemplateFormat)
	refusal(t, "a.xlsx", replaced(t, book, map[string]string{"_rels/.rels": ""}), errs.TemplateFormat)
	refusal(t, "a.xlsx", append(book, make([]byte, template.MaxBytes)...), errs.TemplateSize, "2 MB")
	refusal(t, "a.xlsx", edited(t, book, sheetPart, "<sheetData>", "<sheetData><"), errs.TemplateBroken, sheetPart)
	refusal(t, "a.xlsx", edited(t, book, sheetPart, "<worksheet", "<!DOCTYPE x [<!ENTITY a 'b'>]><worksheet"), errs.TemplateBroken, sheetPart)
	deep := strings.Repeat("<a>", 300) + strings.Repeat("</a>", 300)
	refusal(t, "a.xlsx", edited(t, book, sheetPart, "<sheetData>", deep+"<sheetData>"), errs.TemplateBroken, sheetPart)
	refusal(t, "a.xlsx", replaced(t, book, map[string]string{"../evil.xml": "<a/>"}), errs.TemplateBroken, "../evil.xml")
}

func TestBombsAreRefusedWhileTheyAreRead(t *testing.T) {
	refusal(t, "a.xlsx", replaced(t, plainBook(t), map[string]string{"xl/media/a.png": strings.Repeat("0", 30<<20)}), errs.TemplateUnpacked, "xl/media/a.png", "24 MB")
	many := map[string]string{}
	for i := range 500 {
		many[fmt.Sprint("xl/media/", i, ".png")] = "x"
	}
	refusal(t, "a.xlsx", replaced(t, plainBook(t), many), errs.TemplateUnpacked)

	// A directory that says that the bomb is small.
	var packed bytes.Buffer
	z, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(z, strings.Repeat("0", 30<<20)); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	w, err := archive.CreateRaw(&zip.FileHeader{Name: "xl/bomb.bin", Method: zip.Deflate, CompressedSize64: uint64(packed.Len()), UncompressedSize64: 100})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(packed.Bytes()); err != nil || archive.Close() != nil {
		t.Fatal(err)
	}
	refusal(t, "a.xlsx", out.Bytes(), errs.TemplateBroken, "xl/bomb.bin")
}

func TestMacrosLinksAndObjectsAreRefused(t *testing.T) {
	book := plainBook(t)
	refusal(t, "a.xlsx", replaced(t, book, map[string]string{"xl/vbaProject.bin": "x"}), errs.TemplateMacros, "xl/vbaProject.bin")
	refusal(t, "a.xlsx", edited(t, book, "[Content_Types].xml", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
		"application/vnd.ms-excel.sheet.macroEnabled.main+xml"), errs.TemplateMacros, "xl/workbook.xml")
	link := replaced(t, book, map[string]string{
		"xl/externalLinks/externalLink1.xml":            "<externalLink/>",
		"xl/externalLinks/_rels/externalLink1.xml.rels": "<Relationships>" + fmt.Sprintf(relation, "externalLinkPath", "file:///C:/secret.xlsx", "External"),
	})
	refusal(t, "a.xlsx", link, errs.TemplateExternal, "secret.xlsx")
	refusal(t, "a.xlsx", edited(t, book, bookRels, "</Relationships>", fmt.Sprintf(relation, "hyperlink", `\\server\share`, "External")), errs.TemplateExternal, `\\server\share`)
	refusal(t, "a.xlsx", edited(t, book, bookRels, "</Relationships>", fmt.Sprintf(relation, "image", "http://tracker.example/a.png", "External")), errs.TemplateExternal, "tracker")
	refusal(t, "a.xlsx", replaced(t, book, map[string]string{"xl/connections.xml": "<connections/>"}), errs.TemplatePart, "xl/connections.xml")
	refusal(t, "a.xlsx", replaced(t, book, map[string]string{"xl/embeddings/oleObject1.bin": "x"}), errs.TemplatePart, "oleObject1.bin")
	refusal(t, "a.xlsx", edited(t, book, bookRels, "</Relationships>", fmt.Sprintf(relation, "invented", "x.xml", "Internal")), errs.TemplatePart, "invented")
	if _, err := template.Check("a.xlsx", edited(t, book, bookRels, "</Relationships>", fmt.Sprintf(relation, "hyperlink", "https://example.org", "External"))); err != nil {
		t.Errorf("a link to a page: %v", err)
	}
}

func TestSheetsThatAreTooLargeAreRefused(t *testing.T) {
	refusal(t, "a.xlsx", cells(t, map[string]string{"XFD1": "x"}), errs.TemplateCells, "Sheet1!XFD1", "256")
	refusal(t, "a.xlsx", cells(t, map[string]string{"A5001": "x"}), errs.TemplateCells, "Sheet1!A5001")
	refusal(t, "a.xlsx", made(t, func(f *excelize.File) {
		for n := 1; n <= 450; n++ {
			if err := f.SetSheetRow("Sheet1", fmt.Sprint("A", n), &[]string{249: "x"}); err != nil {
				t.Fatal(err)
			}
		}
	}), errs.TemplateCount, "Sheet1")
	merged := `</sheetData><mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>`
	refusal(t, "a.xlsx", edited(t, plainBook(t), sheetPart, "</sheetData>", merged), errs.TemplateCells, "XFD1048576")
}

func TestFormulasThatDoHarmAreRefused(t *testing.T) {
	for formula, m := range map[string]*errs.Message{
		"=A1+1": errs.TemplateCycle, "=SUM(A1:B4)": errs.TemplateCycle, "=SUM(A:A)": errs.TemplateCycle, "=B7": errs.TemplateCycle, "=SUM(Sheet1!$A$1)": errs.TemplateCycle, "=loop": errs.TemplateCycle,
		"=[1]Sheet1!A1": errs.TemplateOutside, "='C:\\[a.xlsx]Sheet1'!A1": errs.TemplateOutside, "=cmd|'/C calc'!A0": errs.TemplateOutside,
		`=WEBSERVICE("http://x")`: errs.TemplateFunction, `=_xlfn.WEBSERVICE("http://x")`: errs.TemplateFunction, `=INDIRECT("A"&2)`: errs.TemplateFunction, "=TODAY()": errs.TemplateFunction,
		"=SUM(Sheet1:Sheet2!A2)": errs.TemplateFunction,
	} {
		book := made(t, func(f *excelize.File) {
			put(t, f, map[string]string{"A1": formula, "B7": "=A1"})
			if err := f.SetDefinedName(&excelize.DefinedName{Name: "loop", RefersTo: "Sheet1!$B$7"}); err != nil {
				t.Fatal(err)
			}
		})
		refusal(t, formula+".xlsx", book, m, "Sheet1!")
	}
	fine := cells(t, map[string]string{"A1": `=IF(B1>0,"[1]a|b",SUM(B1:C5)*LOG10(B2))`, "B1": "=B2", "A3": "=A2&\"TODAY()\""})
	if _, err := template.Check("a.xlsx", fine); err != nil {
		t.Errorf("formulas that do no harm: %v", err)
	}
}

func TestLongChainsOfFormulasAreFollowed(t *testing.T) {
	texts := map[string]string{}
	for n := 1; n < 4000; n++ {
		texts[fmt.Sprint("A", n)] = fmt.Sprint("=A", n+1)
	}
	if _, err := template.Check("a.xlsx", cells(t, texts)); err != nil {
		t.Error(err)
	}
	texts["A4000"] = "=A1"
	refusal(t, "a.xlsx", cells(t, texts), errs.TemplateCycle)
}

func TestWrongTypesAreRefused(t *testing.T) {
	book := made(t, func(f *excelize.File) {
		if err := f.SetCellInt("Sheet1", "B2", 7); err != nil {
			t.Fatal(err)
		}
	})
	for _, wrong := range []string{`<c r="B2" t="s"><v>99</v></c>`, `<c r="B2"><v>seven</v></c>`, `<c r="B2" t="b"><v>7</v></c>`, `<c r="B2" t="x"><v>7</v></c>`, `<c r="B9"><v>7</v></c>`, `<c r="B2" s="99"/>`} {
		refusal(t, "a.xlsx", edited(t, book, sheetPart, `<c r="B2"><v>7</v></c>`, wrong), errs.TemplateCell, "Sheet1!B")
	}
}

func TestLoopsThatDoNotFitAreRefused(t *testing.T) {
	for _, c := range []struct {
		texts map[string]string
		m     *errs.Message
		place string
	}{
		{map[string]string{"B2": "{{#measurements}}", "A4": "x"}, errs.TemplateUnclosed, "Sheet1!B2"},
		{map[string]string{"B2": "{{#监测项}}", "A3": "{{#points}}{{point}}", "A4": "{{/测孔}}"}, errs.TemplateNesting, "Sheet1!A4"},
		{map[string]string{"B2": "{{#points}}"}, errs.TemplateUnclosed, "Sheet1!B2"},
		{map[string]string{"A1": "{{/points}}"}, errs.TemplateNesting, "Sheet1!A1"},
		{map[string]string{"A1": "{{#points}}{{point}}", "C1": "{{#alarms}}{{name}}"}, errs.TemplateNesting, "Sheet1!"},
		{map[string]string{"A1": "{{#holes}}", "A2": "{{#measurements}}x", "A3": "{{/measurements}}", "A4": "{{/holes}}"}, errs.TemplateNesting, "Sheet1!A2"},
		{map[string]string{"A1": "{{#project.name}}"}, errs.TemplateNoList, "Sheet1!A1"},
		{map[string]string{"C3": "{{chart CX-07 9999x200}}"}, errs.TemplateImage, "Sheet1!C3"},
		{map[string]string{"C3": "{{图 CX-07 剖面 0×200}}"}, errs.TemplateImage, "Sheet1!C3"},
	} {
		refusal(t, "a.xlsx", cells(t, c.texts), c.m, c.place)
	}
}
