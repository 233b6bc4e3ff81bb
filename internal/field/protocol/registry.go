package protocol

import "slices"

// Decoder decodes the frames of one protocol family. It is not safe for concurrent use: each worker has its own.
type Decoder interface {
	// Decode decodes one uplink frame into an empty message. profile is that of the device, from the Profile of the
	// family; nil: the default one. The error is an *errs.Error that names the field and what is allowed; the message is
	// then invalid. The input may be any bytes.
	Decode(frame []byte, profile any, into *Message) error
}

// Devices whose protocol code no family claims use the open format; rows of files are sent as tables.
const (
	Open  = "json"
	Files = "table"
)

var (
	families []*Family
	byCode   = map[string]*Family{}
)

// Register registers a family; it is called by init of the family's package.
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

// Families returns the registered families.
func Families() []*Family { return slices.Clone(families) }

// Named returns a family by name, or nil.
func Named(name string) *Family {
	if i := slices.IndexFunc(families, func(f *Family) bool { return f.Name == name }); i >= 0 {
		return families[i]
	}
	return nil
}

// Of returns the family of devices with a protocol code: the one that claims the code, else the open format.
func Of(code string) *Family {
	if found, ok := byCode[code]; ok {
		return found
	}
	return Named(Open)
}
