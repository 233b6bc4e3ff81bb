package computation

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/alarm"
	"plumbline/internal/catalogue"
	"plumbline/internal/correction"
	"plumbline/internal/dated"
	"plumbline/internal/device"
	"plumbline/internal/formula"
	"plumbline/internal/point"
	"plumbline/internal/reading"
	"plumbline/internal/series"
)

const (
	defaultInterval = int64(3600_000) // ms, of a point without collection
	beginning       = math.MinInt64
	forever         = math.MaxInt64
)

// Point is a definition made ready for the fold. It is immutable.
type Point struct {
	Definition Definition

	stretches   []Stretch
	keys        []alarm.Key
	withdrawals []correction.Correction // by recording
	replaces    []correction.Correction // by From, the later recorded last
	shifts      []correction.Correction // by From
	topShifts   []correction.Correction // by From
	prints      []print
	needsRate   bool
	initials    dated.Timeline[point.Initial]
}

// Stretch is a time in which the configuration of a point does not change.
type Stretch struct {
	From, Until int64           // UTC ms; Until is the first moment that does not belong to it
	Program     formula.Program // nil when nothing can be computed
	Problem     error           // why Program is nil although a formula is there
	Main        series.ID       // the series that gives the times of the point; 0: none
	Interval    int64           // ms between readings
	Nodes       []formula.Node  // arrays
	TopFixed    bool

	key               string // what Program was compiled from, while the point is compiled
	inputs            []input
	feeds             []series.ID // beside Main, in the order of first use
	spikes            []spike
	smoothing         *smoothing      // nil: none
	pairing           formula.Pairing // nil: each reading is an observation
	precision         []float64       // 10^decimals of the changed columns
	observedPrecision []float64
	thresholds        [2]int64 // id and beginning of the version that panel is of
	panel             *alarm.Panel
}

// input is where one number of Program.Inputs comes from.
type input struct {
	feed   int // index in feeds, ofMain or nowhere
	column reading.Column
}

const (
	ofMain    = -1
	nowhere   = -2
	ofPartner = -3 // the earlier reading of a pair
)

// spike is one column that the spike filter watches.
type spike struct {
	column int
	most   float64
}

// Compile makes a definition ready. What is wrong with a formula does not fail it:
// the stretch has no program and says why.
func Compile(d Definition) *Point { return newSharing().compile(d) }

func (c *sharing) compile(d Definition) *Point {
	p := &Point{Definition: d, initials: d.initialTimeline()}
	thresholds := make([]alarm.Thresholds, 0, len(d.Thresholds.Versions()))
	for _, v := range d.Thresholds.Versions() {
		thresholds = append(thresholds, v.Value)
	}
	p.keys = c.keysOf(thresholds)
	p.sortCorrections()
	p.prints = p.collectPrints()

	times := p.boundaries()
	p.stretches = make([]Stretch, 0, len(times))
	for i, from := range times {
		until := int64(forever)
		if i+1 < len(times) {
			until = times[i+1]
		}
		s := p.compileStretch(c, from, until)
		p.needsRate = p.needsRate || s.panel.NeedsRate()
		p.stretches = append(p.stretches, s)
	}
	for i := range p.stretches {
		p.stretches[i].key = "" // of no use any more
	}
	return p
}

// boundaries lists the moments at which some part of the configuration changes.
func (p *Point) boundaries() []int64 {
	d := &p.Definition
	times := []int64{beginning}
	times = appendStarts(times, d.Config.Binding)
	times = appendStarts(times, d.Config.Formula)
	times = appendStarts(times, d.Config.Processor)
	times = appendStarts(times, d.Config.Collect)
	times = appendStarts(times, d.Thresholds)
	for _, dev := range d.Devices {
		times = appendStarts(times, dev.Config.Coefficients)
		times = appendStarts(times, dev.Config.Geometry)
		times = appendStarts(times, dev.Config.Connection)
		times = appendStarts(times, dev.Config.Basic)
	}
	slices.Sort(times)
	return slices.Compact(times)
}

func appendStarts[T any](times []int64, timeline dated.Timeline[T]) []int64 {
	for _, v := range timeline.Versions() {
		times = append(times, v.ValidFrom)
	}
	return times
}

