package httpapi

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"mime/multipart"

	"plumbline/internal/platform/errs"
)

// FormRoom is the size allowed for the parts of a form other than its file, in bytes.
const FormRoom = 16 << 10

// FormFileContent returns the whole content of the field "file" of a form.
func FormFileContent(contentType string, body []byte) ([]byte, error) {
	file, err := FormFile(contentType, body)
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(file)
	if err != nil {
		return nil, errs.OnField("file", errs.FileFailed)
	}
	return content, nil
}

// FormFile returns the field "file" of a form. The file name is ignored.
func FormFile(contentType string, body []byte) (io.Reader, error) {
	kind, params, err := mime.ParseMediaType(contentType)
	if err != nil || kind != "multipart/form-data" || params["boundary"] == "" {
		return nil, errs.New(errs.MediaType, "type", "multipart/form-data")
	}
	form := multipart.NewReader(bytes.NewReader(body), params["boundary"])
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			return nil, errs.OnField("file", errs.Empty)
		}
		if err != nil {
			return nil, errs.OnField("file", errs.FileFailed)
		}
		if part.FormName() == "file" {
			return part, nil
		}
	}
}
