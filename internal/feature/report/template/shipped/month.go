package shipped

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"

	"plumbline/internal/platform/i18n"
)

var monthTitle = text("监测月报", "Monthly monitoring report", "監測月報")

// textWidth is the width between the margins of A4, in twips.
const textWidth = 9_638

// documentWriter writes a document.
type documentWriter struct {
	writer
	body strings.Builder
}

func escaped(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // into memory
	return b.String()
}

// run is a text of a size in half points.
func run(text string, size int, bold bool) string {
	weight := ""
	if bold {
		weight = "<w:b/>"
	}
	return fmt.Sprintf(`<w:r><w:rPr>%s<w:sz w:val="%d"/><w:szCs w:val="%d"/></w:rPr><w:t xml:space="preserve">%s</w:t></w:r>`, weight, size, size, escaped(text))
}

// paragraph writes a paragraph; align is left, center or right. A bold one stays with what follows.
func (w *documentWriter) paragraph(text, align string, size int, bold bool) {
	keep := ""
	if bold {
		keep = "<w:keepNext/>"
	}
	w.body.WriteString(`<w:p><w:pPr>` + keep + `<w:spacing w:before="60" w:after="60"/><w:jc w:val="` + align + `"/></w:pPr>` + run(text, size, bold) + `</w:p>`)
}

// heading writes a heading that stays with what follows.
func (w *documentWriter) heading(text string) {
	w.body.WriteString(`<w:p><w:pPr><w:keepNext/><w:spacing w:before="240" w:after="100"/><w:outlineLvl w:val="0"/></w:pPr>` + run(text, 26, true) + `</w:p>`)
}

// line is a row of a table.
type line struct {
	texts []string
	looks []int // of its cells; missing: words
	head  bool
}

// table writes a table with widths in parts of the page.
func (w *documentWriter) table(widths []int, lines ...line) {
	sum := 0
	for _, n := range widths {
		sum += n
	}
	var b strings.Builder
	b.WriteString(`<w:tbl><w:tblPr><w:tblW w:w="` + fmt.Sprint(textWidth) + `" w:type="dxa"/><w:tblBorders>`)
	for _, side := range []string{"top", "left", "bottom", "right", "insideH", "insideV"} {
		b.WriteString(`<w:` + side + ` w:val="single" w:sz="4" w:space="0" w:color="8A94A0"/>`)
	}
	b.WriteString(`</w:tblBorders><w:tblLayout w:type="fixed"/><w:tblCellMar><w:left w:w="60" w:type="dxa"/><w:right w:w="60" w:type="dxa"/></w:tblCellMar></w:tblPr><w:tblGrid>`)
	for _, n := range widths {
		fmt.Fprintf(&b, `<w:gridCol w:w="%d"/>`, textWidth*n/sum)
	}
	b.WriteString(`</w:tblGrid>`)
	for _, l := range lines {
		b.WriteString(`<w:tr><w:trPr><w:cantSplit/>`)
		if l.head {
			b.WriteString(`<w:tblHeader/>`)
		}
		b.WriteString(`</w:trPr>`)
		for i, text := range l.texts {
			fmt.Fprintf(&b, `<w:tc><w:tcPr><w:tcW w:w="%d" w:type="dxa"/>`, textWidth*widths[i]/sum)
			if l.head {
				b.WriteString(`<w:shd w:val="clear" w:color="auto" w:fill="F2F5F8"/>`)
			}
			align := "left"
			if i < len(l.looks) {
				align = map[int]string{figures: "right", middle: "center", words: "left"}[l.looks[i]]
			}
			b.WriteString(`<w:vAlign w:val="center"/></w:tcPr><w:p><w:pPr><w:spacing w:before="30" w:after="30"/><w:jc w:val="` + align + `"/></w:pPr>` + run(text, 17, l.head) + `</w:p></w:tc>`)
		}
		b.WriteString(`</w:tr>`)
	}
	w.body.WriteString(b.String() + `</w:tbl><w:p><w:pPr><w:spacing w:before="0" w:after="0"/></w:pPr></w:p>`)
}

// list writes the table of a list.
func (w *documentWriter) list(list string, widths []int, of []column) {
	heads, values := line{head: true}, line{}
	for i, c := range of {
		mark := ""
		if i == 0 {
			mark = w.open(list)
		}
		heads.looks, values.looks = append(heads.looks, middle), append(values.looks, c.look)
		heads.texts, values.texts = append(heads.texts, c.head.In(w.language)), append(values.texts, mark+w.value(c.value))
	}
	w.table(widths, heads, values)
}

// section is a table with its heading.
func (w *documentWriter) section(s *section) {
	w.heading(s.title.In(w.language))
	widths := make([]int, len(s.columns))
	for i, c := range s.columns {
		widths[i] = max(c.span, 1) + 1
	}
	w.list(s.list, widths, s.columns)
}

