// Package placeholder reads the placeholders of report templates, such as {{project.name}}, {{#points CX-*}} and {{chart CX-07
// profile 480x200}}, and arranges what they repeat. Its vocabulary is the list of their words.
package placeholder

import (
	"strconv"
	"strings"

	"plumbline/internal/feature/report/content"
)

// Form is how a placeholder is written.
type Form int

// Forms.
const (
	Plain Form = iota // {{name}}, also a picture
	Open              // {{#name …}}
	Close             // {{/name}}
)

// Mark is a placeholder in a text.
type Mark struct {
	Text       string // as it is written, with its braces
	Start, End int    // bytes of the text in which it stands
	Form       Form
	Name       string // as it is written
	Word       *Word  // nil: unknown. Of a value it is the word anywhere: see Resolve
	Points     []string
	Filters    map[string][]string // by canonical name
	View       content.View
	Width      int // pixels; 0: that of the cell
	Height     int
	Unread     string // an argument that is not understood; empty: none
	BadSize    bool   // a size that is no number
}

// Find returns the placeholders of a text. Braces that do not close are text.
func Find(text string) []Mark {
	var marks []Mark
	for at := 0; ; {
		open := strings.Index(text[at:], "{{")
		if open < 0 {
			return marks
		}
		open += at
		end := strings.Index(text[open:], "}}")
		if end < 0 {
			return marks
		}
		end += open + 2
		if again := strings.LastIndex(text[open+2:end], "{{"); again >= 0 {
			open += 2 + again // the innermost pair
		}
		marks = append(marks, parse(text[open:end], open))
		at = end
	}
}

func parse(text string, start int) Mark {
	m := Mark{Text: text, Start: start, End: start + len(text)}
	inner := strings.TrimSpace(folded.Replace(strings.TrimSpace(text[2 : len(text)-2])))
	switch {
	case strings.HasPrefix(inner, "#"):
		m.Form, inner = Open, strings.TrimSpace(inner[1:])
	case strings.HasPrefix(inner, "/"):
		m.Form, inner = Close, strings.TrimSpace(inner[1:])
	}
	args := split(inner)
	if len(args) == 0 {
		return m
	}
	m.Name = args[0]
	if m.Form != Plain {
		m.Word = lookup(m.Name, List, Block)
		m.read(args[1:])
		return m
	}
	if w := lookup(m.Name, Picture); w != nil {
		m.Word = w
		m.read(args[1:])
		return m
	}
	m.Name = inner // a value has no arguments
	m.Word = lookup(m.Name, Value)
	return m
}

// split splits at spaces and commas outside of quotes.
func split(text string) []string {
	var parts []string
	var part strings.Builder
	quoted, any := false, false
	for _, r := range text + " " {
		switch {
		case r == '"':
			quoted, any = !quoted, true
		case !quoted && (r == ' ' || r == ',' || r == '\t' || r == '\n' || r == '\r'):
			if any {
				parts = append(parts, part.String())
			}
			part.Reset()
			any = false
		default:
			part.WriteRune(r)
			any = true
		}
	}
	if any {
		parts = append(parts, strings.TrimRight(part.String(), " "))
	}
	return parts
}

// read reads the arguments of a list or a picture.
func (m *Mark) read(args []string) {
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if name, value, is := strings.Cut(arg, "="); is {
			w := lookup(name, Filter)
			if w == nil || value == "" {
				m.unread(arg)
				continue
			}
			if m.Filters == nil {
				m.Filters = map[string][]string{}
			}
			m.Filters[w.Name] = append(m.Filters[w.Name], value)
			continue
		}
		if m.Form == Plain {
			if w := lookup(arg, View); w != nil && m.Word.Name != Signature {
				m.View = content.View(w.Name)
				continue
			}
			if width, height, is := size(arg); is {
				m.Width, m.Height = width, height
				m.BadSize = m.BadSize || width == 0 || height == 0
				continue
			}
		}
		m.Points = append(m.Points, arg)
	}
	if m.Form == Close && len(args) > 0 {
		m.unread(args[0])
	}
	if m.Word != nil && m.Word.Name == Signature && (len(m.Points) != 1 || RoleOf(m.Points[0]) == "") {
		m.unread(strings.Join(m.Points, " "))
	}
}

func (m *Mark) unread(arg string) {
	if m.Unread == "" {
		m.Unread = arg
	}
}

// size reads 480x200. Numbers that are not whole or too long are a size of 0.
func size(arg string) (width, height int, is bool) {
	w, h, is := strings.Cut(strings.ToLower(arg), "x")
	if !is || w == "" || h == "" || strings.Trim(w+h, "-+.0123456789") != "" {
		return 0, 0, false
	}
	number := func(text string) int {
		if n, err := strconv.Atoi(text); err == nil && n > 0 && n < 1_000_000 {
			return n
		}
		return 0
	}
	return number(w), number(h), true
}

// roles are the people of signatures.
var roles = map[string]content.Role{
	"made": content.Maker, "监测": content.Maker, "監測": content.Maker, "编制": content.Maker, "編製": content.Maker,
	"checked": content.Checker, "审核": content.Checker, "審核": content.Checker, "校核": content.Checker,
	"approved": content.Approver, "批准": content.Approver, "核准": content.Approver,
}

// RoleOf returns the role that a word names; empty: none.
func RoleOf(word string) content.Role { return roles[key(word)] }

// index finds words by kind and name.
var index = func() map[Kind]map[string][]*Word {
	found := map[Kind]map[string][]*Word{}
	for i := range words {
		w := &words[i]
		if found[w.Kind] == nil {
			found[w.Kind] = map[string][]*Word{}
		}
		seen := map[string]bool{}
		for _, name := range append([]string{w.Name, w.Label.Zh, w.Label.Tw}, w.also...) {
			if name = key(name); !seen[name] {
				seen[name] = true
				found[w.Kind][name] = append(found[w.Kind][name], w)
			}
		}
	}
	return found
}()

// lookup returns the first word of one of the kinds with a name; nil: there is none.
func lookup(name string, kinds ...Kind) *Word {
	for _, kind := range kinds {
		if found := index[kind][key(name)]; len(found) > 0 {
			return found[0]
		}
	}
	return nil
}
