package sl651

import (
	"fmt"

	"plumbline/internal/platform/errs"
)

// Identifiers (SL 651-2014 annex C).
const (
	idObserved = 0xF0
	idStation  = 0xF1
	idTyped    = 0xF2
	idPicture  = 0xF3
	idRain     = 0xF4
	idLevels   = 0xF5 // to FC
	idLevels8  = 0xFC
	idExtended = 0xFF
	idStep     = 0x04
	idStatus   = 0x45

	clockStep = 3 // bytes of a time step
)

// pieceKind is what a piece of a text is.
type pieceKind uint8

const (
	station  pieceKind = iota // address, and the type if there is one
	observed                  // time of the observation
	typed                     // text that a person typed
	picture
	rain     // twelve rains
	levels   // twelve levels
	step     // of the values that follow
	status   // bits
	number   // BCD
	repeated // a further value of the last element
)

// piece is a part of a text in the HEX/BCD encoding.
type piece struct {
	kind     pieceKind
	id       int // FFXX behind the prefix FF
	size     int // with identifier and definition
	data     []byte
	decimals int
}

// name returns el_XX or el_FFXX.
func (p piece) name() string { return elementName(p.id) }

func elementName(id int) string {
	if id > 0xFF {
		return extendedNames[id&0xFF]
	}
	return names[id]
}

var names, extendedNames = func() (n, e [256]string) {
	for i := range n {
		n[i], e[i] = fmt.Sprintf("el_%02X", i), fmt.Sprintf("el_FF%02X", i)
	}
	return n, e
}()

// walker walks through the pieces of a text.
type walker struct {
	rest     []byte
	typeless bool  // no type follows the address of a station
	steps    bool  // a step was seen: the next element repeats
	last     piece // the element that repeats
	repeats  bool
}

// typeless reports whether a function answers about the station itself, without its type.
func typeless(function byte) bool { return function >= 0x40 }

// next takes the next piece off the text.
func (w *walker) next() (p piece, err *errs.Error) {
	if w.repeats {
		p = w.last
		p.kind, p.size = repeated, len(p.data)
		if len(w.rest) < p.size {
			return p, short(p, p.size, len(w.rest))
		}
		p.data, w.rest = w.rest[:p.size], w.rest[p.size:]
		return p, nil
	}
	p.id = int(w.rest[0])
	head := 2
	if p.id == idExtended {
		head = 3
	}
	if len(w.rest) < head {
		return p, short(p, head, len(w.rest))
	}
	definition := w.rest[head-1]
	if head == 3 {
		p.id = p.id<<8 | int(w.rest[1])
	}
	length := int(definition >> 3)
	p.decimals = int(definition & 7)
	switch p.id {
	case idObserved:
		p.kind, length = observed, 5
	case idStation:
		p.kind, length = station, addressLen
		if behind := w.rest[head:]; !w.typeless && len(behind) > addressLen && behind[addressLen] != idObserved {
			length++
		}
	case idTyped, idPicture:
		p.kind, length = typed, len(w.rest)-head
		if p.id == idPicture {
			p.kind = picture
		}
	case idRain:
		p.kind = rain
	case idStep:
		p.kind = step
	case idStatus:
		p.kind = status
	default:
		p.kind = number
		if p.id >= idLevels && p.id <= idLevels8 {
			p.kind = levels
		}
	}
	p.size = head + length
	if len(w.rest) < p.size {
		return p, short(p, p.size, len(w.rest))
	}
	p.data, w.rest = w.rest[head:p.size], w.rest[p.size:]
	if p.kind == rain && length != slots || p.kind == levels && length != 2*slots || p.kind == step && length != clockStep {
		return p, errs.OnField(p.name(), errs.FormatWrong)
	}
	w.repeats = w.steps && p.kind == number && length > 0
	w.steps = p.kind == step || w.steps && p.kind != number
	w.last = p
	return p, nil
}

func short(p piece, want, left int) *errs.Error {
	return errs.OnField(p.name(), errs.ElementCut, "want", want, "left", left)
}