func (p *Point) compileStretch(c *sharing, from, until int64) Stretch {
	d := &p.Definition
	s := Stretch{From: from, Until: until, Interval: defaultInterval}
	if collect, ok := d.Config.Collect.At(from); ok && collect.Value.Interval > 0 {
		s.Interval = collect.Value.Interval * 1000
	}
	setting, rules := p.setting(from)
	sources := p.sources(from)
	s.TopFixed = setting.FixedEnd == "top"
	s.Nodes = formula.Nodes(setting.MinDepth, setting.Segments)
	if rules {
		p.link(c, &s, setting, sources)
	}
	var observed, changed *reading.Columns
	if s.Program != nil {
		observed, changed = s.Program.Observed(), s.Program.Changed()
		s.pairing = s.Program.Pairing()
		s.precision = d.precision(changed)
		s.observedPrecision = d.precision(observed)
		if processor, ok := d.Config.Processor.At(from); ok {
			s.smoothing = smoothingOf(processor.Value, observed)
			for _, row := range processor.Value.Abnormal {
				for i, column := range observed.List {
					if column.Field == row.Field && row.Value > 0 {
						s.spikes = append(s.spikes, spike{column: i, most: row.Value})
					}
				}
			}
		}
	}
	if thresholds, ok := d.Thresholds.At(from); ok {
		s.thresholds = [2]int64{thresholds.ID, thresholds.ValidFrom}
		if last := len(p.stretches) - 1; last >= 0 && p.stretches[last].thresholds == s.thresholds && p.stretches[last].Program == s.Program {
			s.panel = p.stretches[last].panel
		} else {
			s.panel = c.panel(thresholds.Value, p.keys, observed, changed)
		}
	}
	return s
}

// precision is 10^decimals of the stored results of each column.
func (d *Definition) precision(columns *reading.Columns) []float64 {
	list := make([]float64, columns.Len())
	for i, column := range columns.List {
		list[i] = math.Pow10(catalogue.ResultDecimals(d.Point.Measurement, column.Field))
	}
	return list
}

// link compiles the program and finds the series of its inputs. The program of the
// stretch before is taken when nothing that it is made of has changed.
func (p *Point) link(c *sharing, s *Stretch, setting formula.Setting, sources []source) {
	if last := len(p.stretches) - 1; last >= 0 && p.stretches[last].key == p.programKey(s.From) {
		s.Program, s.Problem = p.stretches[last].Program, p.stretches[last].Problem
	} else {
		s.Program, s.Problem = c.program(setting, p.Definition.Point.Measurement, p.mainType(s.From))
	}
	s.key = p.programKey(s.From)
	if s.Problem != nil {
		s.Program = nil
		return
	}
	if len(sources) > 0 {
		s.Main = sources[0].series
	} else if main, ok := firstPoint(s.Program); ok {
		s.Main = series.ResultID(main)
	}
	for _, wanted := range s.Program.Inputs() {
		s.inputs = append(s.inputs, s.resolve(wanted, sources))
	}
}

// mainType is the type of the main device at a time, "" where there is none.
func (p *Point) mainType(t int64) string {
	binding, ok := p.Definition.Config.Binding.At(t)
	if !ok || len(binding.Value.Sources) == 0 {
		return ""
	}
	return p.Definition.Devices[binding.Value.Sources[0].DeviceID].Type
}

// firstPoint is the point whose results give the times of a virtual point without
// a binding: the first that its formula names.
func firstPoint(program formula.Program) (int64, bool) {
	for _, wanted := range program.Inputs() {
		if id, ok := pointOfRole(wanted.Role); ok {
			return id, true
		}
	}
	return 0, false
}

func pointOfRole(role string) (int64, bool) {
	digits, ok := strings.CutPrefix(role, "P")
	if !ok {
		return 0, false
	}
	id, err := strconv.ParseInt(digits, 10, 64)
	return id, err == nil && id > 0
}

