package bulk

import (
	"context"
	"fmt"
	"slices"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/exclusion"
	"plumbline/internal/site/device"
)

// Swap exchanges the channels of two sensors from a time on: they were wired to each other's channel.
type Swap struct {
	First, Second int64 // devices
	At            int64 // UTC ms; 0: now
}

// PlanSwap plans a swap.
func (s *Service) PlanSwap(swap Swap) Planner {
	return Planner{exclusion.Owners{Devices: []int64{swap.First, swap.Second}}, func(ctx context.Context, who audit.Actor) (Plan, error) {
		if swap.First == swap.Second {
			return Plan{}, errs.OnField("secondId", errs.SameTwice)
		}
		at, err := asOf(swap.At)
		if err != nil {
			return Plan{}, err
		}
		var pair [2]device.Device
		for i, id := range []int64{swap.First, swap.Second} {
			if pair[i], err = s.store.Device(ctx, who.Scope, id); err != nil {
				return Plan{}, err
			}
		}
		if pair[0].CorporationID != pair[1].CorporationID {
			return Plan{}, errs.OnField("secondId", errs.MustExist)
		}
		records, err := s.store.Configuration(ctx, who.Scope, timeline.OfDevice, []int64{swap.First, swap.Second}, string(definition.AspectConnection))
		if err != nil {
			return Plan{}, err
		}
		var hung [2]definition.Connection
		for i, field := range []string{"firstId", "secondId"} {
			line, err := timelineOf[definition.Connection](records, pair[i].ID, string(definition.AspectConnection))
			if err != nil {
				return Plan{}, err
			}
			if _, later := line.Until(at); later {
				return Plan{}, errs.OnField(field, errs.LaterVersion, "name", pair[i].Name)
			}
			connection, ok := line.At(at)
			if !ok || connection.Value.CollectorID == 0 {
				return Plan{}, errs.OnField(field, errs.NotConnected, "name", pair[i].Name)
			}
			hung[i] = connection.Value
		}
		for i, d := range pair { // one is connected to the other
			if hung[1-i].CollectorID == d.ID {
				return Plan{}, errs.OnField("secondId", errs.HangsOnItself, "name", pair[1-i].Name, "time", errs.Moment(at))
			}
		}
		plan := Plan{Action: Operation{
			Kind: SwapChannels, CorporationID: pair[0].CorporationID, ProjectID: pair[0].ProjectID, ValidFrom: at,
			Subject: pair[0].Name + " ⇄ " + pair[1].Name,
		}}
		plan.Action.Effects.touch(pair[0].ProjectID, pair[1].ProjectID)
		channels, err := s.channelNames(ctx, who.Scope, hung[:])
		if err != nil {
			return Plan{}, err
		}
		for i, d := range pair {
			version, err := draft(string(definition.AspectConnection), at, hung[1-i])
			if err != nil {
				return Plan{}, err
			}
			plan.Versions = append(plan.Versions, Change{Owner: timeline.OfDevice, ID: d.ID, Name: d.Name, Draft: version})
			plan.Lines = append(plan.Lines, Line{Thing: "device", ID: d.ID, Name: d.Name, Change: Connected, From: channels[i], To: channels[1-i]})
		}
		return plan, nil
	}}
}

// channelNames formats connections: the collector's name and the channel.
func (s *Service) channelNames(ctx context.Context, scope access.Scope, list []definition.Connection) ([]string, error) {
	ids := make([]int64, 0, len(list))
	for _, c := range list {
		if c.CollectorID != 0 && !slices.Contains(ids, c.CollectorID) {
			ids = append(ids, c.CollectorID)
		}
	}
	names, err := s.store.Names(ctx, scope, ids)
	if err != nil {
		return nil, err
	}
	out := make([]string, len(list))
	for i, c := range list {
		if c.CollectorID != 0 {
			out[i] = fmt.Sprintf("%s · %d", names[c.CollectorID], c.ChannelNo)
		}
	}
	return out, nil
}
