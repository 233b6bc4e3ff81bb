package sl651

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"strconv"
	"unsafe"

	"plumbline/internal/core/reading"
	"plumbline/internal/platform/errs"
)

// words are the identifiers of the ASCII encoding (SL 651-2014 annex C, from memory), which people also type in manual
// reports.
var words = map[string]int{
	"TT": idObserved, "ST": idStation, "RGZS": idTyped, "PIC": idPicture, "DRP": idRain,
	"DRZ1": 0xF5, "DRZ2": 0xF6, "DRZ3": 0xF7, "DRZ4": 0xF8, "DRZ5": 0xF9, "DRZ6": 0xFA, "DRZ7": 0xFB, "DRZ8": 0xFC,
	"AI": 0x02, "C": 0x03, "P1": 0x1A, "P2": 0x1B, "P3": 0x1C, "P6": 0x1D, "P12": 0x1E, "PD": 0x1F, "PJ": 0x20,
	"PN01": 0x21, "PN05": 0x22, "PN10": 0x23, "PN30": 0x24, "PR": 0x25, "PT": 0x26, "Q": 0x27, "VT": 0x38,
	"Z": 0x39, "ZB": 0x3A, "ZU": 0x3B, "ZT": idStatus,
}

// maxWord bounds an unknown identifier.
const maxWord = 16

// text views bytes as a string for look-ups and parsers, which keep no reference; view does the reverse for fields.
func text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

func view(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// words decodes a text in the ASCII encoding: identifiers and values with spaces between them. After a step, such as
// DRN05 for 5 minutes, the values of one element follow.
func (d *Decoder) words(typed []byte) error {
	for len(typed) > 0 {
		var word, next []byte
		word, typed = cutWord(typed)
		if len(word) == 0 {
			break
		}
		if interval, ok := asciiStep(word); ok {
			d.interval = interval
			if err := d.flush(); err != nil {
				return err
			}
			var err error
			if typed, err = d.series(typed); err != nil {
				return err
			}
			continue
		}
		id, known := words[text(word)]
		if id == idTyped || !known && !plausible(word) {
			continue
		}
		next, typed = cutWord(typed)
		var err error
		switch {
		case id == idStation:
			if letter, rest := cutWord(typed); len(letter) == 1 {
				typed = rest // type of the station
			}
		case id == idPicture:
			return nil
		case id == idObserved:
			err = d.asciiObserve(next)
		case id >= idRain && id <= idLevels8:
			err = d.asciiArray(id, next)
		case id == idStatus:
			err = d.add(id, d.scaled(id, asciiBits(next)))
		case known:
			err = d.add(id, d.scaled(id, asciiNumber(next)))
		default:
			err = d.unknown(word, asciiNumber(next))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// series makes readings of the values of one element, up to the next word.
func (d *Decoder) series(typed []byte) ([]byte, error) {
	word, rest := cutWord(typed)
	id, known := words[text(word)]
	if !known {
		return rest, nil
	}
	for steps := 0; ; steps++ {
		next, behind := cutWord(rest)
		if len(next) == 0 {
			return behind, nil
		}
		if _, other := words[text(next)]; other {
			return rest, nil
		}
		if err := d.repeat(id, steps, d.scaled(id, asciiNumber(next))); err != nil {
			return nil, err
		}
		rest = behind
	}
}

// cutWord takes the next word off a text.
func cutWord(b []byte) (word, rest []byte) {
	b = bytes.TrimLeft(b, " \t\r\n\x00")
	if end := bytes.IndexAny(b, " \t\r\n\x00"); end >= 0 {
		return b[:end], b[end+1:]
	}
	return b, nil
}

// asciiStep decodes a step: DRD01 a day, DRH01 an hour, DRN05 five minutes.
func asciiStep(word []byte) (ms int64, ok bool) {
	if len(word) != 5 || word[0] != 'D' || word[1] != 'R' {
		return 0, false
	}
	n, err := strconv.ParseUint(text(word[3:]), 10, 8)
	unit := map[byte]int64{'D': 24 * 60, 'H': 60, 'N': 1}[word[2]]
	return int64(n) * unit * minute, err == nil && n > 0 && unit > 0
}

func (d *Decoder) asciiObserve(digits []byte) error {
	raw, err := hex.DecodeString(text(digits[:min(len(digits), 2*clockLen)]))
	if err != nil {
		return errs.OnField("TT", errs.DigitsInvalid, "digits", fmt.Sprintf("%q", digits))
	}
	return d.observe(raw)
}

func (d *Decoder) asciiArray(id int, digits []byte) error {
	raw, err := hex.DecodeString(text(digits[:min(len(digits), 4*slots)]))
	want := 2 * slots
	if id == idRain {
		want = slots
	}
	if err != nil || len(raw) != want {
		return errs.OnField(elementName(id), errs.FormatWrong)
	}
	return d.array(id, raw)
}

func asciiBits(digits []byte) float64 {
	v, err := strconv.ParseUint(text(digits), 16, 32)
	if err != nil {
		return reading.Missing
	}
	return float64(v)
}

// asciiNumber decodes a number; anything else is Missing.
func asciiNumber(digits []byte) float64 {
	for _, b := range digits {
		if (b < '0' || b > '9') && b != '.' && b != '-' && b != '+' {
			return reading.Missing
		}
	}
	v, err := strconv.ParseFloat(text(digits), 64)
	if err != nil || !reading.IsFinite(v) {
		return reading.Missing
	}
	return v
}

// plausible reports whether a word can be an unknown identifier: capital letters and digits.
func plausible(word []byte) bool {
	for _, b := range word {
		if (b < '0' || b > '9') && (b < 'A' || b > 'Z') {
			return false
		}
	}
	return len(word) <= maxWord && word[0] >= 'A'
}

// unknown keeps an unknown identifier as el_ and its letters. Words without a number are what a person wrote.
func (d *Decoder) unknown(word []byte, v float64) error {
	if reading.IsMissing(v) {
		return nil
	}
	field := "el_" + string(word)
	for _, there := range d.values {
		if there.field == field {
			return errs.OnField(field, errs.Duplicate)
		}
	}
	return d.keep(value{-1, field, v})
}
