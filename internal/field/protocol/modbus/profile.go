package modbus

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"

	"plumbline/internal/core/reading"
	"plumbline/internal/platform/errs"
)

// Profile is a checked register map.
type Profile struct {
	*framing
	unit     int
	ranges   []span // requests of every poll, without those of nodes that are counted first
	items    []item // by function, register and bit
	array    *array
	clock    *Clock
	interval *Interval
	reset    *Reset
}

// item is a checked Item at an absolute register.
type item struct {
	function       byte
	register       int
	kind           kind
	order          order
	bit            int
	scale, divisor float64 // either is 1
	add            float64
	field          []byte
	node, channel  int32
}

type array struct {
	function    byte
	start, step int
	count       int
	counter     int // -1: none
	items       []item
}

// span is what one request reads.
type span struct {
	function     byte
	start, count int
}

// ReadProfile reads and checks a register map. Without items, an instrument is not polled.
func ReadProfile(text json.RawMessage) (*Profile, error) {
	var s Settings
	if len(text) > 0 {
		var chosen struct {
			Preset   string `json:"preset"`
			Channels int    `json:"channels"`
		}
		if err := json.Unmarshal(text, &chosen); err == nil && chosen.Preset != "" {
			preset, ok := presetNamed(chosen.Preset, chosen.Channels)
			if !ok {
				return nil, errs.OnField("preset", errs.NotOneOf, "allowed", presetCodes())
			}
			s = preset
		}
		if err := errs.Decode(text, &s); err != nil {
			return nil, err
		}
	}
	return s.check()
}

// check completes and checks settings.
func (s Settings) check() (*Profile, error) {
	c := checker{}
	p := &Profile{framing: rtu, unit: s.Unit, clock: s.Clock, interval: s.Interval, reset: s.Reset}
	if c.oneOf("framing", &s.Framing, framings) == 1 {
		p.framing = tcp
	}
	c.within("unit", s.Unit, 0, maxAddress)
	if s.Channels != 0 {
		c.within("channels", s.Channels, 1, maxChannels)
	}
	if len(s.Polls) > maxPolls {
		c.Add("polls", errs.TooManyEntries, "max", maxPolls)
		s.Polls = nil
	}
	for i, poll := range s.Polls {
		p.poll(&c, "polls["+strconv.Itoa(i)+"]", poll)
	}
	loose := p.loose(&c, s.Items)
	p.ranges = append(p.ranges, merge(loose)...)
	p.items = append(p.items, loose...)
	if s.Array != nil {
		p.checkArray(&c, *s.Array)
	}
	c.unique(p)
	p.checkWrites(&c)
	if err := c.Err(); err != nil {
		return nil, err
	}
	slices.SortStableFunc(p.items, byRegister)
	return p, nil
}

func byRegister(a, b item) int {
	return cmp.Or(cmp.Compare(a.function, b.function), cmp.Compare(a.register, b.register), cmp.Compare(a.bit, b.bit))
}

func (p *Profile) poll(c *checker, path string, poll Poll) {
	function := c.function(path, poll.Function)
	c.within(path+".start", poll.Start, 0, maxRegister)
	c.within(path+".count", poll.Count, 1, min(maxCount, maxRegister+1-poll.Start))
	p.ranges = append(p.ranges, span{function, poll.Start, poll.Count})
	if !c.few(path+".items", len(poll.Items)) {
		return
	}
	for i, setting := range poll.Items {
		at := path + ".items[" + strconv.Itoa(i) + "]"
		if setting.Function != 0 {
			c.Add(at+".function", errs.Unexpected)
		}
		setting.Function = int(function)
		it := c.item(at, setting)
		c.within(at+".offset", setting.Offset, 0, poll.Count-it.registers())
		it.register += poll.Start
		p.items = append(p.items, it)
	}
}

func (p *Profile) loose(c *checker, settings []Item) (list []item) {
	if !c.few("items", len(settings)) {
		return nil
	}
	for i, setting := range settings {
		at := "items[" + strconv.Itoa(i) + "]"
		it := c.item(at, setting)
		c.within(at+".offset", setting.Offset, 0, maxRegister+1-it.registers())
		list = append(list, it)
	}
	return list
}

