package hj212

import (
	"time"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/i18n"
)

func init() {
	protocol.Register(protocol.Family{
		Name:       "hj212",
		Codes:      []string{"HJ"},
		Label:      i18n.Label{Zh: "环保监测（HJ 212）", En: "Environment (HJ 212)", Tw: "環保監測（HJ 212）"},
		NewDecoder: func() protocol.Decoder { return NewDecoder() },
		Profile:    readProfile,
		Stream: &protocol.Stream{
			Cut: cut, Register: register, Secret: secret, Part: part, Receipt: receipt, Answers: commandAnswered,
		},
		History:   24 * time.Hour,
		Dissect:   dissect,
		Command:   writeCommand,
		Simulate:  simulate,
		Simulated: simulated,
	})
}
