package protocol

import (
	"fmt"
	"sort"
)

// Decoder reads the frames of one protocol family. It is not safe for concurrent
// use: each worker makes its own.
type Decoder interface {
	// Decode reads one uplink frame into an emptied message. The error is a
	// *fault.Error that names the field and what is allowed; the message is then of
	// no use. Any bytes at all may come.
	Decode(frame []byte, into *Message) error
}

var families = map[string]func() Decoder{}

// Register enters a family under its name; called by init of the family's package.
func Register(name string, maker func() Decoder) {
	if _, taken := families[name]; taken {
		panic("protocol: two families are called " + name)
	}
	families[name] = maker
}

// New makes a decoder of a family.
func New(name string) (Decoder, error) {
	found, ok := families[name]
	if !ok {
		return nil, fmt.Errorf("no protocol family %q; there are %v", name, Names())
	}
	return found(), nil
}

// Names lists the families.
func Names() []string {
	names := make([]string, 0, len(families))
	for name := range families {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
