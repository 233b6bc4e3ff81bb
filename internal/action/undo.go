package action

import (
	"context"

	"plumbline/internal/access"
	"plumbline/internal/catalogue"
	"plumbline/internal/dated"
	"plumbline/internal/device"
	"plumbline/internal/fault"
	"plumbline/internal/oplog"
	"plumbline/internal/point"
)

// Undo takes an action back, with all that it did. What was added since to the things that
// it made goes with them: told is how much of that the preview told, and more is refused.
func (s *Service) Undo(ctx context.Context, who oplog.Actor, id int64, told int) (Action, error) {
	err := s.store.Exclusively(ctx, func() error {
		if err := s.checkReturn(ctx, who.Scope, id); err != nil {
			return err
		}
		return s.store.Undo(ctx, who, id, told)
	})
	if err != nil {
		return Action{}, err
	}
	return s.store.Action(ctx, who.Scope, id)
}

// PlanUndo tells what undoing would change: the things, and the versions that go. It
// refuses what Undo would refuse.
func (s *Service) PlanUndo(ctx context.Context, who oplog.Actor, id int64) (lines []Line, gone []Change, err error) {
	err = s.store.Exclusively(ctx, func() error {
		if err := s.checkReturn(ctx, who.Scope, id); err != nil {
			return err
		}
		if lines, err = s.store.PlanUndo(ctx, who, id); err != nil {
			return err
		}
		a, err := s.store.Action(ctx, who.Scope, id)
		if err != nil {
			return err
		}
		records, err := s.store.VersionsByID(ctx, who.Scope, a.Effects.Versions)
		for _, r := range records {
			gone = append(gone, Change{Owner: r.OwnerKind, ID: r.OwnerID, Supersedes: r.ID, Draft: dated.Draft{Aspect: r.Aspect, ValidFrom: r.ValidFrom}})
		}
		return err
	})
	return lines, gone, err
}

// checkReturn sees that the channels that come back with an undoing are free.
func (s *Service) checkReturn(ctx context.Context, scope access.Scope, id int64) error {
	a, err := s.store.Action(ctx, scope, id)
	if err != nil {
		return err
	}
	own := map[int64]bool{}
	records, err := s.store.VersionsByID(ctx, scope, a.Effects.Versions)
	if err != nil {
		return err
	}
	for _, r := range records {
		own[r.OwnerID] = true
	}
	for _, r := range records {
		switch {
		case r.OwnerKind == dated.OfDevice && r.Aspect == string(device.AspectConnection):
			err = s.checkChannel(ctx, scope, r, own, a.Effects.Versions)
		case r.OwnerKind == dated.OfPoint && r.Aspect == string(point.AspectBinding):
			err = s.checkBound(ctx, scope, r, own, a.Effects.Versions)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) checkChannel(ctx context.Context, scope access.Scope, r dated.Record, own map[int64]bool, without []int64) error {
	records, err := s.store.Configuration(ctx, scope, dated.OfDevice, []int64{r.OwnerID}, r.Aspect)
	if err != nil {
		return err
	}
	timeline, err := timelineOf[device.Connection](records, r.OwnerID, r.Aspect, without...)
	if err != nil {
		return err
	}
	back, ok := timeline.At(r.ValidFrom)
	if !ok || back.Value.CollectorID == 0 {
		return nil
	}
	others, err := s.store.ChannelDevices(ctx, back.Value.CollectorID, back.Value.ChannelNo, r.ValidFrom)
	for _, other := range others {
		if !own[other.ID] {
			return fault.New(fault.ChannelTaken, "channel", back.Value.ChannelNo, "name", other.Name)
		}
	}
	return err
}

func (s *Service) checkBound(ctx context.Context, scope access.Scope, r dated.Record, own map[int64]bool, without []int64) error {
	records, err := s.store.Configuration(ctx, scope, dated.OfPoint, []int64{r.OwnerID}, r.Aspect)
	if err != nil {
		return err
	}
	timeline, err := timelineOf[point.Binding](records, r.OwnerID, r.Aspect, without...)
	if err != nil {
		return err
	}
	back, ok := timeline.At(r.ValidFrom)
	if !ok || len(back.Value.Sources) == 0 || back.Value.Sources[0].DeviceID == 0 {
		return nil
	}
	source := back.Value.Sources[0]
	d, err := s.store.Device(ctx, scope, source.DeviceID)
	if err != nil {
		return err
	}
	if kind, _ := catalogue.DeviceTypeOf(d.Type); kind.Shared {
		return nil
	}
	users, err := s.store.ChannelUsers(ctx, source.DeviceID, source.ChannelNo, r.ValidFrom)
	for _, user := range users {
		if !own[user.ID] {
			return fault.New(fault.ChannelTaken, "channel", source.ChannelNo, "name", user.Name)
		}
	}
	return err
}
