package dataapi

import (
	"context"

	"plumbline/internal/core/compute"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
)

// AsKnown reads what was known at an earlier time; asknown.Service implements it.
type AsKnown interface {
	// At returns the reader of what was known at a time, UTC ms.
	At(known int64) *query.Service
	// Since returns how results differ from what was known at a time.
	Since(ctx context.Context, point, known, from, to int64) (compute.Since, error)
}

// Known chooses between what is known now and what was known earlier.
type Known struct {
	KnownAt httpapi.AskedTime `json:"knownAt,omitempty" doc:"UTC ms: the data as they were known at this time, without readings received, versions and corrections recorded later; 0: as known now"`
}

// read returns the reader of what was known.
func (s *server) read(k Known) (Monitor, error) { return k.Reader(s.Monitor, s.AsKnown) }

// Reader returns the reader of what was known.
func (k Known) Reader(now Monitor, earlier AsKnown) (Monitor, error) {
	switch {
	case k.KnownAt == 0:
		return now, nil
	case k.KnownAt.Millis() > clock.Now().UnixMilli():
		return nil, errs.OnField("knownAt", errs.KnownAhead)
	}
	return earlier.At(k.KnownAt.Millis()), nil
}

// inEffect reports whether a correction was known to be in effect.
func (k Known) inEffect(c *correction.Correction) bool {
	if k.KnownAt == 0 {
		return c.InEffect()
	}
	at := k.KnownAt.Millis()
	return c.RecordedAt < at && (c.InEffect() || c.RevokedAt >= at)
}

type sinceInput struct {
	Body struct {
		MeasuringPointID int64             `json:"measuringPointId" minimum:"1"`
		Start            httpapi.AskedTime `json:"start" doc:"UTC ms"`
		End              httpapi.AskedTime `json:"end" doc:"UTC ms, inclusive; results of readings after knownAt are not compared"`
		KnownAt          httpapi.AskedTime `json:"knownAt" doc:"UTC ms"`
	}
}

// ChangedSince is how results differ from what was known at a time.
type ChangedSince struct {
	Appeared int64           `json:"appeared" doc:"Results of readings received later, or excluded then"`
	Vanished int64           `json:"vanished" doc:"Results that no longer exist"`
	Changed  int64           `json:"changed" doc:"Results with another value, accumulated change or quality"`
	First    int64           `json:"first" doc:"UTC ms of the first difference; 0: none"`
	Last     int64           `json:"last" doc:"UTC ms of the last difference; 0: none"`
	Newest   []ChangedResult `json:"newest" doc:"At most 100, newest first"`
}

// ChangedResult is a result then and now.
type ChangedResult struct {
	Time   int64          `json:"time" doc:"UTC ms"`
	Values []ChangedValue `json:"values" doc:"Those that differ"`
}

// ChangedValue is a value then and now; null: there was, or is, no valid one.
type ChangedValue struct {
	Field     string   `json:"field"`
	Node      int32    `json:"node" doc:"0: the point itself"`
	ValueType string   `json:"valueType" enum:"observed,accumulated"`
	Was       *float64 `json:"was"`
	Is        *float64 `json:"is"`
}

func (s *server) knowledge() {
	httpapi.Register(s.Kernel,
		post("monitorChangedSince", "changed-since", "How the results of a point differ from what was known at a time",
			"What late readings, corrections and changed configuration have changed since then.", nil).
			Sending(`{"measuringPointId":{measuringPointId},"start":1699900000000,"end":1700000000000,"knownAt":1700000000000}`),
		s.monitorChangedSince)
}

func (s *server) monitorChangedSince(ctx context.Context, in *sinceInput) (*httpapi.Output[ChangedSince], error) {
	b := &in.Body
	if _, err := s.seePoint(ctx, b.MeasuringPointID, seeData); err != nil {
		return nil, err
	}
	switch {
	case b.Start == 0 || b.End == 0:
		return nil, errs.New(errs.TimeRequired)
	case b.Start > b.End:
		return nil, errs.New(errs.StartAfterEnd)
	case b.KnownAt == 0:
		return nil, errs.OnField("knownAt", errs.Empty)
	case b.KnownAt.Millis() > clock.Now().UnixMilli():
		return nil, errs.OnField("knownAt", errs.KnownAhead)
	}
	found, err := s.AsKnown.Since(ctx, b.MeasuringPointID, b.KnownAt.Millis(), b.Start.Millis(), b.End.Millis())
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(ChangedSince{
		Appeared: found.Appeared, Vanished: found.Vanished, Changed: found.Changed, First: found.First, Last: found.Last,
		Newest: httpapi.ListOf(found.Newest, changedResultOf),
	}), nil
}

func changedResultOf(c compute.Compared) ChangedResult {
	return ChangedResult{Time: c.Time, Values: httpapi.ListOf(c.Values, func(v compute.ComparedValue) ChangedValue {
		return ChangedValue{
			Field: v.Column.Field, Node: v.Column.Node, ValueType: string(v.ValueType), Was: httpapi.Finite(v.Before), Is: httpapi.Finite(v.After),
		}
	})}
}
