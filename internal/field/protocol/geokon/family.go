package geokon

import (
	"encoding/json"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/i18n"
)

func init() {
	protocol.Register(protocol.Family{
		Name:       "geokon",
		Codes:      []string{"GK"},
		Label:      i18n.Label{Zh: "基康采集仪文本记录", En: "Geokon logger arrays", Tw: "基康採集儀文字記錄"},
		NewDecoder: func() protocol.Decoder { return NewDecoder() },
		Profile:    func(text json.RawMessage) (any, error) { return ReadProfile(text) },
		Presets:    presets(),
		Stream:     &protocol.Stream{Cut: cut, Register: register},
		Dissect:    dissect,
	})
}
