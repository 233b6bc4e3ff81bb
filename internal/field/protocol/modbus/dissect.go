package modbus

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/crc16"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

var (
	labelTransaction = i18n.Label{Zh: "事务号", En: "Transaction", Tw: "交易編號"}
	labelProtocol    = i18n.Label{Zh: "协议标识", En: "Protocol", Tw: "協定識別碼"}
	labelLength      = i18n.Label{Zh: "长度", En: "Length", Tw: "長度"}
	labelUnit        = i18n.Label{Zh: "从机地址", En: "Unit address", Tw: "從站位址"}
	labelFunction    = i18n.Label{Zh: "功能码", En: "Function", Tw: "功能碼"}
	labelStart       = i18n.Label{Zh: "起始地址", En: "First register", Tw: "起始位址"}
	labelCount       = i18n.Label{Zh: "数量", En: "Count", Tw: "數量"}
	labelBytes       = i18n.Label{Zh: "字节数", En: "Bytes", Tw: "位元組數"}
	labelRegister    = i18n.Label{Zh: "寄存器", En: "Register", Tw: "暫存器"}
	labelWritten     = i18n.Label{Zh: "写入值", En: "Value written", Tw: "寫入值"}
	labelBits        = i18n.Label{Zh: "状态位", En: "Bits", Tw: "狀態位元"}
	labelException   = i18n.Label{Zh: "异常码", En: "Exception", Tw: "例外碼"}
	labelCRC         = i18n.Label{Zh: "CRC校验", En: "CRC", Tw: "CRC校驗"}
)

var functionLabels = map[byte]i18n.Label{
	readCoils:     {Zh: "读线圈", En: "read coils", Tw: "讀線圈"},
	readInputBits: {Zh: "读离散输入", En: "read discrete inputs", Tw: "讀離散輸入"},
	readHolding:   {Zh: "读保持寄存器", En: "read holding registers", Tw: "讀保持暫存器"},
	readInput:     {Zh: "读输入寄存器", En: "read input registers", Tw: "讀輸入暫存器"},
	writeOne:      {Zh: "写单个寄存器", En: "write register", Tw: "寫單個暫存器"},
	writeMany:     {Zh: "写多个寄存器", En: "write registers", Tw: "寫多個暫存器"},
}

// dissection takes a frame apart: requests, and answers to them.
type dissection struct {
	*Profile
	protocol.Dissection
	frame []byte
}

func dissect(frame []byte, profile any) []protocol.Field {
	d := &dissection{Profile: profileOf(profile), frame: frame}
	for d.At < len(frame) {
		before := d.At
		if request := d.asked(frame[d.At:]); request != nil {
			d.answer(request)
			continue
		}
		request := d.request()
		if request != nil && d.At < len(frame) {
			d.answer(request)
		}
		if d.At == before {
			d.rest(errs.New(errs.FrameUnknown))
		}
	}
	return d.Fields
}

// asked returns what was probably asked if a frame has only an answer, as in a log of received bytes: the request of the
// profile that has this answer, else one without items; nil: the frame begins with a request.
func (d *dissection) asked(frame []byte) unit {
	if _, _, err := d.Profile.request(frame); err == nil || len(frame) < d.before+3 {
		return nil
	}
	u := unit(frame[d.before:])
	if !reads(u.function() &^ exception) {
		return nil
	}
	function, n := u.function()&^exception, int(u[2])
	s := span{function, maxRegister, n / 2}
	if bits(function) {
		s.count = 8 * n
	}
	if i := slices.IndexFunc(d.ranges, func(s span) bool { return s.function == function && dataBytes(function, s.count) == n }); i >= 0 {
		s = d.ranges[i]
	}
	request := readRequest(u.address(), s)
	_, _, err := d.Profile.answer(request, frame)
	whole := d.framing == rtu && len(frame) == d.before+3+n+crcBytes // its checksum is wrong, but its length is that of an answer
	if err != nil && !whole {
		return nil
	}
	return request
}

// next adds a field of n bytes, or of what is left; it returns false if nothing is left.
func (d *dissection) next(n int, kind protocol.FieldKind, label i18n.Label, text func(b []byte) string) bool {
	end := min(d.At+n, len(d.frame))
	if d.At >= end {
		return false
	}
	b := d.frame[d.At:end]
	f := d.Add(end, kind, label, "")
	if len(b) < n {
		f.Fault = errs.New(errs.FrameIncomplete)
	} else if text != nil {
		f.Text = text(b)
	}
	return f.Fault == nil
}

// rest adds everything that is left.
func (d *dissection) rest(fault *errs.Error) {
	if d.next(len(d.frame)-d.At, protocol.Other, protocol.LabelUnknown, hexText) {
		d.Last().Fault = fault
	}
}

func hexText(b []byte) string { return fmt.Sprintf("% X", b) }

func number(b []byte) string {
	if len(b) == 1 {
		return strconv.Itoa(int(b[0]))
	}
	return strconv.Itoa(int(binary.BigEndian.Uint16(b)))
}

func registerText(b []byte) string {
	n := binary.BigEndian.Uint16(b)
	return fmt.Sprintf("%d (0x%04X)", n, n)
}

