package modbus

import (
	"slices"
	"strings"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
)

// checker collects what is wrong with settings.
type checker struct{ errs.Refusals }

func (c *checker) within(field string, v, least, most int) {
	if v < least || v > most {
		c.Add(field, errs.OutOfRange, "min", least, "max", most)
	}
}

// oneOf returns the place of a word in a list, and sets it to the first if it is empty.
func (c *checker) oneOf(field string, word *string, allowed []string) int {
	if *word == "" {
		*word = allowed[0]
	}
	i := slices.Index(allowed, *word)
	if i < 0 {
		c.Add(field, errs.NotOneOf, "allowed", strings.Join(allowed, ", "))
		return 0
	}
	return i
}

func (c *checker) few(field string, n int) bool {
	if n > maxItems {
		c.Add(field, errs.TooManyEntries, "max", maxItems)
	}
	return n <= maxItems
}

func (c *checker) function(path string, function int) byte {
	if function == 0 {
		return readHolding
	}
	if !reads(byte(min(max(function, 0), 255))) {
		c.within(path+".function", function, readCoils, readInput)
		return readHolding
	}
	return byte(function)
}

func (c *checker) item(path string, s Item) item {
	it := item{
		function: c.function(path, s.Function), register: s.Offset, bit: s.Bit, scale: 1, divisor: 1, add: s.Add,
		field: []byte(s.Field), node: int32(s.Node), channel: int32(s.Channel),
	}
	if s.Type == "" && bits(it.function) {
		s.Type = kindNames[bit]
	}
	it.kind = kind(c.oneOf(path+".type", &s.Type, kindNames))
	it.order = order(c.oneOf(path+".order", &s.Order, orderNames))
	switch {
	case bits(it.function) && it.kind != bit:
		c.Add(path+".type", errs.NotOneOf, "allowed", kindNames[bit])
	case it.kind == bit && !bits(it.function):
		c.within(path+".bit", s.Bit, 0, 15)
	case s.Bit != 0:
		c.Add(path+".bit", errs.Unexpected)
	}
	if s.Scale != nil {
		it.scale, it.divisor = factor(*s.Scale)
		if *s.Scale == 0 {
			c.Add(path+".scale", errs.FieldWrong, "reason", "0")
		}
	}
	if !protocol.FieldName(s.Field) {
		c.Add(path+".field", errs.FormatWrong)
	}
	c.within(path+".node", s.Node, 0, protocol.MaxNode)
	c.within(path+".channel", s.Channel, 0, protocol.MaxChannel)
	return it
}

// unique refuses two items with the same name.
func (c *checker) unique(p *Profile) {
	seen := map[protocol.Target]bool{}
	once := func(it item) {
		target := protocol.Target{Channel: it.channel, Node: it.node, Field: string(it.field)}
		if seen[target] {
			c.Add("items."+target.Field, errs.Duplicate)
		}
		seen[target] = true
	}
	for _, it := range p.items {
		once(it)
	}
	if p.array == nil {
		return
	}
	for _, it := range p.array.items {
		it.node = -1 // the nodes of the array
		once(it)
	}
	for _, it := range p.items {
		if it.node != 0 {
			c.Add("array", errs.Duplicate) // nodes are those of the array
			return
		}
	}
}

// factor returns a scale as a factor and a divisor: dividing by 10000 is exact where multiplying by 0.0001 is not.
func factor(scale float64) (times, divisor float64) {
	for power := 10.0; power <= 1e9; power *= 10 {
		if scale == 1/power {
			return 1, power
		}
	}
	return scale, 1
}
