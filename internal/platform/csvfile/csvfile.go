// Package csvfile writes csv files that spreadsheets can open directly: UTF-8 with byte order mark, CR LF line ends,
// and no text that would run as a formula.
package csvfile

import (
	"bufio"
	"encoding/csv"
	"io"
	"regexp"
	"strings"
)

const byteOrderMark = "\uFEFF"

// Writer writes the lines of a file.
type Writer struct {
	out   *bufio.Writer
	lines *csv.Writer
	cells []string
}

// Begin begins a file with its header; nil: it has none. Flush ends it.
func Begin(w io.Writer, head []string) (*Writer, error) {
	out := bufio.NewWriterSize(w, 64<<10)
	c := &Writer{out: out, lines: csv.NewWriter(out)}
	c.lines.UseCRLF = true
	_, err := out.WriteString(byteOrderMark)
	if err == nil && head != nil {
		err = c.Line(head...)
	}
	return c, err
}

// Write writes a file: the header, then the lines written by a function.
func Write(w io.Writer, head []string, lines func(*Writer) error) error {
	c, err := Begin(w, head)
	if err != nil {
		return err
	}
	if err := lines(c); err != nil {
		return err
	}
	return c.Flush()
}

// Line writes a line. Text that a spreadsheet would read as a formula gets a leading apostrophe; numbers do not.
func (c *Writer) Line(cells ...string) error {
	c.cells = c.cells[:0]
	for _, cell := range cells {
		c.cells = append(c.cells, harmless(cell))
	}
	if err := c.lines.Write(c.cells); err != nil {
		return err
	}
	c.lines.Flush() // into out
	return c.lines.Error()
}

// Plain writes a line of numbers and times, separated by commas. Its cells need no quotes and no formula check.
func (c *Writer) Plain(line []byte) error {
	if _, err := c.out.Write(line); err != nil {
		return err
	}
	_, err := c.out.WriteString("\r\n")
	return err
}

// Flush sends the lines written so far. Without it they are sent when the buffer is full.
func (c *Writer) Flush() error { return c.out.Flush() }

// heading is the name of a column in each language.
type heading interface{ In(language string) string }

// Head returns the names of columns in a language.
func Head[H heading](columns []H, language string) []string {
	names := make([]string, len(columns))
	for i, column := range columns {
		names[i] = column.In(language)
	}
	return names
}

var negative = regexp.MustCompile(`^-[0-9]+(\.[0-9]+)?$`)

func harmless(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) && !negative.MatchString(cell) {
		return "'" + cell
	}
	return cell
}
