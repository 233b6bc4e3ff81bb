package compiled

import (
	"math"
	"slices"
	"sort"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/timeline"
	"plumbline/internal/core/vibration"
	"plumbline/internal/platform/cluster"
)

const (
	defaultInterval = int64(3600_000) // ms, of a point without collection
	Beginning       = math.MinInt64
	Forever         = math.MaxInt64
	finest          = 12 // decimals of hidden columns: positions of other points, also in degrees
)

// Point is a compiled definition. It is immutable.
type Point struct {
	Definition definition.Definition
	Part       int // partition

	Segments     []Segment
	Keys         []alarm.Key
	Withdrawals  []correction.Correction // in order of recording
	Suspects     []correction.Correction // in order of recording
	Replaces     []correction.Correction // by From, then in order of recording
	manual       manualValues            // the values that Replaces supply
	Amends       []correction.Correction // by From, then in order of recording
	Casings      []correction.Correction // by From, then in order of recording
	Shifts       []correction.Correction // by From
	TopShifts    []correction.Correction // by From
	fingerprints []fingerprint
	LooksBack    int64          // ms: how far before a reading its result or alarms may read results; 0: no further than the state
	Zone         *time.Location // of the project; set if a program has a Memory
	initials     timeline.Timeline[definition.Initial]
	Mains        []MainSource // by From
}

// Segment is a time range of constant configuration.
type Segment struct {
	From, Until int64           // UTC ms; Until is exclusive
	Program     formula.Program // nil if nothing can be computed and there are no manual values
	Problem     error           // why Program is nil although there is a formula
	Main        series.ID       // the series that sets the times of the point; 0: none
	Interval    int64           // ms between readings
	Collect     int64           // the same as configured; 0: not configured
	Nodes       []formula.Node  // arrays
	TopFixed    bool

	key               string // what Program was compiled from, while the point is compiled
	made              int    // counts program sources; consecutive segments with the same key share a number, 0: no program
	Inputs            []input
	Feeds             []series.ID // without Main, in the order of first use
	Spikes            []spike
	Smoothing         *Smoothing          // nil: none
	Pairing           formula.Pairing     // nil: each reading is an observation
	Vibration         *vibration.Settings // of records of the main source; nil: the point reads none of their fields
	precision         []float64           // 10^decimals of the changed columns
	ObservedPrecision []float64
	thresholds        [2]int64 // id and start of the version of panel
	Panel             *alarm.Panel
	Repeats           Repeats
}

const (
	OfMain    = -1
	nowhere   = -2
	OfPartner = -3 // the earlier reading of a pair
)

// spike is one column watched by the spike filter.
type spike struct {
	Column int
	Most   float64
}

// Compile compiles a definition. A faulty formula is not an error: the segment has no program and says why.
func Compile(d definition.Definition) *Point { return newInterner().compile(d) }

func (c *interner) compile(d definition.Definition) *Point {
	p := &Point{Definition: d, Part: cluster.PartOf(d.Point.ProjectID, d.Point.ID), initials: initialTimeline(&d)}
	thresholds := make([]alarm.Thresholds, 0, len(d.Thresholds.Versions()))
	for _, v := range d.Thresholds.Versions() {
		thresholds = append(thresholds, v.Value)
	}
	p.Keys = c.keysOf(thresholds)
	p.sortCorrections()
	p.fingerprints = p.collectFingerprints()
	p.Mains = compileMains(&d)

	times := p.boundaries()
	p.Segments = make([]Segment, 0, len(times))
	for i, from := range times {
		until := int64(Forever)
		if i+1 < len(times) {
			until = times[i+1]
		}
		s := p.compileSegment(c, from, until)
		if s.Panel.NeedsRate() {
			p.LooksBack = max(p.LooksBack, oldestOfRate)
		}
		if s.Program != nil && s.Program.Memory().Span > 0 {
			p.LooksBack = max(p.LooksBack, s.Program.Memory().Span)
			p.Zone = c.zone(d.ProjectZone)
		}
		p.Segments = append(p.Segments, s)
	}
	for i := range p.Segments {
		p.Segments[i].key = "" // no longer needed
	}
	return p
}

