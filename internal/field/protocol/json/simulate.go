package json

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/core/reading"
	"plumbline/internal/field/protocol"
)

// simulate encodes a data message (domain protocols.md section 3).
func simulate(s protocol.Sample) []byte {
	targets, values := s.Targets, s.Values
	out := fmt.Appendf(nil, `{"type":"data","seq":%d,"t":%d`, s.Seq&0xffff, s.Time)
	if s.History {
		out = append(out, `,"hist":true`...)
	}
	channels := map[int32][]int{}
	var order []int32
	for i, c := range targets {
		if v := values[i]; !reading.IsFinite(v) {
			continue
		}
		if channels[c.Channel] == nil {
			order = append(order, c.Channel)
		}
		channels[c.Channel] = append(channels[c.Channel], i)
	}
	slices.Sort(order)
	opened := false
	for _, no := range order {
		if no == 0 {
			out = append(out, ',')
			out = append(out, strings.TrimPrefix(fieldsOf(targets, values, channels[0], `"v":{`, "}"), ",")...)
			continue
		}
		if !opened {
			out = append(out, `,"ch":[`...)
			opened = true
		} else {
			out = append(out, ',')
		}
		out = fmt.Appendf(out, `{"no":%d%s}`, no, fieldsOf(targets, values, channels[no], "", ""))
	}
	if opened {
		out = append(out, ']')
	}
	return append(out, '}')
}

// fieldsOf encodes the fields of one channel, between open and close, followed by its nodes, each part after a comma.
func fieldsOf(targets []protocol.Target, values []float64, columns []int, open, close string) string {
	var own strings.Builder
	nodes := map[int32]*strings.Builder{}
	var order []int32
	for _, i := range columns {
		to := &own
		if no := targets[i].Node; no != 0 {
			if nodes[no] == nil {
				nodes[no] = &strings.Builder{}
				order = append(order, no)
			}
			to = nodes[no]
		}
		fmt.Fprintf(to, `,"%s":%s`, targets[i].Field, strconv.FormatFloat(values[i], 'g', -1, 64))
	}
	var out strings.Builder
	if own.Len() > 0 {
		text := own.String()
		if open != "" {
			text = "," + open + text[1:] + close
		}
		out.WriteString(text)
	}
	for i, no := range order {
		if i == 0 {
			out.WriteString(`,"nodes":[`)
		} else {
			out.WriteByte(',')
		}
		fmt.Fprintf(&out, `{"no":%d%s}`, no, nodes[no].String())
	}
	if len(order) > 0 {
		out.WriteByte(']')
	}
	return out.String()
}
