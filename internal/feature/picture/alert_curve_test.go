package picture

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/core/alarm"
)

func number(v float64) *float64 { return &v }

// A graded warning shows the first condition that it rests on, with its limit in the color of the grade.
func TestLimitsOfGradedWarning(t *testing.T) {
	for name, c := range map[string]struct {
		ground alarm.Ground
		want   alarm.Threshold
	}{
		"magnitude":      {alarm.Ground{Limit: 5}, alarm.Threshold{Orange: number(5)}},
		"signed":         {alarm.Ground{Limit: 5, Signed: true}, alarm.Threshold{Orange: number(5), Direction: alarm.DirectionPositive}},
		"below":          {alarm.Ground{Limit: -5, Signed: true, Below: true}, alarm.Threshold{Lower: &alarm.Lower{Orange: number(-5)}, Direction: alarm.DirectionPositive}},
		"several, first": {alarm.Ground{Limit: 5, Point: 8, Node: 3}, alarm.Threshold{Orange: number(5)}},
	} {
		g := c.ground
		g.Field, g.ValueType, g.Measurement, g.Value = "x", alarm.Rate, "Crack", 6
		s := subject{point: 7, step: alarm.Step{Level: alarm.Orange, Ground: alarm.GroundsText([]alarm.Ground{g, {Field: "y", Point: 9}})}}
		s.rest()
		c.want.Field, c.want.ValueType, c.want.Enable = "x", alarm.Rate, true
		if diff := cmp.Diff(&c.want, s.threshold([]alarm.Threshold{{Field: "x", Red: number(1)}})); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if point := max(7, g.Point); s.point != point || s.step.Node != g.Node || s.step.Value != 6 || s.key.Field != "x" {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

// The limits are those that judge the nodes of the alert now, else the one that was reached.
func TestLimitsOfThreshold(t *testing.T) {
	all := alarm.Threshold{Field: "x", Red: number(4)}
	some := alarm.Threshold{Field: "x", Red: number(9), NodeRange: &[2]int32{2, 5}}
	list := []alarm.Threshold{some, all}
	step := alarm.Step{Level: alarm.Yellow, Limit: 2, Side: alarm.Upper, Reference: 1, Direction: alarm.DirectionPositive}
	lower := alarm.Step{Level: alarm.Red, Limit: -3, Side: alarm.LowerLimit}
	for name, c := range map[string]struct {
		s    subject
		list []alarm.Threshold
		want *alarm.Threshold
	}{
		"all nodes":  {subject{step: step}, list, &all},
		"some nodes": {subject{step: step, key: alarm.Key{NodeRange: alarm.NodeRange{From: 2, To: 5, Limited: true}}}, list, &some},
		"removed": {
			subject{step: step, key: alarm.Key{Field: "x", ValueType: alarm.Observed}},
			nil,
			&alarm.Threshold{Field: "x", ValueType: alarm.Observed, Enable: true, Yellow: number(2), Reference: 1, Direction: alarm.DirectionPositive},
		},
		"removed, lower": {subject{step: lower}, []alarm.Threshold{some}, &alarm.Threshold{Enable: true, Lower: &alarm.Lower{Red: number(-3)}}},
		"over":           {subject{}, nil, nil},
	} {
		if diff := cmp.Diff(c.want, c.s.threshold(c.list)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// The value of the mail has its text; earlier levels are marked without.
func TestMarkedReadings(t *testing.T) {
	r := &alarm.Record{Steps: []alarm.Step{{Level: alarm.Blue, Time: 1, Value: 1.5}, {Level: alarm.Red, Time: 3, Value: 4.5}}}
	s := subject{step: alarm.Step{Level: alarm.Normal, Time: 5, Value: 0.5}}
	want := []turn{{1, 1.5, alarm.Blue, ""}, {3, 4.5, alarm.Red, ""}, {5, 0.5, alarm.Normal, "0.50 mm"}}
	if diff := cmp.Diff(want, s.turns(r, "mm", 2)); diff != "" {
		t.Errorf("over: %s", diff)
	}
	s.step = r.Last()
	want = []turn{{1, 1.5, alarm.Blue, ""}, {3, 4.5, alarm.Red, "4.50 mm"}}
	if diff := cmp.Diff(want, s.turns(r, "mm", 2)); diff != "" {
		t.Errorf("red: %s", diff)
	}
}
