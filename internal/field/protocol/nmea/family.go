package nmea

import (
	"encoding/json"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/i18n"
)

func init() {
	protocol.Register(protocol.Family{
		Name:       "nmea",
		Codes:      []string{"NMEA"},
		Label:      i18n.Label{Zh: "NMEA 0183定位语句", En: "NMEA 0183 positions", Tw: "NMEA 0183定位語句"},
		NewDecoder: func() protocol.Decoder { return NewDecoder() },
		Profile:    func(text json.RawMessage) (any, error) { return ReadProfile(text) },
		Stream:     &protocol.Stream{Cut: cut, Together: epoch},
		Dissect:    dissect,
	})
}
