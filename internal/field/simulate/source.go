package simulate

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"plumbline/internal/core/reading"
	"plumbline/internal/field/intake/files"
	"plumbline/internal/field/protocol/loggerfile"
	"plumbline/internal/field/protocol/table"
)

// source is the readings of a device, by number from 0. Safe for concurrent use.
type source interface {
	// at gives the time of reading n behind the first, and its values.
	at(n int) (time.Duration, []float64)
	// targets says where the values go.
	targets() []table.Column
}

// played is a file, again and again: after the last row the first follows at the
// usual distance.
type played struct {
	columns []table.Column
	offsets []time.Duration
	values  [][]float64
	length  time.Duration
}

func record(file *files.Local, entry string, layout loggerfile.Layout) (*played, error) {
	p := &played{columns: layout.Targets()}
	type row struct {
		time   int64
		values []float64
	}
	var rows []row
	err := file.Read(entry, layout, func(r loggerfile.Row) error {
		rows = append(rows, row{r.Time, slices.Clone(r.Values)})
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, errors.New("the file has no row that can be read")
	}
	slices.SortStableFunc(rows, func(a, b row) int { return int(min(max(a.time-b.time, -1), 1)) })
	for _, r := range rows {
		p.offsets = append(p.offsets, time.Duration(r.time-rows[0].time)*time.Millisecond)
		p.values = append(p.values, r.values)
	}
	last := p.offsets[len(p.offsets)-1]
	p.length = last + max(time.Millisecond, last/time.Duration(max(1, len(rows)-1)))
	return p, nil
}

func (p *played) targets() []table.Column { return p.columns }

func (p *played) at(n int) (time.Duration, []float64) {
	round, i := n/len(p.values), n%len(p.values)
	return time.Duration(round)*p.length + p.offsets[i], p.values[i]
}

// invented is a slow drift with the rhythm of a day, to the hundredth.
type invented struct {
	columns  []table.Column
	interval time.Duration
	device   int
}

func (g *invented) targets() []table.Column { return g.columns }

func (g *invented) at(n int) (time.Duration, []float64) {
	offset := time.Duration(n) * g.interval
	day := 2 * math.Pi * offset.Hours() / 24
	values := make([]float64, len(g.columns))
	for i := range values {
		phase := float64(g.device)*0.7 + float64(i)*1.3
		drift := 0.02 * offset.Hours() * math.Cos(phase)
		ripple := 0.05 * math.Sin(float64(n)*(2.1+0.3*float64(i))+phase)
		values[i] = math.Round((10+5*float64(i)+2*math.Sin(day+phase)+drift+ripple)*100) / 100
	}
	return offset, values
}

// parseFields reads a list of field, channel.field and channel/node.field.
func parseFields(text string) ([]table.Column, error) {
	var list []table.Column
	for name := range strings.SplitSeq(text, ",") {
		name = strings.TrimSpace(name)
		c := table.Column{Field: name}
		if place, field, ok := strings.Cut(name, "."); ok {
			channel, node, hasNode := strings.Cut(place, "/")
			no, err := strconv.ParseInt(channel, 10, 32)
			c = table.Column{Channel: int32(no), Field: field}
			if err == nil && hasNode {
				no, err = strconv.ParseInt(node, 10, 32)
				c.Node = int32(no)
			}
			if err != nil {
				return nil, fmt.Errorf("%q: write field, channel.field or channel/node.field", name)
			}
		}
		if !table.Acceptable(c) {
			return nil, fmt.Errorf("%q is no field", name)
		}
		list = append(list, c)
	}
	return list, nil
}

// fieldName is how --fields names a place.
func fieldName(c table.Column) string {
	switch {
	case c.Node != 0:
		return fmt.Sprintf("%d/%d.%s", c.Channel, c.Node, c.Field)
	case c.Channel != 0:
		return fmt.Sprintf("%d.%s", c.Channel, c.Field)
	}
	return c.Field
}

// message writes a reading in the open JSON format (domain protocols.md section 3).
func message(n int, at int64, history bool, targets []table.Column, values []float64) []byte {
	out := fmt.Appendf(nil, `{"type":"data","seq":%d,"t":%d`, n&0xffff, at)
	if history {
		out = append(out, `,"hist":true`...)
	}
	channels := map[int32][]int{}
	var order []int32
	for i, c := range targets {
		if v := values[i]; reading.IsMissing(v) || math.IsNaN(v) || math.IsInf(v, 0) {
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
			out = append(out, strings.TrimPrefix(body(targets, values, channels[0], `"v":{`, "}"), ",")...)
			continue
		}
		if !opened {
			out = append(out, `,"ch":[`...)
			opened = true
		} else {
			out = append(out, ',')
		}
		out = fmt.Appendf(out, `{"no":%d%s}`, no, body(targets, values, channels[no], "", ""))
	}
	if opened {
		out = append(out, ']')
	}
	return append(out, '}')
}

// body writes the fields of one channel, between open and close, and its nodes
// behind them, each part after a comma.
func body(targets []table.Column, values []float64, columns []int, open, close string) string {
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
