package modbus

import (
	"encoding/binary"
	"encoding/json"
	"time"

	"plumbline/internal/field/protocol"
)

// Commands of package command; the clock is set with protocol.SetTime.
const (
	commandRead        = "read"
	commandSetInterval = "setInterval"
	commandReset       = "reset"
	commandRaw         = "raw"
)

// command encodes a command to the unit on a channel, or that of the profile.
func command(r protocol.Request) []byte {
	p := profileOf(r.Profile)
	address := p.address(int(r.ChannelNo))
	write := func(register int, values ...uint16) []byte {
		return p.frame(uint16(r.ID), writeRequest(address, register, values))
	}
	switch r.Command {
	case commandRead:
		if len(p.ranges) > 0 {
			return p.frame(uint16(r.ID), readRequest(address, p.ranges[0]))
		}
	case protocol.SetTime:
		if p.clock != nil {
			return write(p.clock.Start, p.clock.registers(r.Now)...)
		}
	case commandSetInterval:
		if p.interval == nil {
			return nil
		}
		if v, ok := p.interval.value(r.Args); ok {
			return write(p.interval.Register, v)
		}
	case commandReset:
		if p.reset != nil {
			return write(p.reset.Register, uint16(p.reset.Value))
		}
	case commandRaw:
		return protocol.RawBytes(r.Args)
	}
	return nil
}

// writeRequest writes one register with function 6, more with function 16.
func writeRequest(address byte, register int, values []uint16) unit {
	if len(values) == 1 {
		u := binary.BigEndian.AppendUint16(unit{address, writeOne}, uint16(register))
		return binary.BigEndian.AppendUint16(u, values[0])
	}
	u := binary.BigEndian.AppendUint16(unit{address, writeMany}, uint16(register))
	u = binary.BigEndian.AppendUint16(u, uint16(len(values)))
	u = append(u, byte(2*len(values)))
	for _, v := range values {
		u = binary.BigEndian.AppendUint16(u, v)
	}
	return u
}

// registers returns a time as it is written to the clock.
func (c *Clock) registers(t time.Time) []uint16 {
	year, month, day := t.Date()
	hour, minute, second := t.Clock()
	switch c.Form {
	case formWords:
		return []uint16{uint16(year), uint16(month), uint16(day), uint16(hour), uint16(minute), uint16(second)}
	case formUnix:
		seconds := uint32(t.Unix())
		return []uint16{uint16(seconds >> 16), uint16(seconds)}
	}
	return []uint16{uint16(year%100)<<8 | uint16(month), uint16(day)<<8 | uint16(hour), uint16(minute)<<8 | uint16(second)}
}

// value returns {"interval": seconds} in the unit of the register; false if it does not fit there.
func (i *Interval) value(args json.RawMessage) (uint16, bool) {
	var asked struct {
		Interval int `json:"interval"`
	}
	if json.Unmarshal(args, &asked) != nil {
		return 0, false
	}
	seconds := asked.Interval
	if i.Unit != unitSeconds {
		if seconds%60 != 0 {
			return 0, false
		}
		seconds /= 60
	}
	return uint16(seconds), seconds > 0 && seconds <= maxRegister
}