func (p *Profile) checkArray(c *checker, s Array) {
	a := &array{function: c.function("array", s.Function), start: s.Start, step: s.Step, count: s.Count, counter: -1}
	if bits(a.function) {
		c.Add("array.function", errs.NotOneOf, "allowed", "3, 4")
	}
	c.within("array.start", s.Start, 0, maxRegister)
	c.within("array.step", s.Step, 1, maxCount)
	c.within("array.count", s.Count, 0, reading.MaxNodes)
	if s.Counter != nil {
		c.within("array.counter", *s.Counter, 0, maxRegister)
		a.counter = *s.Counter
	}
	switch {
	case s.Count == 0 && s.Counter == nil:
		c.Add("array.count", errs.Empty)
	case s.Count != 0 && s.Counter != nil:
		c.Add("array.counter", errs.Unexpected)
	}
	if len(s.Items) == 0 || len(s.Items) > reading.MaxFieldsPerNode {
		c.Add("array.items", errs.OutOfRange, "min", 1, "max", reading.MaxFieldsPerNode)
		return
	}
	for i, setting := range s.Items {
		at := "array.items[" + strconv.Itoa(i) + "]"
		if setting.Function != 0 {
			c.Add(at+".function", errs.Unexpected)
		}
		if setting.Node != 0 {
			c.Add(at+".node", errs.Unexpected)
		}
		setting.Function = int(a.function)
		it := c.item(at, setting)
		c.within(at+".offset", setting.Offset, 0, s.Step-it.registers())
		a.items = append(a.items, it)
	}
	slices.SortStableFunc(a.items, byRegister)
	p.array = a
	if c.Err() == nil && a.counter < 0 {
		p.ranges = append(p.ranges, a.ranges(a.count)...)
	}
	if a.counter >= 0 {
		p.ranges = append(p.ranges, span{a.function, a.counter, 1})
	}
}

// nodes returns the number of nodes that an array has at most: those whose registers exist.
func (a *array) nodes(count int) int {
	return min(count, (maxRegister+1-a.start)/a.step, reading.MaxNodes)
}

// ranges returns the requests for the first nodes of an array. A node is not divided, so that its values are of one
// moment.
func (a *array) ranges(count int) (list []span) {
	first, end := a.items[0].register, 0
	for _, it := range a.items {
		end = max(end, it.register+it.registers())
	}
	most := 1 + (maxCount-(end-first))/a.step
	for nodes, n := a.nodes(count), 0; n < nodes; n += most {
		together := min(most, nodes-n)
		list = append(list, span{a.function, a.start + n*a.step + first, (together-1)*a.step + end - first})
	}
	return list
}

func (p *Profile) checkWrites(c *checker) {
	if p.clock != nil {
		clock := *p.clock
		c.oneOf("clock.form", &clock.Form, clockForms)
		c.within("clock.start", clock.Start, 0, maxRegister-5)
		p.clock = &clock
	}
	if p.interval != nil {
		interval := *p.interval
		c.oneOf("interval.unit", &interval.Unit, clockUnits)
		c.within("interval.register", interval.Register, 0, maxRegister)
		p.interval = &interval
	}
	if p.reset != nil {
		c.within("reset.register", p.reset.Register, 0, maxRegister)
		c.within("reset.value", p.reset.Value, 0, maxRegister)
	}
}

// registers returns the number of registers or bits of an item.
func (it item) registers() int { return it.kind.registers() }

// merge returns the requests that read items: neighbors share one if the gap between them is at most maxGap.
func merge(items []item) (list []span) {
	items = slices.Clone(items)
	slices.SortStableFunc(items, byRegister)
	for _, it := range items {
		end := it.register + it.registers()
		if n := len(list) - 1; n >= 0 && list[n].function == it.function {
			last := &list[n]
			if it.register-(last.start+last.count) <= maxGap && end-last.start <= maxCount {
				last.count = max(last.count, end-last.start)
				continue
			}
		}
		list = append(list, span{it.function, it.register, it.registers()})
	}
	return list
}

// profileOf returns the profile of a device, or the default one.
func profileOf(profile any) *Profile {
	if p, ok := profile.(*Profile); ok && p != nil {
		return p
	}
	return defaultProfile
}

// defaultProfile has no values. Its clock is that of our own instruments.
var defaultProfile = must(Settings{Clock: ownClock}.check())

func must(p *Profile, err error) *Profile {
	if err != nil {
		panic("modbus: " + err.Error())
	}
	return p
}
