package errs

import (
	"fmt"
	"sort"
)

var catalogue = map[int]*Message{}

// message enters a message into the catalogue. Codes and keys are unique: the
// program does not start with two alike.
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

// ByCode finds a message of the catalogue.
func ByCode(code int) (*Message, bool) {
	m, known := catalogue[code]
	return m, known
}

// Catalogue lists every message by code.
func Catalogue() []*Message {
	list := make([]*Message, 0, len(catalogue))
	for _, m := range catalogue {
		list = append(list, m)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Code < list[j].Code })
	return list
}
