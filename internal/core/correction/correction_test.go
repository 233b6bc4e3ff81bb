package correction_test

import (
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"testing"

	"plumbline/internal/core/correction"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
)

const at = int64(1_790_000_000_000)

// An invalid correction is refused with its fields before it can affect a result.
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		name string
		give correction.Correction
		want []string // fields in error
	}{
		{"a withdrawal of everything", correction.Correction{Kind: correction.Withdraw, From: at, To: at}, nil},
		{"a withdrawal that ends before it begins", correction.Correction{Kind: correction.Withdraw, From: at, To: at - 1}, []string{"to"}},
		{
			"a withdrawal of a field that is not measured",
			correction.Correction{Kind: correction.Withdraw, Fields: []string{"x", "rain"}, From: at, To: at},
			[]string{"fields[1]"},
		},
		{"a shift", correction.Correction{Kind: correction.Shift, Fields: []string{"x"}, From: at, Amount: -1.5}, nil},
		{"a shift without fields", correction.Correction{Kind: correction.Shift, From: at}, []string{"fields"}},
		{"a shift of two fields by one amount", correction.Correction{Kind: correction.Shift, Fields: []string{"x", "y"}, From: at}, []string{"fields"}},
		{"an infinite shift", correction.Correction{Kind: correction.Shift, Fields: []string{"x"}, From: at, Amount: math.Inf(1)}, []string{"amount"}},
		{"a surveyed collar", correction.Correction{Kind: correction.TopShift, From: at, Values: map[string]float64{"x": 1, "y": 2}}, nil},
		{
			"a surveyed collar with a depth", correction.Correction{
				Kind: correction.TopShift, From: at, Values: map[string]float64{"depth": 1},
			}, []string{"values.depth"},
		},
		{
			"values in place of a result", correction.Correction{
				Kind: correction.Replace, From: at, Values: map[string]float64{"x": math.NaN()},
			}, []string{"values.x"},
		},
		{"a manual inclinometer reading", correction.Correction{Kind: correction.Replace, From: at, NodeValues: []correction.NodeValue{
			{No: 1, Depth: new(0.5), Values: map[string]float64{"x": 1}}, {No: 2, Depth: new(1.0), Values: map[string]float64{"x": 2}},
		}}, nil},
		{"invalid nodes", correction.Correction{Kind: correction.Replace, From: at, NodeValues: []correction.NodeValue{
			{No: 0, Values: map[string]float64{"x": 1}}, {No: 2, Depth: new(math.NaN()), Values: map[string]float64{"smell": 2}}, {No: 2},
		}}, []string{"nodeValues[0].no", "nodeValues[1].depth", "nodeValues[1].values.smell", "nodeValues[2].no", "nodeValues[2].values"}},
		{
			"nodes of a shift", correction.Correction{
				Kind: correction.Shift, Fields: []string{"x"}, From: at, NodeValues: []correction.NodeValue{{No: 1, Values: map[string]float64{"x": 1}}},
			}, []string{"nodeValues"},
		},
		{"no values", correction.Correction{Kind: correction.InitShift, From: at}, []string{"values"}},
		{"a time before the earliest", correction.Correction{Kind: correction.Withdraw, From: 0, To: at}, []string{"from"}},
		{"an unknown kind", correction.Correction{Kind: "erase", From: at}, []string{"kind"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := refused(t, correction.New(arrays{}).Check(t.Context(), access.Scope{}, c.give))
			if !slices.Equal(got, c.want) {
				t.Errorf("refused %v, want %v", got, c.want)
			}
		})
	}
}

func TestTopShiftIsRefusedAtRainGauge(t *testing.T) {
	collar := correction.Correction{Kind: correction.TopShift, From: at, Values: map[string]float64{"x": 1}}
	got := refused(t, correction.New(gauges{}).Check(t.Context(), access.Scope{}, collar))
	if !slices.Equal(got, []string{"values.x"}) {
		t.Errorf("refused %v at a rain gauge", got)
	}
}

func TestReplacesPerNode(t *testing.T) {
	run := correction.Correction{Kind: correction.Replace, Values: map[string]float64{"temp": 12}, NodeValues: []correction.NodeValue{
		{No: 1, Values: map[string]float64{"x": 3}}, {No: 2, Values: map[string]float64{"x": 4, "temp": 11}},
	}}
	for _, c := range []struct {
		field string
		node  int32
		value float64
		there bool
	}{{"x", 1, 3, true}, {"x", 2, 4, true}, {"x", 3, 0, false}, {"x", 0, 0, false}, {"temp", 0, 12, true}, {"temp", 2, 11, true}} {
		if value, there := run.Replaces(c.field, c.node); value != c.value || there != c.there {
			t.Errorf("%s of node %d: %v %v, want %v %v", c.field, c.node, value, there, c.value, c.there)
		}
	}
}

func TestShiftAffectsOnlyItsFieldAndNodes(t *testing.T) {
	shift := correction.Correction{Kind: correction.Shift, Fields: []string{"x"}, Nodes: []int32{2}, Amount: 3}
	carried := correction.Correction{Kind: correction.InitShift, Values: map[string]float64{"x": 3, "y": -1}}
	for _, c := range []struct {
		name   string
		of     correction.Correction
		field  string
		node   int32
		amount float64
		moved  bool
	}{
		{"its field and node", shift, "x", 2, 3, true},
		{"another node", shift, "x", 1, 0, false},
		{"another field", shift, "y", 2, 3, false},
		{"each field by its own amount", carried, "y", 7, -1, true},
		{"a field that was not carried over", carried, "temp", 0, 0, false},
	} {
		if amount, moved := c.of.Shifts(c.field, c.node); moved != c.moved || moved && amount != c.amount {
			t.Errorf("%s: moved %v by %v, want %v by %v", c.name, moved, amount, c.moved, c.amount)
		}
	}
}

// arrays is a store whose points measure the displacement of an array.
type arrays struct{ correction.Store }

func (arrays) Measurement(context.Context, access.Scope, int64) (string, error) {
	return "DeepDisplacement", nil
}

// gauges is a store whose points measure rain.
type gauges struct{ correction.Store }

func (gauges) Measurement(context.Context, access.Scope, int64) (string, error) {
	return "Rainfall", nil
}

func (arrays) CreateCorrections(context.Context, audit.Actor, []correction.Correction) error {
	return errors.New("must not be reached")
}

func refused(t *testing.T, err error) []string {
	t.Helper()
	if err == nil {
		return nil
	}
	var why *errs.Error
	if !errors.As(err, &why) {
		t.Fatalf("not an errs.Error: %v", err)
	}
	return slices.Sorted(maps.Keys(why.FieldTexts(errs.English)))
}
