package modbus

import (
	"encoding/json"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/i18n"
)

func init() {
	protocol.Register(protocol.Family{
		Name:       "modbus",
		Codes:      []string{"MODBUS"},
		Label:      i18n.Label{Zh: "Modbus RTU/TCP", En: "Modbus RTU/TCP", Tw: "Modbus RTU/TCP"},
		NewDecoder: func() protocol.Decoder { return NewDecoder() },
		Profile:    func(text json.RawMessage) (any, error) { return ReadProfile(text) },
		Presets:    listed(),
		Polling:    &protocol.Polling{Requests: requests, More: more, Cut: cut, Refused: refusedAnswer, Respond: respond},
		Address:    func(profile any, onBus int) int { return int(profileOf(profile).address(onBus)) },
		Dissect:    dissect,
		Command:    command,
	})
}
