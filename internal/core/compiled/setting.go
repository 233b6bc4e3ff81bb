package compiled

import (
	"cmp"
	"strconv"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/timeline"
)

// Setting returns what the formula of a point is compiled from at a time; ok is false without a formula.
func (p *Point) Setting(t int64) (formula.Setting, bool) {
	d := &p.Definition
	setting := formula.Setting{Field: func(name string) (int, string, bool) {
		a, ok := catalog.Field(d.Point.Measurement, name)
		return a.Decimals, a.Unit, ok
	}}
	if processor, ok := d.Config.Processor.At(t); ok {
		setting.FixedEnd = processor.Value.FixedEnd
		setting.TwistOff = processor.Value.TwistCorrection != nil && !*processor.Value.TwistCorrection
		setting.AxisAzimuth = processor.Value.AxisAzimuth
		setting.OutputFrame = processor.Value.OutputFrame
		setting.TempOff = processor.Value.TempComp != nil && !*processor.Value.TempComp
		describeOthers(&setting, processor.Value)
		if processor.Value.ChangeUnit == "mm" {
			for _, field := range levelFields {
				setting.Factors = multiplied(setting.Factors, field, 1000)
			}
		}
	}
	if binding, ok := d.Config.Binding.At(t); ok && len(binding.Value.Sources) > 0 {
		source := binding.Value.Sources[0]
		describeMain(&setting, d.Devices[source.DeviceID], source.ChannelNo, t)
	}
	rules, ok := d.Config.Formula.At(t)
	if !ok || len(rules.Value.Rules) == 0 {
		return setting, false
	}
	for _, r := range rules.Value.Rules {
		rule := formula.Rule{ComputedField: r.ComputedField, Params: r.Params, Options: r.Options}
		if r.FormulaType == definition.SystemFormula {
			rule.System = r.SysFormula
		} else {
			rule.Text = r.Text
		}
		setting.Rules = append(setting.Rules, rule)
	}
	return setting, true
}

// describeOthers adds the auxiliary points of the processor, and the geometry of a line or ring of instruments.
func describeOthers(setting *formula.Setting, processor definition.Processor) {
	role := func(id int64) string {
		if id == 0 {
			return ""
		}
		return "P" + strconv.FormatInt(id, 10)
	}
	setting.Reference, setting.TopSource = role(processor.RefPoint), role(processor.TopShiftSource)
	setting.ReferenceWithin = cmp.Or(processor.SyncTolerance, definition.SyncTolerance) * 1000
	if r := processor.Ring; r != nil {
		setting.Ring = formula.Ring{Open: r.Open, StartNode: r.StartNode, Chords: r.Chords, Radius: r.Radius}
	}
	if processor.Liquid != nil {
		setting.Liquid = formula.Liquid{Rho20: processor.Liquid.Rho20, Beta: processor.Liquid.Beta}
	}
}

// describeMain adds the coefficients, geometry and ranges of the main device.
func describeMain(setting *formula.Setting, main definition.Device, channelNo int32, t int64) {
	if coefficients, ok := main.Config.Coefficients.At(t); ok {
		setting.Coefficients = coefficients.Value.Values
	}
	if geometry, ok := main.Config.Geometry.At(t); ok {
		setting.MinDepth, setting.MarkAngle = geometry.Value.MinDepth, geometry.Value.MarkAngle
		setting.Segments = segments(geometry.Value)
	}
	if pam, ok := main.Config.Pam.At(t); ok {
		describePipe(setting, pam.Value)
	}
	if basic, ok := main.Config.Basic.At(t); ok && basic.Value.SettlementSign < 0 {
		setting.Factors = multiplied(setting.Factors, "settlement", -1)
	}
	if kind, ok := catalog.DeviceTypeOf(main.Type); ok {
		setting.Coefficients = kind.WithDirection(setting.Coefficients)
	}
	ranges, _ := main.Config.Ranges.At(t)
	setting.Range = func(field string) (low, high float64, ok bool) {
		return ranges.Value.RangeOf(main.Type, channelNo, field)
	}
	setting.PowerOn = func(field string) (value float64, ok bool) {
		raw, _ := catalog.RawFieldOf(main.Type, field)
		if raw.PowerOn == nil {
			return 0, false
		}
		return *raw.PowerOn, true
	}
}

// PipeOf returns the ends of a pipe and the direction of its surveys.
func PipeOf(pam definition.Pam) formula.Pipe {
	end := func(s *definition.Station) formula.PipeEnd {
		if s == nil {
			return formula.PipeEnd{}
		}
		return formula.PipeEnd{Known: true, Position: [3]float64{s.N, s.E, s.Z}}
	}
	return formula.Pipe{Entry: end(pam.Entry), Exit: end(pam.Exit), Backward: pam.Direction == "backward", Average: pam.Average, Length: pam.Length}
}

// describePipe adds the ends of a pipe, and a node every step of its length.
func describePipe(setting *formula.Setting, pam definition.Pam) {
	setting.Pipe = PipeOf(pam)
	step := cmp.Or(pam.Step, definition.PamStep)
	setting.MinDepth, setting.Segments = 0, nil
	for no := range min(int(pam.Length/step+0.01), formula.MaxPipeStations) {
		setting.Segments = append(setting.Segments, formula.Segment{No: int32(no + 1), Len: step * 1000})
	}
}

func segments(g definition.Geometry) []formula.Segment {
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

// programKey identifies what a program is compiled from, by the versions in effect.
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
			key = appendVersion(key, d.Devices[s.DeviceID].Config.Ranges, t)
			key = appendVersion(key, d.Devices[s.DeviceID].Config.Pam, t)
		}
	}
	return string(key)
}

func appendVersion[T any](key []byte, line timeline.Timeline[T], t int64) []byte {
	v, _ := line.At(t)
	key = strconv.AppendInt(key, v.ID, 10)
	key = append(key, '/')
	key = strconv.AppendInt(key, v.ValidFrom, 10)
	return append(key, ' ')
}
