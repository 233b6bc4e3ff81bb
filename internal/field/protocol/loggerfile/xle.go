package loggerfile

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"golang.org/x/text/encoding/htmlindex"

	"plumbline/internal/platform/errs"
)

// xle reads Solinst .xle: XML with a Log element per reading, with Date, Time, ms and ch1, ch2 … Source: Solinst,
// Levelogger user guide, "Data export". Not tested with a real file.
type xle struct {
	decoder *xml.Decoder
	cells   []string
}

const xleChannels = 6

func newXLE(source io.Reader) *xle {
	d := xml.NewDecoder(source)
	d.CharsetReader = func(name string, in io.Reader) (io.Reader, error) {
		e, err := htmlindex.Get(name)
		if err != nil {
			return nil, err
		}
		return e.NewDecoder().Reader(in), nil
	}
	return &xle{decoder: d}
}

func (x *xle) next() (sourceRow, error) {
	for {
		token, err := x.decoder.Token()
		if errors.Is(err, io.EOF) {
			return sourceRow{}, io.EOF
		}
		if err != nil {
			return sourceRow{}, errs.Wrap(err, errs.FileRead, "reason", "XML")
		}
		start, ok := token.(xml.StartElement)
		if !ok || start.Name.Local != "Log" || len(start.Attr) == 0 || start.Attr[0].Name.Local != "id" {
			continue
		}
		line, _ := x.decoder.InputPos()
		return x.log(line)
	}
}

// log reads the content of one Log element.
func (x *xle) log(line int) (sourceRow, error) {
	x.cells = append(x.cells[:0], make([]string, 3+xleChannels)...)
	at := -1
	for {
		token, err := x.decoder.Token()
		if err != nil {
			return sourceRow{}, errs.Wrap(err, errs.FileRead, "reason", "XML")
		}
		switch t := token.(type) {
		case xml.StartElement:
			at = xlePlace(t.Name.Local)
		case xml.CharData:
			if at >= 0 {
				x.cells[at] += strings.TrimSpace(string(t))
			}
		case xml.EndElement:
			at = -1
			if t.Name.Local == "Log" {
				return sourceRow{line: line, cells: x.cells, text: strings.Join(x.cells, " ")}, nil
			}
		}
	}
}

func xlePlace(name string) int {
	switch name {
	case "Date":
		return 0
	case "Time":
		return 1
	case "ms":
		return 2
	}
	if len(name) == 3 && (name[:2] == "ch" || name[:2] == "Ch") && name[2] >= '1' && name[2] < '1'+xleChannels {
		return 3 + int(name[2]-'1')
	}
	return -1
}

// xleColumns returns the names of the channels.
func xleColumns(beginning string) []Column {
	list := []Column{{Name: "Date"}, {Name: "Time"}, {Name: "ms"}}
	for n := byte('1'); n < '1'+xleChannels; n++ {
		_, header, found := strings.Cut(beginning, "<Ch"+string(n)+"_data_header>")
		if !found {
			break
		}
		header, _, _ = strings.Cut(header, "</Ch"+string(n)+"_data_header>")
		list = append(list, Column{Name: element(header, "Identification"), Unit: element(header, "Unit")})
	}
	return list
}

func element(text, name string) string {
	_, text, _ = strings.Cut(text, "<"+name+">")
	text, _, found := strings.Cut(text, "</"+name+">")
	if !found {
		return ""
	}
	return strings.TrimSpace(text)
}
