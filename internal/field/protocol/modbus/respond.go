package modbus

import (
	"encoding/binary"

	"plumbline/internal/core/reading"
	"plumbline/internal/field/protocol"
)

// respond returns what an instrument with this register map answers to a request. Registers outside it are refused, except the one
// that counts the nodes.
func respond(profile any, s protocol.Sample, request []byte) []byte {
	p := profileOf(profile)
	r, size, err := p.request(request)
	if err != nil || size != len(request) {
		return nil
	}
	var transaction uint16
	if p.framing == tcp {
		transaction = binary.BigEndian.Uint16(request)
	}
	answer := func(u ...byte) []byte { return p.frame(transaction, u) }
	function := r.function()
	if !reads(function) {
		return answer(r[:6]...)
	}
	data := make([]byte, dataBytes(function, r.count()))
	there := false
	if p.array != nil && p.array.counts(r) {
		nodes := int32(0)
		for _, t := range s.Targets {
			nodes = max(nodes, t.Node)
		}
		binary.BigEndian.PutUint16(data, uint16(nodes))
		there = true
	}
	values := map[protocol.Target]float64{}
	for i, t := range s.Targets {
		values[t] = s.Values[i]
	}
	p.each(r, func(it *item, register int, node int32) {
		there = true
		if v, ok := values[protocol.Target{Channel: it.channel, Node: node, Field: string(it.field)}]; ok && reading.IsFinite(v) {
			it.store(register-r.start(), v, data)
		}
	})
	if count := r.count(); !there || count == 0 || count > maxCount {
		return answer(r.address(), function|exception, 2)
	}
	return answer(append([]byte{r.address(), function, byte(len(data))}, data...)...)
}

// store writes a value into the data of an answer, at a register or bit.
func (it *item) store(offset int, v float64, data []byte) {
	v = (v - it.add) * it.divisor / it.scale
	switch {
	case bits(it.function):
		if v != 0 {
			data[offset/8] |= 1 << (offset % 8)
		}
	case it.kind == bit:
		bitByte := it.bit / 8
		if it.order == abcd || it.order == cdab {
			bitByte = 1 - bitByte
		}
		if v != 0 {
			data[2*offset+bitByte] |= 1 << (it.bit % 8)
		}
	default:
		store(it.kind, it.order, v, data[2*offset:2*(offset+it.registers())])
	}
}