// boundaries returns the times at which any part of the configuration changes.
func (p *Point) boundaries() []int64 {
	d := &p.Definition
	times := []int64{Beginning}
	times = appendStarts(times, d.Config.Binding)
	times = appendStarts(times, d.Config.Formula)
	times = appendStarts(times, d.Config.Processor)
	times = appendStarts(times, d.Config.Collect)
	times = appendStarts(times, d.Config.Monitoring)
	times = appendStarts(times, d.Thresholds)
	for _, dev := range d.Devices {
		times = appendStarts(times, dev.Config.Coefficients)
		times = appendStarts(times, dev.Config.Geometry)
		times = appendStarts(times, dev.Config.Connection)
		times = appendStarts(times, dev.Config.Basic)
		times = appendStarts(times, dev.Config.Ranges)
		times = appendStarts(times, dev.Config.Pam)
	}
	slices.Sort(times)
	return slices.Compact(times)
}

func appendStarts[T any](times []int64, line timeline.Timeline[T]) []int64 {
	for _, v := range line.Versions() {
		times = append(times, v.ValidFrom)
	}
	return times
}

func (p *Point) compileSegment(c *interner, from, until int64) Segment {
	d := &p.Definition
	s := Segment{From: from, Until: until, Interval: defaultInterval}
	if collect, ok := d.Config.Collect.At(from); ok && collect.Value.Interval > 0 {
		s.Collect = collect.Value.Interval * 1000
		s.Interval = s.Collect
	}
	off := d.Config.Off(from)
	if !off {
		s.Repeats = p.repeatsAt(from, s.Interval)
	}
	setting, rules := p.Setting(from)
	sources := p.sources(from)
	s.TopFixed = setting.FixedEnd == "top"
	s.Nodes = formula.Nodes(setting.MinDepth, setting.Segments)
	if rules {
		p.link(c, &s, setting, sources)
	}
	if s.Main == 0 && len(p.manual.fields)+len(p.manual.ofNodes) > 0 {
		p.showManual(c, &s, setting, sources)
	}
	s.Vibration = s.vibration(d.Config.Processor)
	var observed, changed *reading.Columns
	if s.Program != nil {
		observed, changed = s.Program.Observed(), s.Program.Changed()
		s.Pairing = s.Program.Pairing()
		s.precision = precision(d, changed)
		s.ObservedPrecision = precision(d, observed)
		if processor, ok := d.Config.Processor.At(from); ok {
			s.Smoothing = smoothingOf(processor.Value, observed)
			for _, row := range processor.Value.Abnormal {
				for i, column := range observed.List {
					if column.Field == row.Field && row.Value > 0 {
						s.Spikes = append(s.Spikes, spike{Column: i, Most: row.Value})
					}
				}
			}
		}
	}
	if thresholds, ok := d.Thresholds.At(from); ok && !off {
		s.thresholds = [2]int64{thresholds.ID, thresholds.ValidFrom}
		if last := len(p.Segments) - 1; last >= 0 && p.Segments[last].thresholds == s.thresholds && p.Segments[last].Program == s.Program {
			s.Panel = p.Segments[last].Panel
		} else {
			s.Panel = c.panel(thresholds.Value, p.Keys, observed, changed)
		}
	}
	return s
}

// precision returns 10^decimals of the stored results, by column.
func precision(d *definition.Definition, columns *reading.Columns) []float64 {
	list := make([]float64, columns.Len())
	for i, column := range columns.List {
		decimals := catalog.ResultDecimals(d.Point.Measurement, column.Field)
		if formula.Hidden(column.Field) {
			decimals = finest
		}
		list[i] = math.Pow10(decimals)
	}
	return list
}

// ManySources reports whether the point has other sources than one channel of an instrument. Any of their readings may
// then change existing results.
func (p *Point) ManySources() bool {
	return slices.ContainsFunc(p.Segments, func(s Segment) bool {
		return len(s.Feeds) > 0 || s.Main != 0 && !s.Main.IsRaw()
	})
}

// At returns the segment of a time.
func (p *Point) At(t int64) *Segment {
	last := len(p.Segments) - 1
	if p.Segments[last].From <= t { // nearly always: readings are new
		return &p.Segments[last]
	}
	after := sort.Search(last, func(i int) bool { return p.Segments[i].From > t })
	return &p.Segments[after-1]
}

// Depth returns the depth of an array node at a time in m, or nil.
func (p *Point) Depth(t int64, node int32) *float64 {
	for _, n := range p.At(t).Nodes {
		if n.No == node {
			return &n.Depth
		}
	}
	return nil
}
