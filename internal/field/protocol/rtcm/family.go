package rtcm

import (
	"encoding/json"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/i18n"
)

func init() {
	protocol.Register(protocol.Family{
		Name:       "rtcm",
		Codes:      []string{"RTCM"},
		Label:      i18n.Label{Zh: "RTCM 3观测数据流", En: "RTCM 3 observations", Tw: "RTCM 3觀測資料流"},
		NewDecoder: func() protocol.Decoder { return NewDecoder() },
		Profile:    func(text json.RawMessage) (any, error) { return ReadProfile(text) },
		Stream:     &protocol.Stream{Caster: true, Cut: cut},
		Dissect:    dissect,
	})
}
