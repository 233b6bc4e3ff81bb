package jsonmap

import (
	"encoding/json"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/i18n"
)

// Name is the name of the family.
const Name = "jsonmap"

func init() {
	protocol.Register(protocol.Family{
		Name:       Name,
		Label:      i18n.Label{Zh: "按映射解析的JSON", En: "JSON by a mapping", Tw: "依對應解析的JSON"},
		NewDecoder: func() protocol.Decoder { return NewDecoder() },
		Profile: func(text json.RawMessage) (any, error) {
			p, err := ReadProfile(text)
			if p == nil {
				return nil, err // not a nil *Profile
			}
			return p, err
		},
		Presets: presets(),
	})
}
