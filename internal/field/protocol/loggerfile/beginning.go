package loggerfile

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"strings"
	"unicode"

	"plumbline/internal/platform/errs"
)

// Beginning is the first part of a file, for recognizing its format.
type Beginning struct {
	Encoding string
	Lines    []string // without line ends
	raw      []byte
}

const (
	inspectBytes = 256 << 10
	inspectLines = 4000
	shownLines   = 100
	shownHex     = 64
)

// ReadBeginning reads at most 256 KiB. encoding is an encoding of a layout; auto detects it.
func ReadBeginning(source io.Reader, encoding string) (Beginning, error) {
	raw, err := io.ReadAll(io.LimitReader(source, inspectBytes))
	if err != nil {
		return Beginning{}, errs.Wrap(err, errs.FileRead, "reason", "read error")
	}
	b := Beginning{Encoding: encoding, raw: raw}
	if encoding == "" || encoding == Auto {
		b.Encoding = DetectEncoding(raw)
	}
	from := newLines(bytes.NewReader(raw), b.Encoding)
	for len(b.Lines) < inspectLines {
		line, err := from.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return b, err
		}
		b.Lines = append(b.Lines, line)
	}
	if len(raw) == inspectBytes && len(b.Lines) > 1 && len(b.Lines) < inspectLines { // the last line may be cut
		b.Lines = b.Lines[:len(b.Lines)-1]
	}
	return b, nil
}

// RawLine is a line as in the file.
type RawLine struct {
	Line int    `json:"line" doc:"From 1"`
	Text string `json:"text" doc:"Decoded; control characters as \\x1b, cut to 500 characters"`
	Hex  string `json:"hex,omitempty" doc:"The first 64 bytes, if the text is not readable"`
}

// Raw returns the first lines for display.
func (b *Beginning) Raw() []RawLine {
	shown := b.Lines[:min(len(b.Lines), shownLines)]
	var bytesOf [][]byte
	if b.Encoding != UTF16LE && b.Encoding != UTF16BE {
		bytesOf = rawLines(b.raw, len(shown))
	}
	list := make([]RawLine, len(shown))
	for i, line := range shown {
		text, clean := visible(line)
		list[i] = RawLine{Line: i + 1, Text: text}
		if !clean && i < len(bytesOf) {
			list[i].Hex = hex.EncodeToString(bytesOf[i][:min(len(bytesOf[i]), shownHex)])
		}
	}
	return list
}

func rawLines(raw []byte, most int) [][]byte {
	raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	var list [][]byte
	for len(list) < most {
		end := bytes.IndexAny(raw, "\r\n")
		if end < 0 {
			return append(list, raw)
		}
		list = append(list, raw[:end])
		if raw[end] == '\r' && end+1 < len(raw) && raw[end+1] == '\n' {
			end++
		}
		raw = raw[end+1:]
	}
	return list
}

// visible escapes control characters; clean reports whether there were none, and every character was decoded.
func visible(line string) (text string, clean bool) {
	const most = 500
	clean = true
	var out strings.Builder
	n := 0
	for _, r := range line {
		if n++; n > most {
			out.WriteString("…")
			break
		}
		switch {
		case r == '\t':
			out.WriteRune(r)
		case unicode.IsControl(r):
			clean = false
			out.WriteString(`\x` + hex.EncodeToString([]byte{byte(r)}))
		default:
			clean = clean && r != unicode.ReplacementChar
			out.WriteRune(r)
		}
	}
	return out.String(), clean
}
