package workbook

import (
	"errors"
	"regexp"
	"strconv"
	"strings"

	"plumbline/internal/feature/report/template/placeholder"
	"plumbline/internal/feature/report/template/xmltree"
)

var errWrongType = errors.New("the content does not fit the type")

// readText reads the text of a cell and checks that its content fits its type.
func (c *cell) readText(shared []*xmltree.Node) error {
	value := strings.TrimSpace(c.node.Child("v").Content())
	switch c.node.Get("t") {
	case "s":
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 || n >= len(shared) {
			return errWrongType
		}
		c.runs = runsOf(shared[n])
	case "inlineStr":
		if is := c.node.Child("is"); is != nil {
			c.runs = runsOf(is)
		}
	case "str":
		c.text = c.node.Child("v").Content()
	case "", "n":
		if _, err := strconv.ParseFloat(value, 64); err != nil && value != "" {
			return errWrongType
		}
	case "b":
		if value != "0" && value != "1" && value != "" {
			return errWrongType
		}
	case "e", "d":
	default:
		return errWrongType
	}
	var b strings.Builder
	for _, r := range c.runs {
		b.WriteString(unescape(textOf(r).Content()))
	}
	if len(c.runs) > 0 {
		c.text = b.String()
	}
	return nil
}

// runsOf returns the runs of a text, each with its own format; of a text without runs the element that holds it.
func runsOf(si *xmltree.Node) []*xmltree.Node {
	if runs := si.All("r"); len(runs) > 0 {
		return runs
	}
	if si.Child("t") == nil {
		return nil
	}
	return []*xmltree.Node{si}
}

func textOf(run *xmltree.Node) *xmltree.Node { return run.Child("t") }

// escaped matches how the format writes characters that XML cannot hold, such as _x000D_.
var escaped = regexp.MustCompile(`_x([0-9A-Fa-f]{4})_`)

func unescape(text string) string {
	if !strings.Contains(text, "_x") {
		return text
	}
	return escaped.ReplaceAllStringFunc(text, func(m string) string {
		n, err := strconv.ParseUint(m[2:6], 16, 16)
		if err != nil {
			return m
		}
		return string(rune(n))
	})
}

// escapeText keeps a text that looks like an escaped character from being read as one.
func escapeText(text string) string {
	return escaped.ReplaceAllString(text, "_x005F$0")
}

// headingMarks returns the placeholders of a header or footer as they are written.
func headingMarks(text string) []string {
	var list []string
	for _, m := range placeholder.Find(text) {
		list = append(list, m.Text)
	}
	return list
}
