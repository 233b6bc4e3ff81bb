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
	part, err := formPart(contentType, body, "file")
	if err == nil && part == nil {
		err = errs.OnField("file", errs.Empty)
	}
	if err != nil {
		return nil, err
	}
	return part, nil
}

// FormText returns a text of a form; empty if the form has none.
func FormText(contentType string, body []byte, name string) (string, error) {
	part, err := formPart(contentType, body, name)
	if err != nil || part == nil {
		return "", err
	}
	text, err := io.ReadAll(part)
	if err != nil {
		return "", errs.OnField(name, errs.FileFailed)
	}
	return string(text), nil
}

// formPart returns a part of a form; nil: the form has none of the name.
func formPart(contentType string, body []byte, name string) (*multipart.Part, error) {
	kind, params, err := mime.ParseMediaType(contentType)
	if err != nil || kind != "multipart/form-data" || params["boundary"] == "" {
		return nil, errs.New(errs.MediaType, "type", "multipart/form-data")
	}
	form := multipart.NewReader(bytes.NewReader(body), params["boundary"])
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			return nil, nil
		}
		if err != nil {
			return nil, errs.OnField(name, errs.FileFailed)
		}
		if part.FormName() == name {
			return part, nil
		}
	}
}
