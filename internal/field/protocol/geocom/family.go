package geocom

import (
	"encoding/json"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/i18n"
)

func init() {
	protocol.Register(protocol.Family{
		Name:       "geocom",
		Codes:      []string{"GEOCOM"},
		Label:      i18n.Label{Zh: "徕卡全站仪（GeoCOM）", En: "Leica total stations (GeoCOM)", Tw: "徠卡全測站（GeoCOM）"},
		NewDecoder: func() protocol.Decoder { return NewDecoder() },
		Profile:    func(text json.RawMessage) (any, error) { return ReadProfile(text) },
		Presets:    presets,
		Polling:    &protocol.Polling{Requests: requests, Cut: cut, Refused: refused, Respond: respond},
		Dissect:    dissect,
		Command:    command,
	})
}
