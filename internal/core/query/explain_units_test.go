package query_test

import (
	"testing"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/query"
)

// Every number in a formula has its unit, whether it comes from the instrument, a device with a role or another point.
func TestExplanationUnits(t *testing.T) {
	s := newSite(t)
	weather := piezometer(pointID + 1)
	weather.Point.Measurement = "Environment"
	weather.Config.Formula = versions(definition.Formula{
		Rules: []definition.Rule{{ComputedField: "airPressure", FormulaType: definition.SystemFormula, SysFormula: "DIRECT"}},
	})
	s.add(weather)
	d := piezometer(pointID)
	d.Config.Binding = versions(definition.Binding{Sources: []definition.Source{
		{Role: "main", DeviceID: deviceID, ChannelNo: pointID},
		{Role: "barometer", PointID: pointID + 1},
		{Role: "gauge", DeviceID: deviceID + 1, ChannelNo: 1},
	}})
	d.Config.Formula = versions(definition.Formula{Rules: []definition.Rule{
		{ComputedField: "level", FormulaType: definition.CustomFormula, Text: "f*0 + t + barometer.airPressure + P12.airPressure + gauge.disp"},
	}})
	d.Devices[deviceID] = definition.Device{ID: deviceID, Type: "PROVWL", Kind: catalog.MeasuringDevice}
	d.Devices[deviceID+1] = definition.Device{ID: deviceID + 1, Type: "WDM", Kind: catalog.MeasuringDevice}
	s.add(d)
	s.store(pointID, message{t: start, values: map[string]float64{"freq": 2500, "temp": 15}})
	e, err := s.read.Explain(t.Context(), pointID, query.Column{Field: "level", ValueType: query.Observed}, start)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"f": "Hz", "t": "°C", "barometer.airPressure": "hPa", "P12.airPressure": "hPa", "gauge.disp": "mm"}
	for _, in := range e.Steps[0].Inputs {
		if in.Unit != want[in.Name] {
			t.Errorf("%s in %q, want %q", in.Name, in.Unit, want[in.Name])
		}
		delete(want, in.Name)
	}
	d.Config.Formula = versions(definition.Formula{Rules: []definition.Rule{
		{ComputedField: "level", FormulaType: definition.SystemFormula, SysFormula: "DIRECT", Options: map[string]string{"role": "gauge", "field": "disp"}},
	}})
	s.add(d)
	e, err = s.read.Explain(t.Context(), pointID, query.Column{Field: "level", ValueType: query.Observed}, start)
	if err != nil {
		t.Fatal(err)
	}
	if in := e.Steps[0].Inputs; in[0].Unit != "mm" || in[2].Name != "offset" || in[2].Unit != "m" {
		t.Errorf("%+v", in)
	}
	if len(want) > 0 {
		t.Errorf("without %v: %+v", want, e.Steps)
	}
}
