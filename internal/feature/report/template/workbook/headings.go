package workbook

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"plumbline/internal/feature/report/template/office"
	"plumbline/internal/feature/report/template/placeholder"
	"plumbline/internal/platform/errs"
)

// fillHeadings fills headers and footers. An ampersand begins a code there, and a digit after a size of font would be part of it.
func (s *sheet) fillHeadings() error {
	for _, n := range s.headings {
		text := n.Content()
		marks := placeholder.Find(text)
		var spans []office.Span
		for i := range marks {
			word := marks[i].Resolve(nil)
			if marks[i].Form != placeholder.Plain || word == nil {
				continue
			}
			v, ok := s.layout.root.scope.Value(word)
			if !ok {
				continue
			}
			value := strings.ReplaceAll(v.Text, "&", "&&")
			if sizeBefore.MatchString(text[:marks[i].Start]) && value != "" && value[0] >= '0' && value[0] <= '9' {
				value = " " + value
			}
			spans = append(spans, office.Span{Start: marks[i].Start, End: marks[i].End, Text: value})
		}
		filled := office.Replace([]string{text}, spans)[0]
		if len(spans) > 0 && utf8.RuneCountInString(filled) > mostHeading {
			return refused(errs.TemplateGrown, "part", fmt.Sprint(s.name, " ", n.Name), "limit", mostHeading)
		}
		n.SetContent(filled)
	}
	return nil
}