// resolve finds the series and column of one input. An input whose role has no
// source reads nothing.
func (s *Stretch) resolve(wanted formula.Input, sources []source) input {
	in := input{feed: ofMain, column: reading.Column{Field: wanted.Field, Node: wanted.Node}}
	if wanted.Role == formula.OtherFace {
		in.feed = ofPartner
		return in
	}
	var id series.ID
	for i, src := range sources {
		if src.role == wanted.Role || i == 0 && wanted.Role == "" {
			id = src.series
			if src.field != "" {
				in.column.Field = src.field
			}
			break
		}
	}
	if id == 0 {
		if other, ok := pointOfRole(wanted.Role); ok {
			id = series.ResultID(other)
		}
	}
	switch id {
	case 0:
		in.feed = nowhere
		return in
	case s.Main:
		return in
	}
	in.feed = slices.Index(s.feeds, id)
	if in.feed < 0 {
		in.feed = len(s.feeds)
		s.feeds = append(s.feeds, id)
	}
	return in
}

// source is a feed of the binding as a series.
type source struct {
	role   string
	field  string
	series series.ID // 0: leads nowhere at this time
}

func (p *Point) sources(t int64) []source {
	binding, ok := p.Definition.Config.Binding.At(t)
	if !ok {
		return nil
	}
	list := make([]source, 0, len(binding.Value.Sources))
	for _, s := range binding.Value.Sources {
		made := source{role: s.Role, field: s.Field}
		switch {
		case s.PointID != 0:
			made.series = series.ResultID(s.PointID)
		case s.DeviceID != 0:
			made.series = p.channel(s, t)
		}
		list = append(list, made)
	}
	return list
}

// channel is the raw series of a device: of the collector that it hangs on, or its own.
func (p *Point) channel(s point.Source, t int64) series.ID {
	if collector, channel, ok := p.Definition.Devices[s.DeviceID].Carrier(t); ok {
		return series.RawID(collector, channel)
	}
	return series.RawID(s.DeviceID, s.ChannelNo)
}

// Setting is what the formula of a point is compiled from at a time; ok is false
// while the point has no formula.
func (p *Point) Setting(t int64) (setting formula.Setting, ok bool) { return p.setting(t) }

func (p *Point) setting(t int64) (formula.Setting, bool) {
	d := &p.Definition
	setting := formula.Setting{Field: func(name string) (int, string, bool) {
		a, ok := catalogue.Field(d.Point.Measurement, name)
		return a.Decimals, a.Unit, ok
	}}
	if processor, ok := d.Config.Processor.At(t); ok {
		setting.FixedEnd = processor.Value.FixedEnd
		setting.TwistOff = processor.Value.TwistCorrection != nil && !*processor.Value.TwistCorrection
		setting.AxisAzimuth = processor.Value.AxisAzimuth
		setting.OutputFrame = processor.Value.OutputFrame
		setting.TempOff = processor.Value.TempComp != nil && !*processor.Value.TempComp
		if processor.Value.ChangeUnit == "mm" {
			for _, field := range levels {
				setting.Factors = multiplied(setting.Factors, field, 1000)
			}
		}
	}
	if binding, ok := d.Config.Binding.At(t); ok && len(binding.Value.Sources) > 0 {
		d.describeMain(&setting, d.Devices[binding.Value.Sources[0].DeviceID], t)
	}
	rules, ok := d.Config.Formula.At(t)
	if !ok || len(rules.Value.Rules) == 0 {
		return setting, false
	}
	for _, r := range rules.Value.Rules {
		rule := formula.Rule{ComputedField: r.ComputedField, Params: r.Params, Options: r.Options}
		if r.FormulaType == point.SystemFormula {
			rule.System = r.SysFormula
		} else {
			rule.Text = r.Text
		}
		setting.Rules = append(setting.Rules, rule)
	}
	return setting, true
}

