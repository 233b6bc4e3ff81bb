package computation

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalogue"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/dated"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

const (
	defaultInterval = int64(3600_000) // ms, of a point without collection
	beginning       = math.MinInt64
	forever         = math.MaxInt64
	finest          = 12 // decimals of hidden columns: positions of other points, in degrees too
)

// Point is a definition made ready for the fold. It is immutable.
type Point struct {
	Definition definition.Definition

	stretches   []Stretch
	keys        []alarm.Key
	withdrawals []correction.Correction // by recording
	replaces    []correction.Correction // by From, the later recorded last
	typed       typed                   // what replaces bring values of
	shifts      []correction.Correction // by From
	topShifts   []correction.Correction // by From
	prints      []print
	needsRate   bool
	initials    dated.Timeline[definition.Initial]
	mains       []main // by From
}

// Stretch is a time in which the configuration of a point does not change.
type Stretch struct {
	From, Until int64           // UTC ms; Until is the first moment that does not belong to it
	Program     formula.Program // nil when nothing can be computed and nothing was typed
	Problem     error           // why Program is nil although a formula is there
	Main        series.ID       // the series that gives the times of the point; 0: none
	Interval    int64           // ms between readings
	Nodes       []formula.Node  // arrays
	TopFixed    bool

	key               string // what Program was compiled from, while the point is compiled
	made              int    // counts what stretches are made from; those with the same key in a row share it, 0: no program
	inputs            []input
	feeds             []series.ID // beside Main, in the order of first use
	spikes            []spike
	smoothing         *smoothing      // nil: none
	pairing           formula.Pairing // nil: each reading is an observation
	precision         []float64       // 10^decimals of the changed columns
	observedPrecision []float64
	thresholds        [2]int64 // id and beginning of the version that panel is of
	panel             *alarm.Panel
	repeats           repeats
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
func Compile(d definition.Definition) *Point { return newSharing().compile(d) }

func (c *sharing) compile(d definition.Definition) *Point {
	p := &Point{Definition: d, initials: initialTimeline(&d)}
	thresholds := make([]alarm.Thresholds, 0, len(d.Thresholds.Versions()))
	for _, v := range d.Thresholds.Versions() {
		thresholds = append(thresholds, v.Value)
	}
	p.keys = c.keysOf(thresholds)
	p.sortCorrections()
	p.prints = p.collectPrints()
	p.mains = compileMains(&d)

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
		times = appendStarts(times, dev.Config.Ranges)
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
	s.repeats = p.repeatsAt(from, s.Interval)
	setting, rules := p.setting(from)
	sources := p.sources(from)
	s.TopFixed = setting.FixedEnd == "top"
	s.Nodes = formula.Nodes(setting.MinDepth, setting.Segments)
	if rules {
		p.link(c, &s, setting, sources)
	}
	if s.Main == 0 && len(p.typed.fields)+len(p.typed.ofNodes) > 0 {
		p.showTyped(c, &s, setting, sources)
	}
	var observed, changed *reading.Columns
	if s.Program != nil {
		observed, changed = s.Program.Observed(), s.Program.Changed()
		s.pairing = s.Program.Pairing()
		s.precision = precision(d, changed)
		s.observedPrecision = precision(d, observed)
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
func precision(d *definition.Definition, columns *reading.Columns) []float64 {
	list := make([]float64, columns.Len())
	for i, column := range columns.List {
		decimals := catalogue.ResultDecimals(d.Point.Measurement, column.Field)
		if formula.Hidden(column.Field) {
			decimals = finest
		}
		list[i] = math.Pow10(decimals)
	}
	return list
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
	p.typed = typedIn(p.replaces)
	slices.SortFunc(p.shifts, byFrom)
	slices.SortFunc(p.topShifts, byFrom)
}

// stretch finds the stretch of a time.
func (p *Point) stretch(t int64) *Stretch {
	last := len(p.stretches) - 1
	if p.stretches[last].From <= t { // nearly always: readings are new
		return &p.stretches[last]
	}
	after := sort.Search(last, func(i int) bool { return p.stretches[i].From > t })
	return &p.stretches[after-1]
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
