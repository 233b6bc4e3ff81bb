package protocol

import "slices"

// Decoder reads the frames of one protocol family. It is not safe for concurrent
// use: each worker makes its own.
type Decoder interface {
	// Decode reads one uplink frame into an emptied message. The error is a
	// *errs.Error that names the field and what is allowed; the message is then of
	// no use. Any bytes at all may come.
	Decode(frame []byte, into *Message) error
}

// The families with their own package: every other device speaks the open format that no other family
// claims, and rows of files travel as tables.
const (
	Open  = "json"
	Files = "table"
)

var (
	families []*Family
	byCode   = map[string]*Family{}
)

// Register enters a family; called by init of the family's package.
func Register(f Family) {
	if Named(f.Name) != nil {
		panic("protocol: two families are called " + f.Name)
	}
	families = append(families, &f)
	for _, code := range f.Codes {
		if byCode[code] != nil {
			panic("protocol: two families speak " + code)
		}
		byCode[code] = &f
	}
}

// Families lists the families that are linked into the program.
func Families() []*Family { return slices.Clone(families) }

// Named returns a family by its name; nil: there is none.
func Named(name string) *Family {
	if i := slices.IndexFunc(families, func(f *Family) bool { return f.Name == name }); i >= 0 {
		return families[i]
	}
	return nil
}

// Of returns the family that devices of a protocol code speak: the one that claims the code, else the
// open format.
func Of(code string) *Family {
	if found, ok := byCode[code]; ok {
		return found
	}
	return Named(Open)
}
