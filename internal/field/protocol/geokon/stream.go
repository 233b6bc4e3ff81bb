package geokon

import (
	"bytes"
	"strings"
)

// maxLine is more than 16 channels need.
const maxLine = 1024

// minColumns is a line with the shortest date, a reading and nothing else.
const minColumns = 4

// cut finds the first line that looks like an array. Prompts and the echo of commands are skipped with their line.
func cut(received []byte) (skip, n int) {
	for i, c := range received {
		switch {
		case c == '\n':
			if array(received[skip:i]) {
				return skip, i + 1 - skip
			}
			skip = i + 1
		case c == '\r' && (i+1 == len(received) || received[i+1] == '\n'): // of the end of the line
		case c < ' ' || c > '~' || i-skip >= maxLine:
			skip = i + 1
		}
	}
	return skip, 0
}

// array reports whether a line is numbers between commas, with a year in the first or second column.
func array(b []byte) bool {
	words := bytes.Split(bytes.TrimSuffix(b, []byte("\r")), []byte(","))
	if len(words) < minColumns {
		return false
	}
	if !yearLike(words[0]) && !yearLike(words[1]) {
		return false
	}
	for _, word := range words[1:] {
		if len(bytes.Trim(word, " +-.0123456789eE")) > 0 {
			return false
		}
	}
	return true
}

func yearLike(word []byte) bool {
	word = bytes.TrimSpace(word)
	return len(word) == 4 && (word[0] == '1' && word[1] == '9' || word[0] == '2' && word[1] == '0') &&
		word[2] >= '0' && word[2] <= '9' && word[3] >= '0' && word[3] <= '9'
}

// register returns the logger ID in a line; "" if the line begins with the year.
func register(frame []byte) string {
	first, _, _ := bytes.Cut(frame, []byte(","))
	if yearLike(first) {
		return ""
	}
	return strings.TrimSpace(string(first))
}
