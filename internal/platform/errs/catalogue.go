package errs

import (
	"fmt"
	"sort"
)

var catalogue = map[int]*Message{}

// message adds a message to the catalogue. It panics if the code is already in use.
func message(code int, kind Kind, key, zh, en, tw string) *Message {
	if other, taken := catalogue[code]; taken {
		panic(fmt.Sprintf("fault: code %d is both %s and %s", code, other.Key, key))
	}
	m := &Message{
		Code: code, Key: key, Kind: kind,
		text: map[Language]string{Chinese: zh, English: en, TraditionalChinese: tw},
	}
	catalogue[code] = m
	return m
}

// ByCode returns the message with a code.
func ByCode(code int) (*Message, bool) {
	m, known := catalogue[code]
	return m, known
}

// Catalogue lists every message, sorted by code.
func Catalogue() []*Message {
	list := make([]*Message, 0, len(catalogue))
	for _, m := range catalogue {
		list = append(list, m)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Code < list[j].Code })
	return list
}
