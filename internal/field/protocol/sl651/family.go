package sl651

import (
	"time"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/i18n"
)

func init() {
	protocol.Register(protocol.Family{
		Name:       "sl651",
		Codes:      []string{"HYDRO"},
		Label:      i18n.Label{Zh: "水文监测（SL 651）", En: "Hydrology (SL 651)", Tw: "水文監測（SL 651）"},
		NewDecoder: func() protocol.Decoder { return NewDecoder() },
		Profile:    readProfile,
		Stream: &protocol.Stream{
			Cut: cut, Register: register, Secret: secret, Part: part, Receipt: receipt, Answers: commandAnswered,
		},
		History:   24 * time.Hour, // the number of values in an answer is limited
		Dissect:   dissect,
		Command:   writeCommand,
		Simulate:  simulate,
		Simulated: simulated,
	})
}
