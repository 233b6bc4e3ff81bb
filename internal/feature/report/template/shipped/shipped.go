// Package shipped builds the templates that come with the product, in each language, from what they hold. They are code so that a
// change of them can be read.
package shipped

import (
	"bytes"
	"fmt"

	"plumbline/internal/feature/report/template/office"
	"plumbline/internal/feature/report/template/placeholder"
	"plumbline/internal/platform/i18n"
)

// Template is a template that comes with the product.
type Template struct {
	ID       string `json:"id"`     // pit, tunnel, slope, month
	Format   string `json:"format"` // xlsx, docx
	Language string `json:"language"`
	Title    string `json:"title"`
}

// Languages are the languages of the templates.
var Languages = []string{"zh", "en", "zh-TW"}

// List returns all templates: those of each language in turn.
func List() []Template {
	var list []Template
	for _, language := range Languages {
		for _, f := range forms {
			list = append(list, Template{f.id, "xlsx", language, f.title.In(language)})
		}
		list = append(list, Template{"month", "docx", language, monthTitle.In(language)})
	}
	return list
}

// Bytes returns the file of a template.
func (t Template) Bytes() ([]byte, error) {
	if t.Format == "docx" {
		return plainArchive(monthly(t.Language))
	}
	for _, f := range forms {
		if f.id == t.ID {
			file, err := f.workbook(t.Language)
			if err != nil {
				return nil, fmt.Errorf("template %s in %s: %w", t.ID, t.Language, err)
			}
			return plainArchive(file, nil)
		}
	}
	return nil, fmt.Errorf("no template %s", t.ID)
}

// plainArchive packs a file in the way of reports, without times.
func plainArchive(data []byte, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	file, err := office.Open(data)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := file.Write(&out); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// writer writes texts and placeholders in a language.
type writer struct{ language string }

var names = func() map[string]i18n.Label {
	found := map[string]i18n.Label{}
	for _, w := range placeholder.Vocabulary() {
		class := "value "
		switch w.Kind {
		case placeholder.List, placeholder.Block:
			class = "list "
		case placeholder.Picture, placeholder.View, placeholder.Filter:
			class = string(w.Kind) + " "
		}
		found[class+w.Name] = w.Label
	}
	return found
}()

// value returns the placeholder of a value.
func (w writer) value(name string) string { return "{{" + names["value "+name].In(w.language) + "}}" }

// open returns the mark of a list or block.
func (w writer) open(name string) string { return "{{#" + names["list "+name].In(w.language) + "}}" }

func (w writer) close(name string) string { return "{{/" + names["list "+name].In(w.language) + "}}" }

// picture returns the placeholder of a picture.
func (w writer) picture(name, rest string) string {
	return "{{" + names["picture "+name].In(w.language) + rest + "}}"
}

// view returns the name of a view with a space before it.
func (w writer) view(name string) string { return " " + names["view "+name].In(w.language) }

// font is the font of a language; programs that do not have it take their own.
func (w writer) font() string {
	if w.language == "zh-TW" {
		return "Noto Sans CJK TC"
	}
	return "Noto Sans CJK SC"
}

func text(zh, en, tw string) i18n.Label { return i18n.Label{Zh: zh, En: en, Tw: tw} }
