// Package csvfile writes lists as csv files that spreadsheets open as they stand: UTF-8
// with byte order mark, lines ended by CR LF.
package csvfile

import (
	"encoding/csv"
	"io"
	"strings"
)

const byteOrderMark = "\uFEFF"

// heading is the name of a column in each language.
type heading interface{ In(language string) string }

// Write writes a file: the head in a language, then what lines writes. Lines leave the
// buffer by themselves; flush sends those that are there.
func Write[H heading](w io.Writer, head []H, language string, lines func(write func(cells []string) error, flush func() error) error) error {
	if _, err := io.WriteString(w, byteOrderMark); err != nil {
		return err
	}
	out := csv.NewWriter(w)
	out.UseCRLF = true
	names := make([]string, len(head))
	for i, one := range head {
		names[i] = one.In(language)
	}
	if err := out.Write(names); err != nil {
		return err
	}
	flush := func() error {
		out.Flush()
		return out.Error()
	}
	if err := lines(out.Write, flush); err != nil {
		return err
	}
	return flush()
}

// Harmless keeps a spreadsheet from taking a name for a formula.
func Harmless(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
		return "'" + cell
	}
	return cell
}
