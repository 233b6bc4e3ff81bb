package errs

import (
	"fmt"
	"sort"
)

var (
	catalog = map[int]*Message{}
	codes   = map[string]int{} // by key
)

// message adds a message to the catalog. It panics if the code or the key is already in use.
func message(code int, kind Kind, key, zh, en, tw string) *Message {
	if other, taken := catalog[code]; taken {
		panic(fmt.Sprintf("errs: code %d is both %s and %s", code, other.Key, key))
	}
	if other, taken := codes[key]; taken {
		panic(fmt.Sprintf("errs: %s has the codes %d and %d", key, other, code))
	}
	codes[key] = code
	m := &Message{
		Code: code, Key: key, Kind: kind,
		text: map[Language]string{Chinese: zh, English: en, TraditionalChinese: tw},
	}
	catalog[code] = m
	return m
}

// ByCode returns the message with a code.
func ByCode(code int) (*Message, bool) {
	m, known := catalog[code]
	return m, known
}

// Catalog lists every message, sorted by code.
func Catalog() []*Message {
	list := make([]*Message, 0, len(catalog))
	for _, m := range catalog {
		list = append(list, m)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Code < list[j].Code })
	return list
}