// describeMain adds what the main device says: coefficients, geometry, ranges.
func (d *Definition) describeMain(setting *formula.Setting, main Device, t int64) {
	if coefficients, ok := main.Config.Coefficients.At(t); ok {
		setting.Coefficients = coefficients.Value.Values
	}
	if geometry, ok := main.Config.Geometry.At(t); ok {
		setting.MinDepth, setting.MarkAngle = geometry.Value.MinDepth, geometry.Value.MarkAngle
		setting.Segments = segments(geometry.Value)
	}
	if basic, ok := main.Config.Basic.At(t); ok && basic.Value.SettlementSign < 0 {
		setting.Factors = multiplied(setting.Factors, "settlement", -1)
	}
	if kind, ok := catalogue.DeviceTypeOf(main.Type); ok {
		setting.Range = func(field string) (low, high float64, ok bool) {
			for _, raw := range kind.Fields {
				if raw.Name == field && raw.Min != nil && raw.Max != nil {
					return *raw.Min, *raw.Max, true
				}
			}
			return 0, 0, false
		}
	}
}

func segments(g device.Geometry) []formula.Segment {
	var list []formula.Segment
	for _, node := range g.Nodes {
		if !node.Used {
			continue
		}
		segment := formula.Segment{No: node.No, Len: cmp.Or(node.Len, g.SegmentLen), Twist: g.InitTwist}
		if node.Twist != nil {
			segment.Twist = *node.Twist
		}
		list = append(list, segment)
	}
	return list
}

// programKey tells apart what a program is compiled from, by the versions in force.
func (p *Point) programKey(t int64) string {
	d := &p.Definition
	var key []byte
	key = appendVersion(key, d.Config.Binding, t)
	key = appendVersion(key, d.Config.Formula, t)
	key = appendVersion(key, d.Config.Processor, t)
	if binding, ok := d.Config.Binding.At(t); ok {
		for _, s := range binding.Value.Sources {
			key = appendVersion(key, d.Devices[s.DeviceID].Config.Coefficients, t)
			key = appendVersion(key, d.Devices[s.DeviceID].Config.Geometry, t)
			key = appendVersion(key, d.Devices[s.DeviceID].Config.Connection, t)
			key = appendVersion(key, d.Devices[s.DeviceID].Config.Basic, t)
		}
	}
	return string(key)
}

func appendVersion[T any](key []byte, timeline dated.Timeline[T], t int64) []byte {
	v, _ := timeline.At(t)
	key = strconv.AppendInt(key, v.ID, 10)
	key = append(key, '/')
	key = strconv.AppendInt(key, v.ValidFrom, 10)
	return append(key, ' ')
}

func (p *Point) sortCorrections() {
	for _, c := range p.Definition.Corrections {
		switch c.Kind {
		case correction.Withdraw:
			p.withdrawals = append(p.withdrawals, c)
		case correction.Replace:
			p.replaces = append(p.replaces, c)
		case correction.Shift, correction.InitShift:
			p.shifts = append(p.shifts, c)
		case correction.TopShift:
			p.topShifts = append(p.topShifts, c)
		}
	}
	recorded := func(a, b correction.Correction) int {
		return cmp.Or(cmp.Compare(a.RecordedAt, b.RecordedAt), cmp.Compare(a.ID, b.ID))
	}
	byFrom := func(a, b correction.Correction) int {
		return cmp.Or(cmp.Compare(a.From, b.From), recorded(a, b))
	}
	slices.SortFunc(p.withdrawals, recorded)
	slices.SortFunc(p.replaces, byFrom)
	slices.SortFunc(p.shifts, byFrom)
	slices.SortFunc(p.topShifts, byFrom)
}

// stretch finds the stretch of a time.
func (p *Point) stretch(t int64) *Stretch {
	i, found := slices.BinarySearchFunc(p.stretches, t, func(s Stretch, t int64) int { return cmp.Compare(s.From, t) })
	if !found {
		i--
	}
	return &p.stretches[i]
}

// manySources tells whether other sources than instruments' readings of one channel
// take part: then each of their readings may change results that are there already.
func (p *Point) manySources() bool {
	return slices.ContainsFunc(p.stretches, func(s Stretch) bool {
		return len(s.feeds) > 0 || s.Main != 0 && !s.Main.IsRaw()
	})
}

// At gives the stretch of a time.
func (p *Point) At(t int64) *Stretch { return p.stretch(t) }

// Depth is the depth of a node of an array at a time, m; nil where the point has none.
func (p *Point) Depth(t int64, node int32) *float64 {
	for _, n := range p.stretch(t).Nodes {
		if n.No == node {
			return &n.Depth
		}
	}
	return nil
}
