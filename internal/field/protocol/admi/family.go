package admi

import (
	"encoding/json"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/i18n"
)

// Name is the name of the family.
const Name = "admi"

func init() {
	protocol.Register(protocol.Family{
		Name:       Name,
		Codes:      []string{"ADMI"},
		Label:      i18n.Label{Zh: "进口阵列位移计（gRPC服务）", En: "Imported shape array (gRPC service)", Tw: "進口陣列位移計（gRPC服務）"},
		NewDecoder: func() protocol.Decoder { return NewDecoder() },
		Profile:    func(text json.RawMessage) (any, error) { return ReadProfile(text) },
		Stream:     &protocol.Stream{GRPC: true, Cut: Cut, Receipt: receipt, Answers: commandAnswered},
		Dissect:    dissect,
		Command:    writeCommand,
	})
}
