// Package template lays reports out in the engineer's own files: workbooks (.xlsx) and documents (.docx) with placeholders such as
// {{project.name}}. It checks uploaded templates, says what they need, and fills them. It is a pure library: the same template and
// content give the same bytes.
package template

import (
	"bytes"
	"context"
	"io"
	"path"
	"strings"

	"plumbline/internal/feature/report/content"
	"plumbline/internal/feature/report/template/document"
	"plumbline/internal/feature/report/template/finding"
	"plumbline/internal/feature/report/template/office"
	"plumbline/internal/feature/report/template/placeholder"
	"plumbline/internal/feature/report/template/scope"
	"plumbline/internal/feature/report/template/shipped"
	"plumbline/internal/feature/report/template/workbook"
	"plumbline/internal/platform/errs"
)

// MaxBytes is the size of the largest template.
const MaxBytes = office.MaxBytes

// Format is the format of a template and of the reports that are made from it.
type Format string

// Formats.
const (
	Workbook Format = "xlsx"
	Document Format = "docx"
)

// Types that a check returns.
type (
	Place = finding.Place
	Sheet = finding.Sheet
	Wants = finding.Wants
	Want  = finding.Want
)

// Drawer draws the pictures of a report as PNG.
type Drawer = scope.Drawer

// Size is the size of a picture in pixels of 1/96 inch.
type Size = scope.Size

// Checked is what a check found.
type Checked struct {
	Format       Format  `json:"format"`
	Places       []Place `json:"places"` // in the order of sheets and cells
	Recognized   int     `json:"recognized"`
	Unrecognized int     `json:"unrecognized"`
	Sheets       []Sheet `json:"sheets"`
	Wants        Wants   `json:"wants"`
}

// Check reads an uploaded template. Unknown placeholders are among the places: a report leaves them as they are. A file that could
// do harm or cannot be filled is refused: the error is on the field file and names the cell or the part (errs.TemplateFormat to
// errs.TemplateGrown). The name decides nothing but whether its ending fits.
func Check(name string, data []byte) (*Checked, error) {
	book, format, err := open(data)
	if err != nil {
		return nil, err
	}
	if ending := strings.ToLower(path.Ext(name)); ending != "."+string(format) {
		return nil, errs.OnField("file", errs.TemplateFormat)
	}
	var found *finding.Result
	if format == Workbook {
		found, err = workbook.Check(book)
	} else {
		found, err = document.Check(book)
	}
	if err != nil {
		return nil, err
	}
	c := &Checked{Format: format, Places: found.Places, Sheets: found.Sheets, Wants: found.Wants}
	for i := range c.Places {
		if c.Places[i].State == finding.Unknown {
			c.Unrecognized++
		} else {
			c.Recognized++
		}
	}
	return c, nil
}

// Fill writes a report: the template with the content in place of its placeholders. The file has the format of the template. Errors
// are those of Check, of the drawer and of w, and errs.TemplateGrown if the report would be too large.
func Fill(ctx context.Context, w io.Writer, template []byte, report *content.Report, draw Drawer) error {
	book, format, err := open(template)
	if err != nil {
		return err
	}
	if format == Workbook {
		err = workbook.Fill(ctx, book, report, draw)
	} else {
		err = document.Fill(ctx, book, report, draw)
	}
	if err != nil {
		return err
	}
	return book.Write(w)
}

// Change replaces a placeholder of a template with another one.
type Change struct {
	Sheet string `json:"sheet"` // Sheet and Cell as in Place
	Cell  string `json:"cell"`
	From  string `json:"from"` // the placeholder as it is written, with its braces
	To    string `json:"to"`
}

// Adopt returns a template with placeholders replaced, such as those that a check suggested. Changes whose placeholder is not in
// the cell change nothing. Check the result like an upload.
func Adopt(template []byte, changes []Change) ([]byte, error) {
	book, format, err := open(template)
	if err != nil {
		return nil, err
	}
	adopted := func(sheet, cell, from string) (string, bool) {
		for _, c := range changes {
			if c.Sheet == sheet && c.Cell == cell && c.From == from {
				return c.To, true
			}
		}
		return "", false
	}
	if format == Workbook {
		err = workbook.Adopt(book, adopted)
	} else {
		err = document.Adopt(book, adopted)
	}
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := book.Write(&out); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func open(data []byte) (*office.Package, Format, error) {
	book, err := office.Open(data)
	if err != nil {
		return nil, "", err
	}
	if book.Main == office.Workbook {
		return book, Workbook, nil
	}
	return book, Document, nil
}

// Vocabulary returns what placeholders a template may have, with their names and explanations in three languages, in the order in
// which they are listed.
func Vocabulary() []Word { return placeholder.Vocabulary() }

// Word is a word of placeholders.
type Word = placeholder.Word

// Template is a template that comes with the product. Its method Bytes returns the file.
type Template = shipped.Template

// Shipped returns the templates that come with the product: those of each language in turn, three workbooks and a document.
func Shipped() []Template { return shipped.List() }
