package loggerfile

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"plumbline/internal/platform/errs"
)

// Encodings of files. Windows-1252 includes Latin-1 and differs only in control characters.
const (
	Auto        = "auto"
	UTF8        = "utf-8"
	UTF16LE     = "utf-16le"
	UTF16BE     = "utf-16be"
	GB18030     = "gb18030"
	Windows1252 = "windows-1252"
)

var encodings = []string{UTF8, UTF16LE, UTF16BE, GB18030, Windows1252}

func encodingOf(name string) encoding.Encoding {
	switch name {
	case UTF16LE:
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	case UTF16BE:
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	case GB18030:
		return simplifiedchinese.GB18030
	case Windows1252:
		return charmap.Windows1252
	}
	return unicode.UTF8
}

// DetectEncoding detects the encoding of a text from its beginning.
func DetectEncoding(beginning []byte) string {
	switch {
	case bytes.HasPrefix(beginning, []byte("\xff\xfe")):
		return UTF16LE
	case bytes.HasPrefix(beginning, []byte("\xfe\xff")):
		return UTF16BE
	}
	zeros := [2]int{}
	for i, b := range beginning {
		if b == 0 {
			zeros[i%2]++
		}
	}
	switch most := len(beginning) / 8; { // digits and spaces have one zero byte each
	case zeros[1] > most && zeros[0] < most/8:
		return UTF16LE
	case zeros[0] > most && zeros[1] < most/8:
		return UTF16BE
	}
	if validUTF8(beginning) {
		return UTF8
	}
	if looksChinese(beginning) {
		return GB18030
	}
	return Windows1252
}

// validUTF8 allows for a character cut by the end of the sample.
func validUTF8(text []byte) bool {
	for cut := range min(utf8.UTFMax, len(text)+1) {
		if utf8.Valid(text[:len(text)-cut]) {
			return true
		}
	}
	return false
}

// looksChinese compares the number of GB2312 pairs with single bytes such as ° and ü in Latin-1.
func looksChinese(text []byte) bool {
	pairs, alone := 0, 0
	for i := 0; i < len(text); i++ {
		if text[i] < 0x80 {
			continue
		}
		if i+1 < len(text) && text[i] >= 0xa1 && text[i] <= 0xf7 && text[i+1] >= 0xa1 {
			pairs++
			i++
			continue
		}
		alone++
	}
	return pairs > 0 && pairs >= 2*alone
}

// maxLine is the maximum length of a line, in bytes of UTF-8.
const maxLine = 1 << 20

// lines returns the lines of a file as decoded text without line ends (LF, CR LF or CR). Overlong lines are skipped
// and collected in long.
type lines struct {
	from   *bufio.Reader
	line   []byte
	number int
	long   []longLine
}

// longLine is a skipped line with its beginning.
type longLine struct {
	number int
	text   string
}

func newLines(source io.Reader, encodingName string) *lines {
	buffered := bufio.NewReaderSize(source, 64<<10)
	if encodingName == "" || encodingName == Auto {
		beginning, _ := buffered.Peek(64 << 10) // shorter files return what they have
		encodingName = DetectEncoding(beginning)
	}
	from := buffered
	if encodingName != UTF8 {
		from = bufio.NewReaderSize(transform.NewReader(buffered, encodingOf(encodingName).NewDecoder()), 64<<10)
	}
	if mark, err := from.Peek(3); err == nil && string(mark) == "\uFEFF" {
		_, _ = from.Discard(3)
	}
	return &lines{from: from}
}

// next returns a line, valid until the next call; io.EOF at the end.
func (l *lines) next() (string, error) {
	for {
		whole, err := l.read()
		if err != nil {
			return "", err
		}
		l.number++
		if whole {
			return string(l.line), nil
		}
		l.long = append(l.long, longLine{l.number, cut(string(l.line[:longText]))})
	}
}

// longText is the length of the shown part of an overlong line, in bytes.
const longText = 400

// read reads a line; whole is false if it is longer than maxLine.
func (l *lines) read() (whole bool, err error) {
	l.line = l.line[:0]
	whole = true
	begun := false
	for {
		if _, err := l.from.Peek(1); err != nil {
			if !errors.Is(err, io.EOF) {
				return false, errs.Wrap(err, errs.FileRead, "reason", "read error")
			}
			if !begun {
				return false, io.EOF
			}
			return whole, nil
		}
		begun = true
		buffered, _ := l.from.Peek(l.from.Buffered())
		end := bytes.IndexAny(buffered, "\r\n")
		part := buffered
		if end >= 0 {
			part = buffered[:end]
		}
		whole = whole && len(l.line)+len(part) <= maxLine
		if whole || len(l.line) < longText {
			l.line = append(l.line, part...)
		}
		if end < 0 {
			_, _ = l.from.Discard(len(buffered))
			continue
		}
		returned := buffered[end] == '\r'
		_, _ = l.from.Discard(end + 1)
		if returned {
			if more, err := l.from.Peek(1); err == nil && more[0] == '\n' {
				_, _ = l.from.Discard(1)
			}
		}
		return whole, nil
	}
}
