package sms

import (
	"strings"
	"unicode/utf8"
)

// Length is how long a text message is.
type Length struct {
	Encoding   string // GSM-7 or UCS-2
	Characters int
	Units      int // septets of GSM-7, 16-bit units of UCS-2
	Segments   int // messages of the radio network into which it is split
	Billed     int // messages that Aliyun and Tencent bill in mainland China, where each character counts as one
}

const (
	gsmBasic = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
	gsmTwice = "\f^{}\\[~]|€" // two septets each

	gsmOne, gsmEach = 160, 153
	ucsOne, ucsEach = 70, 67
)

// Measure returns the length of a text, including its signature (3GPP TS 23.038 and 23.040). What takes two units is
// not split between two segments.
func Measure(text string) Length {
	l := Length{Encoding: "GSM-7", Characters: utf8.RuneCountInString(text)}
	l.Billed = 1
	if l.Characters > ucsOne {
		l.Billed = (l.Characters + ucsEach - 1) / ucsEach
	}
	var sizes []int
	for _, r := range text {
		switch {
		case strings.ContainsRune(gsmBasic, r):
			sizes = append(sizes, 1)
		case strings.ContainsRune(gsmTwice, r):
			sizes = append(sizes, 2)
		default:
			l.Encoding = "UCS-2"
		}
	}
	one, each := gsmOne, gsmEach
	if l.Encoding == "UCS-2" {
		one, each, sizes = ucsOne, ucsEach, sizes[:0]
		for _, r := range text {
			size := 1
			if r > 0xFFFF {
				size = 2
			}
			sizes = append(sizes, size)
		}
	}
	last := 0 // units in the last segment
	l.Segments = 1
	for _, size := range sizes {
		if l.Units += size; last+size > each {
			l.Segments++
			last = 0
		}
		last += size
	}
	if l.Units <= one {
		l.Segments = 1
	}
	return l
}
