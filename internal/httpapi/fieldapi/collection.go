package fieldapi

import (
	"context"
	"net/http"
	"time"

	"plumbline/internal/field/collection"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
)

// Cycles reads the ledger of collection; fielddb.Store implements it.
type Cycles interface {
	Cycles(ctx context.Context, scope access.Scope, device, from, to int64) (collection.Ledger, error)
}

// Cycle is one due reading of a device.
type Cycle struct {
	Due     int64  `json:"due" doc:"UTC ms: when it begins"`
	Every   int64  `json:"every" doc:"Seconds"`
	State   string `json:"state" enum:"polled,pending,missed"`
	Reason  string `json:"reason,omitempty" enum:"notConnected,noAnswer,damaged,refused,queued,late,notStored,cancelled,noWay,stopped" doc:"Why it is missed"`
	Fetched bool   `json:"fetched,omitempty" doc:"Missed, and read from the device's memory since"`
}

// MissedBy is the number of cycles missed for a reason.
type MissedBy struct {
	Reason string `json:"reason" enum:"notConnected,noAnswer,damaged,refused,queued,late,notStored,cancelled,noWay,stopped"`
	Count  int    `json:"count"`
}

// Collected is what became of the due cycles of a device.
type Collected struct {
	Due     int        `json:"due" doc:"polled + pending + missed"`
	Polled  int        `json:"polled"`
	Pending int        `json:"pending" doc:"Not over yet"`
	Missed  int        `json:"missed"`
	Fetched int        `json:"fetched" doc:"Of missed: read from the device's memory since"`
	Reasons []MissedBy `json:"reasons" doc:"Of missed"`
	Said    string     `json:"said,omitempty" doc:"By the device, when it last refused"`
	Cycles  []Cycle    `json:"cycles" doc:"The newest, at most limit"`
}

// AskedCycles is a time range of cycles.
type AskedCycles struct {
	From  httpapi.AskedTime `query:"from" doc:"UTC ms; 0: a day ago"`
	To    httpapi.AskedTime `query:"to" doc:"UTC ms; 0: now"`
	Limit int               `query:"limit" minimum:"0" maximum:"1000" default:"100"`
}

type deviceCycles struct {
	httpapi.DevicePath
	AskedCycles
}

type pointCycles struct {
	httpapi.PointPath
	AskedCycles
}

var reasons = map[collection.Outcome]string{
	collection.NotConnected: "notConnected", collection.NoAnswer: "noAnswer", collection.Damaged: "damaged", collection.Refused: "refused",
	collection.Queued: "queued", collection.Late: "late", collection.NotStored: "notStored", collection.Withdrawn: "cancelled",
	collection.NoWay: "noWay", collection.Open: "stopped",
}

func (s *server) collection() {
	const why = "one device's panel, read by one index"
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listCycles", Method: http.MethodGet, Path: "/corporations/{corporationId}/devices/{deviceId}/collection", Tag: "commands", Need: seeDevices,
		Unmeasured: why,
		Summary:    "What became of the readings that the platform asked a device for",
		Detail:     "Each cycle that was due is polled, pending, or missed with its reason; kept for 90 days.",
	}, func(ctx context.Context, in *deviceCycles) (*httpapi.Output[Collected], error) {
		d, err := s.Devices.Get(ctx, httpapi.CallerOf(ctx).Scope, in.DeviceID)
		if err != nil {
			return nil, err
		}
		return s.collected(ctx, d.ID, in.AskedCycles)
	})
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listPointCycles", Method: http.MethodGet, Path: "/structures/{structureId}/measuring-points/{measuringPointId}/collection",
		Tag: "commands", Need: seeDevices, Unmeasured: why,
		Summary: "What became of the readings that the platform asked the device of a point for", Detail: "As listCycles.",
	}, func(ctx context.Context, in *pointCycles) (*httpapi.Output[Collected], error) {
		d, err := s.mainDevice(ctx, in.MeasuringPointID, seeDevices)
		if err != nil {
			return nil, err
		}
		return s.collected(ctx, d.ID, in.AskedCycles)
	})
}

func (s *server) collected(ctx context.Context, device int64, in AskedCycles) (*httpapi.Output[Collected], error) {
	now := clock.Now()
	from, to := in.From.Millis(), in.To.Millis()
	if to == 0 {
		to = now.UnixMilli()
	}
	if from == 0 {
		from = to - (24 * time.Hour).Milliseconds()
	}
	if from > to {
		return nil, errs.OnField("to", errs.StartAfterEnd)
	}
	ledger, err := s.Cycles.Cycles(ctx, httpapi.CallerOf(ctx).Scope, device, from, to)
	if err != nil {
		return nil, err
	}
	tally := ledger.Tally(now.UnixMilli())
	out := Collected{
		Due: tally.Due, Polled: tally.Polled, Pending: tally.Pending, Missed: tally.Missed, Fetched: tally.Fetched, Said: ledger.Said,
		Reasons: []MissedBy{}, Cycles: []Cycle{},
	}
	for _, why := range collection.Reasons() {
		if n := tally.Reasons[why]; n > 0 {
			out.Reasons = append(out.Reasons, MissedBy{reasons[why], n})
		}
	}
	for _, c := range ledger.Cycles[:min(in.Limit, len(ledger.Cycles))] {
		out.Cycles = append(out.Cycles, cycleOf(c, now.UnixMilli()))
	}
	return httpapi.Reply(out), nil
}

func cycleOf(c collection.Cycle, now int64) Cycle {
	shown := Cycle{Due: c.Due, Every: c.Every / 1000, State: "polled", Fetched: c.Fetched}
	switch {
	case c.Pending(now):
		shown.State = "pending"
	case c.Missed(now):
		shown.State, shown.Reason = "missed", reasons[c.Outcome]
	}
	return shown
}
