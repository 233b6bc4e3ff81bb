package protocol

import (
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

// FieldKind groups the fields of a frame, which share a colour on screen.
type FieldKind uint8

const (
	Framing  FieldKind = iota // start, length, end
	Identity                  // of device, station or bus address
	Control                   // functions, flags, counters
	Time
	Value
	Check // checksums
	Other
)

// Field is a piece of a frame as the workbench shows it. Fields do not overlap and are in order.
type Field struct {
	Start, End int // bytes of the frame: [Start, End)
	Kind       FieldKind
	Label      i18n.Label
	Type       string      // how the bytes are a number, such as f32 ABCD; "": as the family says
	Text       string      // its value as people read it, with its unit
	Fault      *errs.Error // what is wrong with it; nil: nothing
}

// Dissection collects the fields of a frame, one after another.
type Dissection struct {
	Fields []Field
	At     int // end of the fields so far
}

// Add adds the bytes up to end as a field. It returns the field, whose fault can be set until the next one; a field
// without bytes is not added.
func (d *Dissection) Add(end int, kind FieldKind, label i18n.Label, text string) *Field {
	if end <= d.At {
		return new(Field)
	}
	d.Fields = append(d.Fields, Field{Start: d.At, End: end, Kind: kind, Label: label, Text: text})
	d.At = end
	return &d.Fields[len(d.Fields)-1]
}

// Last returns the last field; there must be one.
func (d *Dissection) Last() *Field { return &d.Fields[len(d.Fields)-1] }

// LabelUnknown labels bytes that belong to no frame.
var LabelUnknown = i18n.Label{Zh: "未识别的字节", En: "Unrecognized bytes", Tw: "未識別的位元組"}

// Joined returns the label "first: second".
func Joined(first, second i18n.Label) i18n.Label {
	return i18n.Label{Zh: first.Zh + "：" + second.Zh, En: first.En + ": " + second.En, Tw: first.Tw + "：" + second.Tw}
}

// SameLabel returns the label of a name that is the same in all languages.
func SameLabel(name string) i18n.Label { return i18n.Label{Zh: name, En: name, Tw: name} }
