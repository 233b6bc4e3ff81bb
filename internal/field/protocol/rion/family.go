package rion

import (
	"encoding/json"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/i18n"
)

func init() {
	protocol.Register(protocol.Family{
		Name:       "rion",
		Codes:      []string{"RION_INCLINO"},
		Label:      i18n.Label{Zh: "瑞芬倾角仪（未经实机验证）", En: "RION inclinometers (not verified against a device)", Tw: "瑞芬傾角儀（未經實機驗證）"},
		NewDecoder: func() protocol.Decoder { return NewDecoder() },
		Profile:    func(text json.RawMessage) (any, error) { return ReadProfile(text) },
		Presets:    presets,
		Polling:    &protocol.Polling{Requests: requests, Cut: cut, Refused: refused, Respond: respond},
		Address:    func(profile any, onBus int) int { return int(profileOf(profile).on(onBus)) },
		Dissect:    dissect,
		Command:    command,
	})
}
