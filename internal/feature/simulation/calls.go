package simulation

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
	"plumbline/internal/feature"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

// SimulationAsked is the quantity and the span that a simulation is about.
type SimulationAsked struct {
	Field     string            `json:"field" minLength:"1" maxLength:"64"`
	ValueType string            `json:"valueType" enum:"observed,accumulated,rate"`
	Start     httpapi.AskedTime `json:"start" doc:"UTC ms"`
	End       httpapi.AskedTime `json:"end" doc:"UTC ms, inclusive"`
}

func (a SimulationAsked) quantity() quantity { return quantity{a.Field, alarm.ValueType(a.ValueType)} }

func (a SimulationAsked) check() error {
	switch {
	case a.Start == 0 || a.End == 0:
		return errs.New(errs.TimeRequired)
	case a.Start > a.End:
		return errs.New(errs.StartAfterEnd)
	}
	return nil
}

// PointSimulation asks what sets of thresholds would have done to a point.
type PointSimulation struct {
	SimulationAsked
	Sets []alarm.Thresholds `json:"sets,omitempty" maxItems:"2" doc:"Each as a version would have it, only of the field and value type; empty: only what was in force"`
}

// SimulatedThresholds are thresholds that were in force for a time.
type SimulatedThresholds struct {
	VersionID int64             `json:"versionId"`
	From      int64             `json:"from" doc:"UTC ms; 0: always"`
	Until     int64             `json:"until" doc:"UTC ms; 0: still in force"`
	List      []alarm.Threshold `json:"list" doc:"Those of the field and value type"`
}

// SimulatedValue is a value with its time.
type SimulatedValue struct {
	Time  int64   `json:"time" doc:"UTC ms"`
	Value float64 `json:"value"`
	Node  int32   `json:"node" doc:"0: no node"`
}

// PointSimulated is what sets of thresholds would have done to a point.
type PointSimulated struct {
	Label    i18n.Label            `json:"label" doc:"Of the field"`
	Unit     string                `json:"unit"`
	Decimals int                   `json:"decimals"`
	TimeZone string                `json:"timeZone"`
	Readings int                   `json:"readings" doc:"Judged ones in the span"`
	First    int64                 `json:"first" doc:"UTC ms of the first of them; 0: none"`
	Last     int64                 `json:"last" doc:"UTC ms of the last of them; 0: none"`
	Worst    *SimulatedValue       `json:"worst,omitempty" doc:"The value farthest from zero"`
	Curve    SimulatedCurve        `json:"curve" doc:"The value by which each reading is judged: of arrays that of the worst node"`
	InForce  []SimulatedThresholds `json:"inForce" doc:"What was in force in the span, oldest first"`
	Current  SimulatedOutcome      `json:"current" doc:"With what was in force"`
	Sets     []SimulatedOutcome    `json:"sets" doc:"In the order of the question"`
}

type pointInput struct {
	httpapi.PointPath
	Body PointSimulation
}

type server struct {
	*httpapi.Kernel
	feature.Host
	engine engine
}

const (
	tag          = "alerts"
	pointExample = `{"field":"width","valueType":"accumulated","start":1699900000000,"end":1700000000000,` +
		`"sets":[{"list":[{"field":"width","valueType":"accumulated","blue":1,"yellow":2,"orange":3,"red":4,"enable":true}]}]}`
	pointNearMiss = `{"field":"width","valueType":"accumulated","start":1699900000000,"end":1700000000000,` +
		`"sets":[{"list":[{"field":"width","valueType":"accumulated","blue":2,"yellow":1,"orange":3,"red":4,"enable":true}]}]}`
)

func (s *server) register() {
	see := access.Permission{Area: access.Data, Action: access.Retrieve}
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "simulateThresholds", Method: http.MethodPost, Path: "/structures/{structureId}/measuring-points/{measuringPointId}/threshold-simulation",
		Tag: tag, Need: see, Unlogged: httpapi.ReadsOnly, Example: pointExample,
		NearMiss: httpapi.NearMiss{Body: pointNearMiss, Field: "sets[0].list[0].yellow"},
		Summary:  "What sets of thresholds would have done to a point in a span",
		Detail: "Each set is judged from the first reading on, as if it had always been in force, by the same rules as alerts; decisions of people count " +
			"as they did. What was in force is judged likewise and gives the alerts that exist.",
		Unmeasured: "depends on the length of the history; figures.md has it",
	}, s.simulatePoint)
	s.registerBatch(see)
}

