package jsonmap

import (
	"strconv"
	"strings"

	"plumbline/internal/platform/errs"
)

// step is one part of a path: a member of an object, or an element of a list.
type step struct {
	key   string
	index int // of an element; -1: each of them; used if key is ""
}

// path leads to a value.
type path struct {
	top   bool // from the top of the message
	up    int  // records around the record
	steps []step
	set   bool
}

const (
	each     = -1
	maxSteps = 32
)

// parsePath parses a path; ok is false if it is not one. "" is no path, "." the record itself.
func parsePath(text string, lists bool) (p path, ok bool) {
	if text == "" {
		return p, true
	}
	p.set = true
	rest := text
	if strings.HasPrefix(rest, "$") {
		p.top, rest = true, strings.TrimPrefix(rest[1:], ".")
	}
	for strings.HasPrefix(rest, "^") && !p.top {
		p.up++
		rest = strings.TrimPrefix(rest[1:], ".")
	}
	for first := true; rest != "" && rest != "."; first = false {
		if rest[0] == '[' {
			inner, after, closed := strings.Cut(rest[1:], "]")
			n, err := strconv.Atoi(inner)
			switch {
			case !closed, inner != "" && (err != nil || n < 0), inner == "" && !lists:
				return p, false
			case inner == "":
				n = each
			}
			p.steps = append(p.steps, step{index: n})
			rest = after
			if len(p.steps) > maxSteps || p.up > maxSteps {
				return p, false
			}
			continue
		}
		if !first {
			if rest[0] != '.' {
				return p, false
			}
			rest = rest[1:]
		}
		end := strings.IndexAny(rest, ".[")
		if end < 0 {
			end = len(rest)
		}
		if end == 0 || len(p.steps) >= maxSteps {
			return p, false
		}
		p.steps = append(p.steps, step{key: rest[:end]})
		rest = rest[end:]
	}
	return p, true
}

// record is one record of a message and those around it.
type record struct {
	value  any
	around *record // the message itself at last
}

// at returns the value at a path; ok is false if there is none.
func (r *record) at(p path) (value any, ok bool) {
	from := r
	for up := p.up; up > 0 && from.around != nil; up-- {
		from = from.around
	}
	for p.top && from.around != nil {
		from = from.around
	}
	value = from.value
	for _, s := range p.steps {
		if value, ok = s.into(value); !ok {
			return nil, false
		}
	}
	return value, true
}

func (s step) into(value any) (any, bool) {
	if s.key != "" {
		object, _ := value.(map[string]any)
		inner, ok := object[s.key]
		return inner, ok
	}
	list, _ := value.([]any)
	if s.index >= len(list) {
		return nil, false
	}
	return list[s.index], true
}

// walk calls visit with each record at the end of steps; found is false if they lead nowhere. null is an empty list.
func walk(value any, around *record, steps []step, visit func(*record) error) (found bool, err error) {
	for i, s := range steps {
		if s.key == "" && s.index == each {
			return walkList(value, around, steps[i+1:], visit)
		}
		inner, ok := s.into(value)
		if !ok {
			return false, nil
		}
		value = inner
	}
	switch value.(type) {
	case nil:
		return true, nil
	case []any:
		return walkList(value, around, nil, visit)
	}
	return true, visit(&record{value, around})
}

func walkList(value any, around *record, steps []step, visit func(*record) error) (found bool, err error) {
	if value == nil {
		return true, nil
	}
	list, ok := value.([]any)
	if !ok {
		return false, nil
	}
	for _, element := range list {
		at := &record{element, around}
		if len(steps) == 0 {
			err = visit(at)
		} else if ok, err = walk(element, at, steps, visit); err == nil && !ok {
			return false, nil
		}
		if err != nil {
			return true, err
		}
	}
	return true, nil
}

// Find returns the text or number at a path of a message; "" if there is none.
func Find(message []byte, at string) (string, error) {
	p, ok := parsePath(at, false)
	if !ok {
		return "", errs.OnField("path", errs.PathInvalid)
	}
	top, err := parse(message)
	if err != nil {
		return "", err
	}
	found, _ := (&record{value: top}).at(p)
	text, _ := textOf(found)
	return text, nil
}
