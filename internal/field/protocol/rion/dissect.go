package rion

import (
	"fmt"
	"strconv"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

var (
	labelBegin   = i18n.Label{Zh: "帧头", En: "Start", Tw: "起始位元組"}
	labelLength  = i18n.Label{Zh: "长度", En: "Length", Tw: "長度"}
	labelAddress = i18n.Label{Zh: "地址", En: "Address", Tw: "位址"}
	labelCommand = i18n.Label{Zh: "命令", En: "Command", Tw: "命令"}
	labelData    = i18n.Label{Zh: "数据", En: "Data", Tw: "資料"}
	labelSum     = i18n.Label{Zh: "校验和", En: "Checksum", Tw: "校驗和"}

	labels = [3]i18n.Label{
		{Zh: "X轴倾角", En: "Tilt X", Tw: "X軸傾角"}, {Zh: "Y轴倾角", En: "Tilt Y", Tw: "Y軸傾角"}, {Zh: "第三个值", En: "Third value", Tw: "第三個值"},
	}
	labelTemp = i18n.Label{Zh: "温度", En: "Temperature", Tw: "溫度"}
)

var commands = map[byte]string{0x04: "read angles", 0x05: "set zero mode", 0x0B: "set baud", 0x0D: "read zero mode", 0x0F: "set address", 0x1F: "read address"}

// dissect takes requests and answers apart.
func dissect(b []byte, profile any) []protocol.Field {
	var d protocol.Dissection
	add := func(n int, kind protocol.FieldKind, label i18n.Label, text string) *protocol.Field {
		return d.Add(d.At+n, kind, label, text)
	}
	for d.At < len(b) {
		n := size(b[d.At:])
		if n <= 0 || n > len(b)-d.At {
			fault := errs.New(errs.FrameUnknown)
			if n >= 0 {
				fault = errs.New(errs.FrameIncomplete)
			}
			add(len(b)-d.At, protocol.Other, protocol.LabelUnknown, fmt.Sprintf("% X", b[d.At:])).Fault = fault
			return d.Fields
		}
		f := frame(b[d.At : d.At+n])
		add(1, protocol.Framing, labelBegin, "68")
		add(1, protocol.Framing, labelLength, strconv.Itoa(int(f[1])))
		add(1, protocol.Identity, labelAddress, strconv.Itoa(f.address()))
		add(1, protocol.Control, labelCommand, fmt.Sprintf("%02X %s", f.command(), commands[f.command()&^answered]))
		if data := f.data(); f.command() == readAngles|answered && (f[1] == threeBytes || f[1] == fourBytes) {
			v := measured(f)
			for i, column := range profileOf(profile).columns(v.bytes[0]) {
				label := labels[i]
				if string(column.field) == fieldTemp {
					label = labelTemp
				}
				value := add(v.bytes[i], protocol.Value, label, strconv.FormatFloat(v.numbers[i]/column.divisor, 'f', -1, 64)+column.unit)
				if v.numbers[i] != v.numbers[i] {
					value.Fault = errs.New(errs.FormatWrong)
				}
			}
		} else if len(data) > 0 {
			add(len(data), protocol.Other, labelData, fmt.Sprintf("% X", data))
		}
		check := add(1, protocol.Check, labelSum, fmt.Sprintf("%02X", f[n-1]))
		if want := sum(f); f[n-1] != want {
			check.Fault = wrongSum(f[n-1], want)
		}
	}
	return d.Fields
}
