package smtptest

import (
	"bytes"
	"encoding/base64"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"strings"
)

// read parses a mail.
func read(raw []byte) (m Mail, err error) {
	message, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return m, err
	}
	m.Header = message.Header
	if m.Subject, err = new(mime.WordDecoder).DecodeHeader(message.Header.Get("Subject")); err != nil {
		return m, err
	}
	kind, params, err := mime.ParseMediaType(message.Header.Get("Content-Type"))
	if err != nil {
		return m, err
	}
	if !strings.HasPrefix(kind, "multipart/") {
		var content io.Reader = message.Body
		if message.Header.Get("Content-Transfer-Encoding") == "quoted-printable" {
			content = quotedprintable.NewReader(content)
		}
		body, err := io.ReadAll(content)
		m.Text = strings.ReplaceAll(string(body), "\r\n", "\n")
		return m, err
	}
	return m, m.collect(message.Body, params["boundary"])
}

// collect reads the parts of a multipart body, and of those within.
func (m *Mail) collect(body io.Reader, boundary string) error {
	parts := multipart.NewReader(body, boundary)
	for {
		part, err := parts.NextPart() // decodes quoted-printable
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		kind, params, err := mime.ParseMediaType(part.Header.Get("Content-Type"))
		if err != nil {
			return err
		}
		if strings.HasPrefix(kind, "multipart/") {
			if err := m.collect(part, params["boundary"]); err != nil {
				return err
			}
			continue
		}
		var content io.Reader = part
		if part.Header.Get("Content-Transfer-Encoding") == "base64" {
			content = base64.NewDecoder(base64.StdEncoding, part)
		}
		data, err := io.ReadAll(content)
		switch {
		case err != nil:
			return err
		case strings.HasPrefix(part.Header.Get("Content-Disposition"), "attachment"):
			m.Files = append(m.Files, File{part.FileName(), kind, data})
		case kind == "text/html":
			m.HTML = string(data)
		case kind == "text/plain":
			m.Text = strings.ReplaceAll(string(data), "\r\n", "\n")
		default:
			m.Pictures = append(m.Pictures, Picture{strings.Trim(part.Header.Get("Content-ID"), "<>"), kind, data})
		}
	}
}
