package simulate

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"plumbline/internal/field/ingest/files"
	"plumbline/internal/field/protocol"
	_ "plumbline/internal/field/protocol/all" // the families
	"plumbline/internal/field/protocol/loggerfile"
	"plumbline/internal/field/protocol/table"
)

// source has the readings of a device, by index from 0. Safe for concurrent use.
type source interface {
	// at returns the time of reading n after the first, and its values.
	at(n int) (time.Duration, []float64)
	// targets returns the targets of the values.
	targets() []protocol.Target
}

// played repeats a file: after the last row the first follows at the usual interval.
type played struct {
	columns []protocol.Target
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
		return nil, errors.New("the file has no readable row")
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

func (p *played) targets() []protocol.Target { return p.columns }

func (p *played) at(n int) (time.Duration, []float64) {
	round, i := n/len(p.values), n%len(p.values)
	return time.Duration(round)*p.length + p.offsets[i], p.values[i]
}

// invented is a slow drift with a daily cycle, in hundredths.
type invented struct {
	columns  []protocol.Target
	interval time.Duration
	device   int
}

func (g *invented) targets() []protocol.Target { return g.columns }

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

// parseFields parses a list of field, channel.field and channel/node.field.
func parseFields(text string) ([]protocol.Target, error) {
	var list []protocol.Target
	for name := range strings.SplitSeq(text, ",") {
		name = strings.TrimSpace(name)
		c := protocol.Target{Field: name}
		if place, field, ok := strings.Cut(name, "."); ok {
			channel, node, hasNode := strings.Cut(place, "/")
			no, err := strconv.ParseInt(channel, 10, 32)
			c = protocol.Target{Channel: int32(no), Field: field}
			if err == nil && hasNode {
				no, err = strconv.ParseInt(node, 10, 32)
				c.Node = int32(no)
			}
			if err != nil {
				return nil, fmt.Errorf("%q: write field, channel.field or channel/node.field", name)
			}
		}
		if !table.Acceptable(c) {
			return nil, fmt.Errorf("%q is not a field", name)
		}
		list = append(list, c)
	}
	return list, nil
}

// fieldName returns a target as in --fields.
func fieldName(c protocol.Target) string {
	switch {
	case c.Node != 0:
		return fmt.Sprintf("%d/%d.%s", c.Channel, c.Node, c.Field)
	case c.Channel != 0:
		return fmt.Sprintf("%d.%s", c.Channel, c.Field)
	}
	return c.Field
}

// message encodes reading n in the open format.
func message(n int, at int64, history bool, s source, values []float64) []byte {
	return protocol.Named(protocol.Open).Simulate(protocol.Sample{Seq: n, Time: at, History: history, Targets: s.targets(), Values: values})
}
