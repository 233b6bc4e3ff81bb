package httpapi

import (
	"fmt"
	"maps"

	"github.com/danielgtaylor/huma/v2"
)

// WorkbookType is the media type of xlsx files.
const WorkbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// WorkbookColumn is a column of the form used by the file.
type WorkbookColumn struct {
	Key   string `json:"key"`
	Label string `json:"label"`
}

// WorkbookProblem is a cell to fix.
type WorkbookProblem struct {
	Sheet  string `json:"sheet" doc:"Name of the sheet, in the caller's language"`
	First  bool   `json:"first" doc:"On the sheet of devices, whose rows are in the response"`
	Line   int    `json:"line"`
	Column string `json:"column" doc:"Key; #3 for the third column where its heading is not known"`
	Label  string `json:"label" doc:"Name of the column, or its letter"`
	Reason string `json:"reason"`
	Code   int    `json:"code" doc:"Of the error catalog"`
}

// WorkbookReport is the preview of an import.
type WorkbookReport struct {
	Columns  []WorkbookColumn  `json:"columns"`
	Rows     []WorkbookRow     `json:"rows"`
	Problems []WorkbookProblem `json:"problems" doc:"Empty: the file can be imported"`
	Skipped  int               `json:"skipped" doc:"Example rows"`
}

// WorkbookRow is a device in the file.
type WorkbookRow struct {
	Line  int      `json:"line" doc:"Row number in the spreadsheet, from 1"`
	Cells []string `json:"cells" doc:"In the order of columns"`
}

type WorkbookFile struct {
	Type        string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

func WorkbookForm(h *huma.Operation) {
	h.SkipValidateBody = true // a form is read below; huma would want JSON
	h.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"multipart/form-data": {Schema: &huma.Schema{
		Type: huma.TypeObject, Required: []string{"file"},
		Properties: map[string]*huma.Schema{"file": {Type: huma.TypeString, Format: "binary"}},
	}}}}
}

func NewWorkbookFile(name string, data []byte) *WorkbookFile {
	return &WorkbookFile{Type: WorkbookType, Disposition: fmt.Sprintf("attachment; filename=%q", name), Body: data}
}

func WorkbookContent(h *huma.Operation) {
	h.Responses["200"] = &huma.Response{
		Description: "OK", Content: map[string]*huma.MediaType{WorkbookType: {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}},
	}
}

// TableContent documents an operation that returns a csv file or a workbook.
func TableContent(h *huma.Operation) {
	WorkbookContent(h)
	book := h.Responses["200"].Content
	CSVContent(h)
	maps.Copy(h.Responses["200"].Content, book)
}
