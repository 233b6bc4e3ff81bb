package rion

import (
	"plumbline/internal/core/reading"
	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
)

// on returns the address of an instrument: that of the bus, else that of the profile.
func (p *Profile) on(bus int) byte {
	if bus >= 1 && bus <= maxAddress {
		return byte(bus)
	}
	return byte(p.address)
}

func requests(profile any, address int) [][]byte {
	return [][]byte{encode(profileOf(profile).on(address), readAngles)}
}

// cut finds the answer to a request. Whatever comes answers raw bytes that are no request.
func cut(request, received []byte) (skip, n int) {
	asked, err := next(request)
	if err != nil {
		return 0, len(received)
	}
	return protocol.CutAnswer(received, func(rest []byte) (int, bool) {
		n := size(rest)
		if n <= 0 || n > len(rest) {
			return 0, n >= 0
		}
		f, err := next(rest)
		return n, err == nil && answers(asked, f)
	})
}

// refused returns nil: the protocol has no refusals.
func refused(_, _ []byte) *errs.Error { return nil }

// respond returns what an instrument answers to a request.
func respond(profile any, s protocol.Sample, request []byte) []byte {
	asked, err := next(request)
	if err != nil || len(asked) != len(request) {
		return nil
	}
	if asked.command() != readAngles {
		return encode(byte(asked.address()), asked.command()|answered, 0)
	}
	p := profileOf(profile)
	length := byte(fourBytes)
	if p.bytes == 3 {
		length = threeBytes
	}
	data := make([]byte, 0, fourBytes)
	bytes := widths(length)
	for i, column := range p.columns(bytes[0]) {
		part := make([]byte, bytes[i])
		for j, t := range s.Targets {
			if t.Field == string(column.field) && (int(t.Channel) == asked.address() || t.Channel == 0) && reading.IsFinite(s.Values[j]) {
				put(s.Values[j]*column.divisor, part)
			}
		}
		data = append(data, part...)
	}
	return encode(byte(asked.address()), readAngles|answered, data...)
}

// command encodes the commands read and raw; the instruments have no clock and no interval. Setting the zero is raw:
// 68 05 00 05 00 0A is the absolute zero.
func command(r protocol.Request) []byte {
	switch r.Command {
	case "read":
		return requests(r.Profile, int(r.ChannelNo))[0]
	case "raw":
		return protocol.RawBytes(r.Args)
	}
	return nil
}
