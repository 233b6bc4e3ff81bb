package jsonmap

import (
	"encoding/json"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/i18n"
)

// presets are examples. The services behind these codes have published no format, so each must be fitted to a real answer.
func presets() (list []protocol.Preset) {
	example := func(code, zh, en, tw string, m Mapping) {
		text, err := json.Marshal(m)
		if err != nil {
			panic("jsonmap: " + err.Error())
		}
		list = append(list, protocol.Preset{
			Code:    code,
			Label:   i18n.Label{Zh: zh + "（示例，需按实际调整）", En: en + " (example, to be fitted)", Tw: tw + "（範例，需依實際調整）"},
			Profile: text,
		})
	}
	succeeded := &Condition{Path: "code", Is: []string{"0", "200"}}
	local := Time{Path: "time", Format: "YYYY-MM-DD HH:mm:ss", Zone: "Asia/Shanghai"}
	position := []Value{{Path: "x", Field: "x"}, {Path: "y", Field: "y"}, {Path: "z", Field: "z"}}
	example("ROCTEC_API", "ROCTEC解算接口", "ROCTEC solution service", "ROCTEC解算介面",
		Mapping{Success: succeeded, Message: "msg", Rows: "data", Time: local, Device: "sn", Values: position})
	example("WHU_API", "武大GNSS解算接口", "WHU GNSS solution service", "武大GNSS解算介面",
		Mapping{
			Success: succeeded, Message: "message", Rows: "data.list", Time: Time{Path: "timestamp", Format: Milliseconds}, Device: "station",
			Values: position,
		})
	example("TGY_API", "TGY云接口", "TGY cloud service", "TGY雲端介面",
		Mapping{Success: succeeded, Message: "msg", Rows: "rows", Time: local, Device: "deviceNo", Values: []Value{{Path: "value", Field: "value"}}})
	example("HSAPP", "HSAPP移动测量应用", "HSAPP mobile survey application", "HSAPP移動測量應用",
		Mapping{
			Rows: "records[].nodes[]", Time: Time{Path: "^.time", Format: Milliseconds}, Node: "no",
			Values: []Value{{Path: "angleX", Field: "angleX"}, {Path: "angleY", Field: "angleY"}},
		})
	example("HSPAM", "HSPAM移动测量应用", "HSPAM mobile survey application", "HSPAM移動測量應用",
		Mapping{Rows: "points", Time: Time{Path: "$.time", Format: Milliseconds}, Name: "name", Values: []Value{{Path: "value", Field: "value"}}})
	example("CLY_STATION", "测量机器人软件", "Total station software", "測量機器人軟體",
		Mapping{Rows: "points", Time: Time{Path: "$.time", Format: "YYYY-MM-DD HH:mm:ss"}, Name: "name", Values: position})
	return list
}
