package library

import (
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/feature/report/template"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/errs"
)

// changesRoom is the size of the parts of a form other than its file, in bytes: the most changes, of the longest placeholders.
const changesRoom = 512 << 10

// mostChanges is the number of placeholders that one call replaces.
const mostChanges = 1000

// TemplateUpload is the file of a template.
type TemplateUpload struct {
	Filename    string `query:"filename" required:"true" minLength:"1" maxLength:"200" doc:"With its ending"`
	ContentType string `header:"Content-Type" hidden:"true"`
	RawBody     []byte `contentType:"multipart/form-data"`
}

// uploadForm describes the form of an upload.
func uploadForm(h *huma.Operation) {
	httpapi.WorkbookForm(h)
	h.RequestBody.Content["multipart/form-data"].Schema.Properties["changes"] = &huma.Schema{
		Type:        huma.TypeString,
		Description: "JSON: a list as in the field changes of adoptReportTemplate. They are made in the file before it is checked and stored.",
	}
}

// read returns an upload with its changes, and what a check finds in it.
func (u *TemplateUpload) read() (data []byte, found *template.Checked, err error) {
	if data, err = httpapi.FormFileContent(u.ContentType, u.RawBody); err != nil {
		return nil, nil, err
	}
	changes, err := u.changes()
	if err != nil {
		return nil, nil, err
	}
	found, err = template.Check(u.Filename, data)
	if err != nil || len(changes) == 0 {
		return data, found, err
	}
	if data, err = template.Adopt(data, changes); err != nil {
		return nil, nil, err
	}
	found, err = template.Check(u.Filename, data)
	return data, found, err
}

func (u *TemplateUpload) changes() (list []template.Change, err error) {
	text, err := httpapi.FormText(u.ContentType, u.RawBody, "changes")
	if err != nil || text == "" {
		return nil, err
	}
	if json.Unmarshal([]byte(text), &list) != nil {
		return nil, errs.OnField("changes", errs.CellJSON)
	}
	if len(list) > mostChanges {
		return nil, errs.OnField("changes", errs.TooManyEntries, "max", mostChanges)
	}
	return list, nil
}
