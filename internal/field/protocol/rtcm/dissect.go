package rtcm

import (
	"fmt"
	"math/bits"
	"strconv"
	"time"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

var (
	labelPreamble   = i18n.Label{Zh: "前导字节", En: "Preamble", Tw: "前導位元組"}
	labelLength     = i18n.Label{Zh: "长度", En: "Length", Tw: "長度"}
	labelType       = i18n.Label{Zh: "电文类型与站号", En: "Message type, station", Tw: "電文類型與站號"}
	labelX          = i18n.Label{Zh: "天线X坐标", En: "Antenna X", Tw: "天線X座標"}
	labelY          = i18n.Label{Zh: "天线Y坐标", En: "Antenna Y", Tw: "天線Y座標"}
	labelZ          = i18n.Label{Zh: "天线Z坐标", En: "Antenna Z", Tw: "天線Z座標"}
	labelHeight     = i18n.Label{Zh: "天线高", En: "Antenna height", Tw: "天線高"}
	labelEpoch      = i18n.Label{Zh: "历元", En: "Epoch", Tw: "曆元"}
	labelSatellites = i18n.Label{Zh: "卫星与信号", En: "Satellites, signals", Tw: "衛星與訊號"}
	labelContent    = i18n.Label{Zh: "电文内容", En: "Content", Tw: "電文內容"}
	labelCRC        = i18n.Label{Zh: "CRC-24Q校验", En: "CRC-24Q", Tw: "CRC-24Q校驗"}
)

var typeNames = map[int]string{
	1005: "antenna position", 1006: "antenna position and height", 1033: "receiver and antenna",
	1019: "GPS ephemeris", 1020: "GLONASS ephemeris", 1042: "BeiDou ephemeris", 1045: "Galileo F/NAV ephemeris", 1046: "Galileo I/NAV ephemeris",
}

// dissect takes frames apart. Numbers of some bits belong to the field in which they end.
func dissect(frame []byte, _ any) []protocol.Field {
	var d protocol.Dissection
	for d.At < len(frame) {
		n := size(frame[d.At:])
		if n <= 0 || n > len(frame)-d.At {
			fault := errs.New(errs.FrameUnknown)
			if n >= 0 {
				fault = errs.New(errs.FrameIncomplete)
			}
			d.Add(len(frame), protocol.Other, protocol.LabelUnknown, fmt.Sprintf("% .32X", frame[d.At:])).Fault = fault
			return d.Fields
		}
		whole := frame[d.At : d.At+n]
		m, body := message(whole[headBytes:n-crcBytes]), d.At+headBytes
		d.Add(d.At+1, protocol.Framing, labelPreamble, "D3")
		d.Add(body, protocol.Framing, labelLength, strconv.Itoa(len(m)))
		d.Add(body+min(3, len(m)), protocol.Identity, labelType, describe(m))
		if x, y, z, ok := m.position(); ok {
			d.Add(body+9, protocol.Value, labelX, meters(x))
			d.Add(body+14, protocol.Value, labelY, meters(y))
			d.Add(body+antennaBytes, protocol.Value, labelZ, meters(z))
			if height, ok := m.height(); ok {
				d.Add(body+heightBytes, protocol.Value, labelHeight, meters(height))
			}
		} else if e, ok := m.epoch(); ok {
			d.Add(body+7, protocol.Time, labelEpoch, e.text())
			d.Add(body+epochBytes, protocol.Value, labelSatellites, strconv.Itoa(bits.OnesCount64(e.satellites)))
		}
		d.Add(body+len(m), protocol.Other, labelContent, fmt.Sprintf("%d bytes", body+len(m)-d.At))
		d.Add(body+len(m)+crcBytes, protocol.Check, labelCRC, fmt.Sprintf("%X", whole[n-crcBytes:])).Fault = wrongChecksum(whole)
	}
	return d.Fields
}

func describe(m message) string {
	name := typeNames[m.kind()]
	if e, ok := m.epoch(); ok {
		name = systemNames[e.system] + " MSM" + strconv.Itoa(m.kind()%10)
	}
	if name != "" {
		name = " " + name
	}
	return fmt.Sprintf("%d%s, station %d", m.kind(), name, m.station())
}

func meters(v float64) string { return strconv.FormatFloat(v, 'f', 4, 64) + " m" }

// text formats an epoch as the day of the week and the time, UTC.
func (e epoch) text() string {
	format := "Mon 15:04:05.000 UTC"
	if e.cycle == msPerDay {
		format = "15:04:05.000 UTC"
	}
	return time.UnixMilli(e.at).UTC().Format(format)
}
