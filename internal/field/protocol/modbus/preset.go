package modbus

import (
	"encoding/json"
	"slices"
	"strings"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/i18n"
)

// ownClock and ownInterval are the registers of our own instruments (domain protocols.md section 2.1).
var (
	ownClock    = &Clock{Start: 0x0100, Form: formPacked}
	ownInterval = &Interval{Register: 0x0010, Unit: unitMinutes}
)

// maxChannels is the number of measuring channels of a vibrating wire module.
const maxChannels = 32

// countOfNodes is the register with the number of nodes of an array.
const countOfNodes = 0xF000

// preset is a default register map (domain protocols.md section 2.4): function 3, f32 in the order ABCD.
type preset struct {
	code   string
	label  i18n.Label
	fields string // one every two registers, - for none
	array  bool
}

var presets = []preset{
	{"tilt2", i18n.Label{Zh: "双轴倾角仪", En: "Dual-axis tilt meter", Tw: "雙軸傾角儀"}, "angleX angleY temp", false},
	{"vw", i18n.Label{Zh: "振弦采集模块", En: "Vibrating wire module", Tw: "振弦採集模組"}, "freq temp", false},
	{"hydrostatic", i18n.Label{Zh: "静力水准仪", En: "Hydrostatic level", Tw: "靜力水準儀"}, "level temp", false},
	{"rangefinder", i18n.Label{Zh: "激光测距仪", En: "Laser rangefinder", Tw: "雷射測距儀"}, "dist", false},
	{"wire", i18n.Label{Zh: "拉线位移计", En: "Draw-wire displacement meter", Tw: "拉線位移計"}, "disp", false},
	{"weather6", i18n.Label{Zh: "六要素气象站", En: "Weather station, 6 elements", Tw: "六要素氣象站"}, "windSpeed windDir airTemp humidity airPressure total", false},
	{"array", i18n.Label{Zh: "阵列式位移计", En: "Array displacement meter", Tw: "陣列式位移計"}, "angleX angleY temp", true},
}

// settings returns the register map of a preset; channels only counts for a vibrating wire module.
func (p preset) settings(channels int) Settings {
	s := Settings{Clock: ownClock, Interval: ownInterval}
	fields := strings.Fields(p.fields)
	for c := range max(1, min(channels, maxChannels)) {
		for i, field := range fields {
			it := Item{Offset: 2 * (c*len(fields) + i), Type: kindNames[f32], Field: field}
			if channels > 1 {
				it.Channel = c + 1
			}
			s.Items = append(s.Items, it)
		}
	}
	if p.array {
		counter := countOfNodes
		s.Array, s.Items = &Array{Step: 2 * len(fields), Counter: &counter, Items: s.Items}, nil
	}
	return s
}

func presetNamed(code string, channels int) (Settings, bool) {
	i := slices.IndexFunc(presets, func(p preset) bool { return p.code == code })
	if i < 0 {
		return Settings{}, false
	}
	if code != "vw" {
		channels = 1
	}
	return presets[i].settings(channels), true
}

func presetCodes() string {
	var codes []string
	for _, p := range presets {
		codes = append(codes, p.code)
	}
	return strings.Join(codes, ", ")
}

// listed returns the presets written out, so that people can edit every register.
func listed() (list []protocol.Preset) {
	for _, p := range presets {
		text, err := json.Marshal(p.settings(1))
		if err != nil {
			panic("modbus: " + err.Error())
		}
		list = append(list, protocol.Preset{Code: p.code, Label: p.label, Profile: text})
	}
	return list
}