// head adds the header of TCP and the address of the unit.
func (d *dissection) head(unitBytes int) bool {
	if d.framing == tcp {
		if !d.next(2, protocol.Control, labelTransaction, number) {
			return false
		}
		if !d.next(2, protocol.Framing, labelProtocol, number) {
			return false
		}
		if protocolID := d.Last(); protocolID.Text != "0" {
			protocolID.Fault = errs.New(errs.FrameUnknown)
		}
		if !d.next(2, protocol.Framing, labelLength, number) {
			return false
		}
		if length := d.Last(); length.Text != strconv.Itoa(unitBytes) {
			length.Fault = errs.New(errs.OutOfRange, "min", unitBytes, "max", unitBytes)
		}
	}
	return d.next(1, protocol.Identity, labelUnit, number)
}

func (d *dissection) function() bool {
	label := labelFunction
	if d.At < len(d.frame) {
		if name, ok := functionLabels[d.frame[d.At]&^exception]; ok {
			label = protocol.Joined(label, name)
		}
	}
	return d.next(1, protocol.Control, label, func(b []byte) string { return fmt.Sprintf("%02X", b[0]) })
}

// checksum adds the CRC of the bytes from start on.
func (d *dissection) checksum(start int) {
	if d.framing != rtu || d.At > len(d.frame) {
		return
	}
	want := crc16.Modbus(d.frame[start:d.At])
	var got uint16
	if d.next(crcBytes, protocol.Check, labelCRC, func(b []byte) string {
		got = binary.LittleEndian.Uint16(b)
		return fmt.Sprintf("%04X", got)
	}) && got != want {
		d.Last().Fault = errs.New(errs.FrameChecksum, "got", fmt.Sprintf("%04X", got), "want", fmt.Sprintf("%04X", want))
	}
}

// request adds a request and returns its unit; nil if it is damaged.
func (d *dissection) request() unit {
	start := d.At
	if len(d.frame)-start < d.before {
		d.head(0)
		return nil
	}
	n := requestLength(d.frame[start+d.before:])
	if n < 0 {
		return nil
	}
	if !d.head(n) || !d.function() || !d.next(2, protocol.Control, labelStart, registerText) {
		return nil
	}
	if n == 6 && d.frame[start+d.before+1] == writeOne {
		d.next(2, protocol.Value, labelWritten, number)
	} else if d.next(2, protocol.Control, labelCount, number) && n > 6 && d.next(1, protocol.Framing, labelBytes, number) {
		for range (n - 7) / 2 {
			d.next(2, protocol.Value, labelWritten, registerText)
		}
	}
	d.checksum(start)
	u, _, err := d.Profile.request(d.frame[start:])
	if err != nil {
		return nil
	}
	return u
}

// answer adds the answer to a request.
func (d *dissection) answer(request unit) {
	start := d.At
	rest := d.frame[start:]
	if len(rest) < d.before {
		d.head(0)
		return
	}
	n, ok := answers(request, rest[d.before:])
	if !ok {
		d.rest(errs.New(errs.AnswerOfOther))
		return
	}
	if !d.head(n) || !d.function() {
		return
	}
	switch function := request.function(); {
	case d.frame[d.At-1]&exception != 0:
		d.exception()
	case reads(function):
		if d.next(1, protocol.Framing, labelBytes, number) {
			d.values(request)
		}
	case function == writeOne:
		_ = d.next(2, protocol.Control, labelStart, registerText) && d.next(2, protocol.Value, labelWritten, number)
	default:
		_ = d.next(2, protocol.Control, labelStart, registerText) && d.next(2, protocol.Control, labelCount, number)
	}
	d.checksum(start)
}

// exception adds the code of an exception with its meaning.
func (d *dissection) exception() {
	if d.next(1, protocol.Control, labelException, number) {
		d.Last().Fault = refused(unit{0, exception, d.frame[d.At-1]})
	}
}

// values adds the data of an answer: items of the profile, and registers that are none.
func (d *dissection) values(request unit) {
	data, n := d.At, dataBytes(request.function(), request.count())
	if bits(request.function()) {
		d.next(n, protocol.Value, labelBits, func(b []byte) string { return d.bits(request, b) })
		return
	}
	whole := len(d.frame) >= data+n
	answer := make(unit, 3, 3+n)
	if whole {
		answer = append(answer, d.frame[data:data+n]...)
		d.each(request, func(it *item, register int, node int32) {
			at := data + 2*(register-request.start())
			if at < d.At { // a further bit of a register, or another type of the same one
				return
			}
			d.registers((at - d.At) / 2)
			v := it.value(exchange{request: request, answer: answer}, register)
			if d.next(2*it.registers(), protocol.Value, itemLabel(it, node), func([]byte) string { return valueText(v) }) {
				d.Last().Type = kindNames[it.kind] + " " + orderNames[it.order]
			}
		})
	}
	d.registers((data + n - d.At + 1) / 2)
}

// registers adds registers that are no item.
func (d *dissection) registers(n int) {
	for range n {
		if !d.next(2, protocol.Value, labelRegister, registerText) {
			return
		}
	}
}

// bits formats the items among the bits of an answer.
func (d *dissection) bits(request unit, data []byte) string {
	text := hexText(data)
	d.each(request, func(it *item, register int, node int32) {
		v := it.value(exchange{request: request, answer: append(unit{0, 0, 0}, data...)}, register)
		text += ", " + itemLabel(it, node).En + " " + valueText(v)
	})
	return text
}

func itemLabel(it *item, node int32) i18n.Label {
	name := string(it.field)
	if node != 0 {
		name += "[" + strconv.Itoa(int(node)) + "]"
	}
	return protocol.SameLabel(name)
}

func valueText(v float64) string {
	if math.IsNaN(v) {
		return "NaN"
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
