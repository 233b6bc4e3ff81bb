package geocom

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

var (
	labelRequest       = i18n.Label{Zh: "请求", En: "Request", Tw: "請求"}
	labelAnswer        = i18n.Label{Zh: "应答", En: "Answer", Tw: "應答"}
	labelRPC           = i18n.Label{Zh: "过程号", En: "Procedure", Tw: "程序編號"}
	labelTransaction   = i18n.Label{Zh: "事务号", En: "Transaction", Tw: "交易編號"}
	labelParameter     = i18n.Label{Zh: "参数", En: "Parameter", Tw: "參數"}
	labelCommunication = i18n.Label{Zh: "通信码", En: "Communication code", Tw: "通訊碼"}
	labelCode          = i18n.Label{Zh: "返回码", En: "Return code", Tw: "傳回碼"}
	labelValue         = i18n.Label{Zh: "值", En: "Value", Tw: "值"}
	labelEnd           = i18n.Label{Zh: "行结束", En: "End of line", Tw: "行結束"}
)

// dissection takes lines apart. A separator belongs to the field before it.
type dissection struct {
	protocol.Dissection
	frame []byte
}

func dissect(frame []byte, _ any) []protocol.Field {
	d := &dissection{frame: frame}
	var asked request
	for d.At < len(frame) {
		text, n, ok := line(frame[d.At:])
		end := d.At + n
		if !ok {
			d.Add(len(frame), protocol.Other, protocol.LabelUnknown, printable(frame[d.At:])).Fault = errs.New(errs.FrameIncomplete)
			break
		}
		if r, ok := parseRequest(text); ok {
			asked = r
			d.request()
		} else if a, ok := parseAnswer(text); ok {
			d.answer(asked, a)
		} else {
			d.Add(end, protocol.Other, protocol.LabelUnknown, printable([]byte(text))).Fault = errs.New(errs.FrameUnknown)
			continue
		}
		d.Add(end, protocol.Framing, labelEnd, "")
	}
	return d.Fields
}

func printable(b []byte) string { return strings.ToValidUTF8(string(b), "?") }

// next returns the next word of the line and where the one after it begins.
func (d *dissection) next() (word string, end int, last bool) {
	rest := d.frame[d.At:]
	i := bytes.IndexAny(rest, ",:\r\n")
	if i < 0 {
		return printable(rest), len(d.frame), true
	}
	if last = rest[i] == '\r' || rest[i] == '\n'; last {
		return printable(rest[:i]), d.At + i, true
	}
	return printable(rest[:i]), d.At + i + 1, false
}

// word adds the next word, if there is one.
func (d *dissection) word(kind protocol.FieldKind, label i18n.Label, text func(word string) string) (f *protocol.Field, last bool) {
	word, end, last := d.next()
	if end == d.At {
		return nil, true
	}
	if text != nil {
		word = text(word)
	}
	return d.Add(end, kind, label, word), last
}

func (d *dissection) request() {
	d.word(protocol.Framing, labelRequest, nil)
	colon := d.At + bytes.IndexByte(d.frame[d.At:], ':')
	d.word(protocol.Control, labelRPC, nil)
	if d.At <= colon {
		d.word(protocol.Control, labelTransaction, nil)
	}
	for last := false; !last; {
		_, last = d.word(protocol.Control, labelParameter, nil)
	}
}

func (d *dissection) answer(asked request, a answer) {
	d.word(protocol.Framing, labelAnswer, nil)
	d.word(protocol.Control, labelCommunication, nil)
	d.word(protocol.Control, labelTransaction, nil)
	code, last := d.word(protocol.Control, labelCode, nil)
	if code != nil {
		code.Fault = a.refused()
	}
	measures := quantities[asked.rpc]
	if a.refused() != nil {
		measures = nil
	}
	for i := 0; !last; i++ {
		if i >= len(measures) {
			_, last = d.word(protocol.Other, labelValue, nil)
			continue
		}
		q := measures[i]
		var f *protocol.Field
		f, last = d.word(protocol.Value, q.label, func(word string) string {
			return strings.TrimSuffix(strconv.FormatFloat(q.value(word), 'f', -1, 64)+" "+q.unit, " ")
		})
		if f != nil && math.IsNaN(q.value(strings.TrimRight(string(d.frame[f.Start:f.End]), ","))) {
			f.Fault = errs.New(errs.FormatWrong)
		}
	}
}