func (s *server) simulatePoint(ctx context.Context, in *pointInput) (*httpapi.Output[PointSimulated], error) {
	b := &in.Body
	q := b.quantity()
	if err := b.check(); err != nil {
		return nil, err
	}
	p, err := s.pointOf(ctx, in.MeasuringPointID)
	if err != nil {
		return nil, err
	}
	if err := s.checkField(ctx, p, q); err != nil {
		return nil, err
	}
	var refused errs.Refusals
	for i, set := range b.Sets {
		if err := refused.Merge(fmt.Sprintf("sets[%d].", i), q.check(set)); err != nil {
			return nil, err
		}
	}
	if err := refused.Err(); err != nil {
		return nil, err
	}
	asked, err := spanOf(p, b.Start.Millis(), b.End.Millis())
	if err != nil {
		return nil, err
	}
	seesAlerts := httpapi.CallerOf(ctx).May(access.Alert, access.Retrieve, p.Definition.Point.ProjectID)
	made, err := simulate(ctx, s.engine, p, q, asked, b.Sets, seesAlerts)
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(made.answer(q)), nil
}

// pointOf returns the current definition of a point.
func (s *server) pointOf(ctx context.Context, id int64) (*compiled.Point, error) {
	p, found, err := s.Previewer.Directory.Find(ctx, id)
	if err == nil && !found {
		err = errs.New(errs.NothingHere)
	}
	return p, err
}

// checkField refuses a field that neither the measurement nor the formula of a point has.
func (s *server) checkField(ctx context.Context, p *compiled.Point, q quantity) error {
	if _, known := catalog.Field(p.Definition.Point.Measurement, q.field); known {
		return nil
	}
	computed, err := s.Read.Computed(ctx, []int64{p.Definition.Point.ID})
	if err != nil {
		return err
	}
	names := httpapi.ListOf(computed[0], func(f query.ComputedField) string { return f.Name })
	if slices.Contains(names, q.field) {
		return nil
	}
	if m, ok := catalog.MeasurementOf(p.Definition.Point.Measurement); ok {
		for _, attribute := range m.Attributes {
			if !slices.Contains(names, attribute.Name) {
				names = append(names, attribute.Name)
			}
		}
	}
	return errs.OnField("field", errs.NotOneOf, "allowed", strings.Join(names, ", "))
}

func (m *simulated) answer(q quantity) PointSimulated {
	shown := query.ShownOf(m.point, reading.Column{Field: q.field}, query.ValueType(q.valueType), m.span.to)
	out := PointSimulated{
		Label: shown.Label, Unit: shown.Unit, Decimals: shown.Decimals, TimeZone: zoneName(m.point), Readings: len(m.curve.values),
		Worst: m.curve.farthest(), Curve: m.curve.drawn(), InForce: m.inForce(q), Current: m.current, Sets: m.sets,
	}
	if n := len(m.curve.values); n > 0 {
		out.First, out.Last = m.curve.values[0].Time, m.curve.last
	}
	return out
}

// inForce lists the versions that were in force in the span.
func (m *simulated) inForce(q quantity) []SimulatedThresholds {
	list := []SimulatedThresholds{}
	versions := inForce(m.point, q).Versions()
	for i, v := range versions {
		made := SimulatedThresholds{VersionID: v.ID, From: v.ValidFrom, List: httpapi.ListOf(v.Value.List, httpapi.AsIs)}
		if i+1 < len(versions) {
			made.Until = versions[i+1].ValidFrom
		}
		if made.From <= m.span.to && (made.Until == 0 || made.Until > m.span.from) {
			list = append(list, made)
		}
	}
	return list
}
