package json

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"strconv"

	"plumbline/internal/field/protocol"
)

// usualPart is the number of samples of an axis in a message: 64 KiB for three axes.
const usualPart = 8000

// writeRecord encodes a record as blocks, a message a part.
func writeRecord(r protocol.Recording) (messages [][]byte) {
	most := r.Most
	if most <= 0 {
		most = usualPart
	}
	parts := max(1, (r.Count+most-1)/most)
	for part := range parts {
		from, to := part*most, min((part+1)*most, r.Count)
		out := fmt.Appendf(nil, `{"type":"block","t":%d`, r.Time)
		if len(r.Child) > 0 {
			out = fmt.Appendf(out, `,"sn":%s`, strconv.Quote(string(r.Child)))
		}
		if r.Channel != 0 {
			out = fmt.Appendf(out, `,"ch":%d`, r.Channel)
		}
		if r.History {
			out = append(out, `,"hist":true`...)
		}
		out = fmt.Appendf(out, `,"fs":%s,"n":%d,"scale":%s`, number(r.Rate), to-from, number(r.Scale))
		for _, axis := range r.Axes[:min(1, len(r.Axes))] {
			if axis.Unit != "" {
				out = fmt.Appendf(out, `,"unit":%s`, strconv.Quote(axis.Unit))
			}
		}
		out = append(out, `,"enc":"i16le-b64","axes":{`...)
		for i, axis := range r.Axes {
			if i > 0 {
				out = append(out, ',')
			}
			raw := make([]byte, 0, 2*(to-from))
			for _, v := range r.Samples[i][from:to] {
				raw = binary.LittleEndian.AppendUint16(raw, uint16(v))
			}
			out = fmt.Appendf(out, `"%s":"%s"`, axis.Field, base64.StdEncoding.EncodeToString(raw))
		}
		out = append(out, '}')
		switch {
		case parts > 1:
			out = fmt.Appendf(out, `,"part":%d,"parts":%d`, part+1, parts)
		case r.Parts > 1: // one part of a longer record
			out = fmt.Appendf(out, `,"part":%d,"parts":%d`, r.Part, r.Parts)
		}
		messages = append(messages, append(out, '}'))
	}
	return messages
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
