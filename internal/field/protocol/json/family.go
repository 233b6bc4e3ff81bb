package json

import (
	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/i18n"
)

func init() {
	protocol.Register(protocol.Family{
		Name:       protocol.Open,
		Label:      i18n.Label{Zh: "开放 JSON 格式", En: "Open JSON format", Tw: "開放 JSON 格式"},
		NewDecoder: func() protocol.Decoder { return NewDecoder() },
		TimeReply:  timeReply,
		Receipt:    receipt,
		Command:    writeCommand,
		Answer:     readAnswer,
		Dissect:    dissect,
		Simulate:   simulate,
		Record:     writeRecord,
	})
}