// monthly returns the document of a monthly report.
func monthly(language string) ([]byte, error) {
	w := &documentWriter{writer: writer{language}}
	say := func(l i18n.Label) string { return l.In(language) }
	w.paragraph(w.value("project.name"), "center", 36, true)
	w.paragraph(say(monthTitle), "center", 32, true)
	pairs := []field{numberField, dateField, periodField, companyField, addressField, workingField, weatherField, levelsField}
	var lines []line
	for i := 0; i < len(pairs); i += 2 {
		a, b := pairs[i], pairs[i+1]
		lines = append(lines, line{texts: []string{say(a.label), w.value(a.value), say(b.label), w.value(b.value)}})
	}
	w.table([]int{2, 5, 2, 5}, lines...)
	w.heading(say(text("一、结论与建议", "1. Conclusion and advice", "一、結論與建議")))
	w.paragraph(say(text("结论：", "Conclusion: ", "結論："))+w.value("conclusion"), "left", 21, false)
	w.paragraph(say(text("建议：", "Advice: ", "建議："))+w.value("advice"), "left", 21, false)
	w.heading(say(text("二、监测结果", "2. Results", "二、監測結果")))
	w.paragraph(w.open("measurements"), "left", 20, false)
	w.heading(w.value("measurement.name"))
	w.list("points", []int{6, 7, 4, 6, 6, 6, 6, 6, 9, 6}, append(append([]column{}, rowColumns[:3]...), rowColumns[4:11]...))
	w.list("maxima", []int{5, 6, 4, 3, 6, 4, 7, 4}, extremeSection.columns[1:])
	w.paragraph(w.picture("charts", w.view("process")), "center", 20, false)
	w.paragraph(w.close("measurements"), "left", 20, false)
	w.heading(say(text("三、沿深度的位移", "3. Displacement by depth", "三、沿深度的位移")))
	w.paragraph(w.open("holes"), "left", 20, false)
	largest := w.value("hole.maximum") + " @ " + w.value("hole.maximum.depth") + " m"
	w.paragraph(w.value("hole.point")+" "+w.value("hole.quantity")+" ("+w.value("hole.unit")+"): "+largest, "left", 21, true)
	w.paragraph(w.picture("chart", w.view("profile")+" 420x360"), "center", 20, false)
	w.paragraph(w.close("holes"), "left", 20, false)
	for _, s := range []section{weatherSection, alarmSection, missingSection, deviceSection} {
		w.section(&s)
	}
	w.heading(say(text("平面图", "Plans", "平面圖")))
	w.paragraph(w.picture("plans", ""), "center", 20, false)
	w.table([]int{2, 3, 2, 3, 2, 3}, line{texts: []string{
		say(text("监测", "Made by", "監測")), w.value("signature.made"), say(text("审核", "Checked by", "審核")), w.value("signature.checked"),
		say(text("批准", "Approved by", "核准")), w.value("signature.approved"),
	}})
	return w.pack()
}

// pack packs the parts of the document.
func (w *documentWriter) pack() ([]byte, error) {
	const word, office = "http://schemas.openxmlformats.org/wordprocessingml/2006/main", "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	const packages, main = "http://schemas.openxmlformats.org/package/2006/", "application/vnd.openxmlformats-officedocument.wordprocessingml."
	field := func(code string) string {
		return `<w:fldSimple w:instr=" ` + code + ` "><w:r><w:t>1</w:t></w:r></w:fldSimple>`
	}
	before, between, after := text("第 ", "Page ", "第 ").In(w.language), text(" 页，共 ", " of ", " 頁，共 ").In(w.language), text(" 页", "", " 頁").In(w.language)
	footer := `<w:ftr xmlns:w="` + word + `"><w:p><w:pPr><w:jc w:val="right"/></w:pPr>` + run(w.value("project.corporation")+"    "+before, 18, false) + field("PAGE") +
		run(between, 18, false) + field("NUMPAGES") + run(after, 18, false) + `</w:p></w:ftr>`
	fonts := `<w:rFonts w:ascii="` + w.font() + `" w:hAnsi="` + w.font() + `" w:eastAsia="` + w.font() + `" w:cs="` + w.font() + `"/>`
	section := `<w:sectPr><w:footerReference w:type="default" r:id="rId2"/><w:pgSz w:w="11906" w:h="16838"/>` +
		`<w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="567" w:footer="567" w:gutter="0"/></w:sectPr>`
	parts := [][2]string{
		{"[Content_Types].xml", `<Types xmlns="` + packages + `content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
			`<Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="` + main + `document.main+xml"/>` +
			`<Override PartName="/word/styles.xml" ContentType="` + main + `styles+xml"/><Override PartName="/word/footer1.xml" ContentType="` + main + `footer+xml"/></Types>`},
		{"_rels/.rels", `<Relationships xmlns="` + packages + `relationships"><Relationship Id="rId1" Type="` + office + `/officeDocument" Target="word/document.xml"/></Relationships>`},
		{"word/_rels/document.xml.rels", `<Relationships xmlns="` + packages + `relationships"><Relationship Id="rId1" Type="` + office + `/styles" Target="styles.xml"/>` +
			`<Relationship Id="rId2" Type="` + office + `/footer" Target="footer1.xml"/></Relationships>`},
		{"word/document.xml", `<w:document xmlns:w="` + word + `" xmlns:r="` + office + `"><w:body>` + w.body.String() + section + `</w:body></w:document>`},
		{"word/footer1.xml", footer},
		{"word/styles.xml", `<w:styles xmlns:w="` + word + `"><w:docDefaults><w:rPrDefault><w:rPr>` + fonts + `<w:sz w:val="21"/></w:rPr></w:rPrDefault><w:pPrDefault/></w:docDefaults></w:styles>`},
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, p := range parts {
		part, err := z.Create(p[0])
		if err == nil {
			_, err = part.Write([]byte(xml.Header + p[1]))
		}
		if err != nil {
			return nil, fmt.Errorf("part %s: %w", p[0], err)
		}
	}
	err := z.Close()
	return out.Bytes(), err
}
