package json

import (
	"strconv"
	"strings"
	"time"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

// deepest is the depth of members that are fields; what is below belongs to one field.
const deepest = 8

// maxShown bounds the text of a field, in bytes.
const maxShown = 120

var (
	labelBegin = i18n.Label{Zh: "开头", En: "Begin", Tw: "開頭"}
	labelEnd   = i18n.Label{Zh: "结尾", En: "End", Tw: "結尾"}
)

// kinds are the kinds of members that are no readings.
var kinds = map[string]protocol.FieldKind{
	"type": protocol.Control, "seq": protocol.Control, "hist": protocol.Control, "ackUp": protocol.Control, "code": protocol.Control,
	"online": protocol.Control, "msg": protocol.Control, "part": protocol.Control, "parts": protocol.Control, "enc": protocol.Control,
	"sn": protocol.Identity, "point": protocol.Identity, "no": protocol.Identity, "id": protocol.Identity, "model": protocol.Identity,
	"fw": protocol.Identity, "iccid": protocol.Identity,
	"t": protocol.Time,
}

// dissection takes a message apart: a field is a member with its value, and the brackets and commas behind it.
type dissection struct {
	scanner
	protocol.Dissection
}

func dissect(frame []byte, _ any) []protocol.Field {
	d := dissection{scanner: scanner{text: frame}}
	w := d.value("", 0, 0)
	if w == nil && d.peek() != 0 {
		w = d.malformed("nothing behind the message")
	}
	if w != nil {
		d.Add(len(frame), protocol.Other, protocol.LabelUnknown, "").Fault = errs.New(w.message, w.args...)
		return d.Fields
	}
	d.Add(len(frame), protocol.Framing, labelEnd, "")
	dissectBlock(frame, d.Fields)
	return d.Fields
}

// value adds the value at the present place, whose member begins at from.
func (d *dissection) value(path string, from, depth int) *wrong {
	start := d.pos
	switch c := d.peek(); {
	case c == '{' && depth < deepest:
		return d.members(path, depth)
	case c == '[' && depth < deepest && d.holdsLists():
		return d.entries(path, depth)
	case c == 0:
		return d.malformed("a value")
	}
	if w := d.skip(0); w != nil {
		return w
	}
	d.leaf(path, from, strings.TrimSpace(string(d.text[start:d.pos])))
	return nil
}

func (d *dissection) members(path string, depth int) *wrong {
	d.pos++
	for first := true; ; first = false {
		if done, w := d.next(first, '}'); done || w != nil {
			return w
		}
		d.space()
		from := d.pos
		name, _, w := d.key()
		if w != nil {
			return w
		}
		member := string(name)
		if path != "" {
			member = path + "." + member
		}
		if w := d.value(member, from, depth+1); w != nil {
			return w
		}
	}
}

func (d *dissection) entries(path string, depth int) *wrong {
	d.pos++
	for i := 0; ; i++ {
		if done, w := d.next(i == 0, ']'); done || w != nil {
			return w
		}
		d.space()
		if w := d.value(path+"["+strconv.Itoa(i)+"]", d.pos, depth+1); w != nil {
			return w
		}
	}
}

// holdsLists reports whether the array at the present place has objects or arrays; an array of plain values is one field.
func (d *dissection) holdsLists() bool {
	inside := scanner{text: d.text, pos: d.pos + 1}
	c := inside.peek()
	return c == '{' || c == '['
}

func (d *dissection) leaf(path string, from int, text string) {
	name := path[strings.LastIndexByte(path, '.')+1:]
	kind, known := kinds[name]
	numeric := strings.HasPrefix(text, "-") || text != "" && text[0] >= '0' && text[0] <= '9' || text == "null" || strings.HasPrefix(text, "[")
	if !known {
		if kind = protocol.Other; numeric {
			kind = protocol.Value
		}
	}
	if at, err := strconv.ParseInt(text, 10, 64); err == nil && kind == protocol.Time {
		text += " = " + time.UnixMilli(at).UTC().Format("2006-01-02 15:04:05.000") + "Z"
	}
	if len(text) > maxShown {
		text = strings.ToValidUTF8(text[:maxShown], "") + "…"
	}
	if name == "" {
		name = "JSON"
		path = name
	}
	if len(d.Fields) == 0 {
		d.Add(from, protocol.Framing, labelBegin, "")
	} else {
		d.Last().End, d.At = from, from
	}
	d.Add(d.pos, kind, protocol.SameLabel(path), text)
}
