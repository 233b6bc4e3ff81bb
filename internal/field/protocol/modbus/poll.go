package modbus

import (
	"encoding/binary"
	"math/rand/v2"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

// address returns the address of an instrument: that of the bus, else that of the profile, else 1.
func (p *Profile) address(onBus int) byte {
	switch {
	case onBus >= 1 && onBus <= maxAddress:
		return byte(onBus)
	case p.unit != 0:
		return byte(p.unit)
	}
	return 1
}

// requests encodes a poll.
func requests(profile any, address int) [][]byte {
	p := profileOf(profile)
	return p.encode(p.ranges, p.address(address))
}

// encode encodes requests. Those of Modbus TCP are numbered from any number on, so that late answers are recognized.
func (p *Profile) encode(ranges []span, address byte) (list [][]byte) {
	transaction := uint16(rand.Uint32())
	for i, s := range ranges {
		list = append(list, p.frame(transaction+uint16(i), readRequest(address, s)))
	}
	return list
}

func readRequest(address byte, s span) unit {
	u := unit{address, s.function}
	u = binary.BigEndian.AppendUint16(u, uint16(s.start))
	return binary.BigEndian.AppendUint16(u, uint16(s.count))
}

// more requests the nodes of an array after they were counted.
func more(profile any, request, answer []byte) [][]byte {
	p := profileOf(profile)
	if p.array == nil || p.array.counter < 0 {
		return nil
	}
	r, _, err := p.request(request)
	if err != nil || !p.array.counts(r) {
		return nil
	}
	a, _, err := p.answer(r, answer)
	if err != nil || refused(a) != nil {
		return nil
	}
	return p.encode(p.array.ranges(int(binary.BigEndian.Uint16(a.data()))), r.address())
}

// counts reports whether a request reads the number of nodes.
func (a *array) counts(request unit) bool {
	return request.function() == a.function && request.start() == a.counter && request.count() == 1
}

// framingOf returns the framing of a request that we encoded.
func framingOf(request []byte) *framing {
	if _, _, err := rtu.request(request); err == nil {
		return rtu
	}
	return tcp
}

// cut finds the answer to a request. Everything else is skipped: answers to other requests and other transactions, and
// those with a wrong checksum. Whatever comes answers raw bytes that are no request.
func cut(request, received []byte) (skip, n int) {
	f := framingOf(request)
	r, _, err := f.request(request)
	if err != nil {
		return 0, len(received)
	}
	return protocol.CutAnswer(received, func(rest []byte) (int, bool) {
		n, ok := f.begins(request, r, rest)
		if !ok || n == 0 || n > len(rest) {
			return 0, ok
		}
		_, _, err := f.answer(r, rest[:n])
		return n, err == nil
	})
}

// begins reports whether what was received may begin with the answer to a request, and the length of the answer as far
// as it is known.
func (f *framing) begins(request []byte, r unit, received []byte) (n int, ok bool) {
	if f == tcp {
		head := min(len(received), 4) // transaction and protocol
		if string(received[:head]) != string(request[:head]) {
			return 0, false
		}
		if len(received) >= headerTCP {
			if l := int(binary.BigEndian.Uint16(received[4:])); l != 3 && l != answerLength(r) {
				return 0, false
			}
		}
	}
	n, ok = answers(r, received[min(f.before, len(received)):])
	if n > 0 {
		n += f.before + f.after
	}
	return n, ok
}

// refusedAnswer returns the exception in an answer.
func refusedAnswer(request, answer []byte) *errs.Error {
	f := framingOf(request)
	r, _, err := f.request(request)
	if err != nil {
		return nil
	}
	a, _, err := f.answer(r, answer)
	if err != nil {
		return err
	}
	return refused(a)
}

func refused(answer unit) *errs.Error {
	if answer.function()&exception == 0 {
		return nil
	}
	code := answer[2]
	reason, known := exceptions[code]
	if !known {
		reason = i18n.Label{Zh: "未知异常", En: "unknown exception", Tw: "未知例外"}
	}
	return errs.New(errs.ModbusException, "code", int(code), "reason", reason)
}

// exceptions are the exception codes of the Modbus application protocol 1.1b3, section 7.
var exceptions = map[byte]i18n.Label{
	1:  {Zh: "不支持的功能码", En: "illegal function", Tw: "不支援的功能碼"},
	2:  {Zh: "寄存器地址无效", En: "illegal register address", Tw: "暫存器位址無效"},
	3:  {Zh: "数据值无效", En: "illegal value", Tw: "資料值無效"},
	4:  {Zh: "仪器故障", En: "instrument failure", Tw: "儀器故障"},
	5:  {Zh: "已接受，正在处理", En: "accepted, still at work", Tw: "已接受，處理中"},
	6:  {Zh: "仪器忙", En: "instrument busy", Tw: "儀器忙碌"},
	8:  {Zh: "存储器校验错误", En: "memory parity error", Tw: "記憶體同位錯誤"},
	10: {Zh: "网关路径不可用", En: "gateway path unavailable", Tw: "閘道路徑無法使用"},
	11: {Zh: "网关后的仪器无应答", En: "no answer from the instrument behind the gateway", Tw: "閘道後的儀器無回應"},
}
