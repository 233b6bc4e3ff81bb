package rion

import (
	"encoding/json"
	"math"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

// Settings is what differs between models.
type Settings struct {
	Address       int    `json:"address,omitempty"`       // 0 to 254; values of other addresses go to the channel with that number
	Bytes         int    `json:"bytes,omitempty"`         // of an angle, 3 or 4; only for simulation, since answers tell it
	Decimals      *int   `json:"decimals,omitempty"`      // of the angles; default 2 of 3 bytes, 4 of 4 bytes
	Third         string `json:"third,omitempty"`         // field of the third value; default third of 3 bytes, temp of 4 bytes
	ThirdDecimals *int   `json:"thirdDecimals,omitempty"` // default that of the angles of 3 bytes, 2 of 4 bytes
}

// Profile is a checked profile.
type Profile struct {
	address, bytes          int
	decimals, thirdDecimals int // -1: by the form of the answer
	third                   []byte
}

const (
	maxAddress  = 254
	maxDecimals = 6
)

// ReadProfile reads and checks a profile.
func ReadProfile(text json.RawMessage) (*Profile, error) {
	var s Settings
	if len(text) > 0 {
		if err := errs.Decode(text, &s); err != nil {
			return nil, err
		}
	}
	var refused errs.Refusals
	p := &Profile{address: s.Address, bytes: s.Bytes, third: []byte(s.Third), decimals: -1, thirdDecimals: -1}
	if s.Address < 0 || s.Address > maxAddress {
		refused.Add("address", errs.OutOfRange, "min", 0, "max", maxAddress)
	}
	if s.Bytes != 0 && s.Bytes != 3 && s.Bytes != 4 {
		refused.Add("bytes", errs.NotOneOf, "allowed", "3, 4")
	}
	if s.Third != "" && (!protocol.FieldName(s.Third) || s.Third == fieldX || s.Third == fieldY) {
		refused.Add("third", errs.FormatWrong)
	}
	for name, d := range map[string]struct{ from, to *int }{"decimals": {s.Decimals, &p.decimals}, "thirdDecimals": {s.ThirdDecimals, &p.thirdDecimals}} {
		if d.from == nil {
			continue
		}
		if *d.to = *d.from; *d.from < 0 || *d.from > maxDecimals {
			refused.Add(name, errs.OutOfRange, "min", 0, "max", maxDecimals)
		}
	}
	if err := refused.Err(); err != nil {
		return nil, err
	}
	return p, nil
}

var defaultProfile = &Profile{decimals: -1, thirdDecimals: -1}

func profileOf(profile any) *Profile {
	if p, ok := profile.(*Profile); ok && p != nil {
		return p
	}
	return defaultProfile
}

// Fields of the catalog (domain devices.md section 5.24).
const (
	fieldX     = "angleX"
	fieldY     = "angleY"
	fieldTemp  = "temp"
	fieldThird = "third"
)

// column is the field of a value and what its number is divided by.
type column struct {
	field   []byte
	divisor float64
	unit    string
}

var (
	nameX, nameY        = []byte(fieldX), []byte(fieldY)
	nameTemp, nameThird = []byte(fieldTemp), []byte(fieldThird)
)

// columns returns those of an answer with angles of 3 or 4 bytes.
func (p *Profile) columns(bytes int) [3]column {
	decimals, thirdDecimals, third := 2, 2, nameThird
	if bytes == 4 {
		decimals, third = 4, nameTemp
	}
	if p.decimals >= 0 {
		decimals = p.decimals
		if bytes == 3 {
			thirdDecimals = decimals
		}
	}
	if p.thirdDecimals >= 0 {
		thirdDecimals = p.thirdDecimals
	}
	if len(p.third) > 0 {
		third = p.third
	}
	unit := ""
	if string(third) == fieldTemp {
		unit = " °C"
	}
	angle := math.Pow10(decimals)
	return [3]column{{nameX, angle, "°"}, {nameY, angle, "°"}, {third, math.Pow10(thirdDecimals), unit}}
}

var presets = []protocol.Preset{
	{
		Code: "angles4", Label: i18n.Label{Zh: "高精度型（4字节角度）", En: "High precision, angles of 4 bytes", Tw: "高精度型（4位元組角度）"},
		Profile: json.RawMessage(`{"bytes":4,"decimals":4,"third":"temp","thirdDecimals":2}`),
	},
	{
		Code: "angles3", Label: i18n.Label{Zh: "普通型（3字节角度，两位小数）", En: "Angles of 3 bytes, 2 decimals", Tw: "一般型（3位元組角度，兩位小數）"},
		Profile: json.RawMessage(`{"bytes":3,"decimals":2,"third":"third","thirdDecimals":2}`),
	},
	{
		Code: "angles3-temp", Label: i18n.Label{Zh: "带温度型（3字节角度，三位小数）", En: "Angles of 3 bytes with temperature, 3 decimals", Tw: "帶溫度型（3位元組角度，三位小數）"},
		Profile: json.RawMessage(`{"bytes":3,"decimals":3,"third":"temp","thirdDecimals":3}`),
	},
}
