package upload

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"strings"

	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
)

// Types of documents.
const (
	PDF  = "application/pdf"
	Word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
)

// MaxDocument is the maximum size of a document.
const MaxDocument = 10 << 20

// SaveDocument stores a PDF or Word document as it is: it is saved by browsers, never shown by them. It reads no more than
// MaxDocument+1 bytes. It returns DocumentKind or DocumentSize on the field "file".
func (s *Service) SaveDocument(ctx context.Context, who audit.Actor, r io.Reader) (File, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxDocument+1))
	if err != nil {
		return File{}, errs.Wrap(err, errs.FileFailed)
	}
	if len(data) > MaxDocument {
		return File{}, errs.OnField("file", errs.DocumentSize, "max", MaxDocument>>20)
	}
	kind := documentKind(data)
	if kind == "" {
		return File{}, errs.OnField("file", errs.DocumentKind)
	}
	return s.put(ctx, who, Document, data, kind)
}

// documentKind returns the type of a document by its content; empty: it is none that is accepted.
func documentKind(data []byte) string {
	if bytes.HasPrefix(data, []byte("%PDF-")) {
		return PDF
	}
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return ""
	}
	parts := 0
	for _, f := range archive.File {
		switch name := strings.ToLower(f.Name); {
		case strings.HasSuffix(name, "vbaproject.bin"):
			return ""
		case name == "[content_types].xml", name == "word/document.xml":
			parts++
		}
	}
	if parts != 2 {
		return ""
	}
	return Word
}
