package device

import (
	"context"
	"encoding/json"
	"slices"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/versions"
)

// checkConnection holds a version of a connection against the collectors there are.
func (s *Service) checkConnection(ctx context.Context, d Device, c definition.Connection) error {
	collector, err := s.store.Device(ctx, access.Scope{Corporation: d.CorporationID}, c.CollectorID)
	if errs.IsKind(err, errs.NotFound) || err == nil && collector.Kind == Measuring && collector.Register == "" {
		return errs.OnField("collectorId", errs.MustExist)
	}
	if err != nil {
		return err
	}
	if c.ChannelNo < 1 || c.ChannelNo > MaxChannel {
		return errs.OnField("channelNo", errs.ChannelInvalid)
	}
	return nil
}

// checkApart holds an edit of a device's connection against other devices: at no moment does a
// channel carry two, or a device hang on itself. That counts for what a version covered that goes
// or moves as well.
func (s *Service) checkApart(ctx context.Context, d Device, draft *timeline.Draft, gone ...int64) error {
	edit := timeline.Edit{Kind: timeline.OfDevice, Owner: d.ID, Aspect: string(definition.AspectConnection), Gone: slices.DeleteFunc(gone, func(id int64) bool { return id == 0 })}
	if draft != nil {
		edit.Come = []timeline.Draft{*draft}
	}
	clashes, err := s.store.Clashes(ctx, edit)
	if err != nil {
		return err
	}
	if len(clashes) > 0 {
		return errs.OnField("channelNo", errs.ChannelTaken, versions.Holder(clashes[0])...)
	}
	ring, err := s.store.Ring(ctx, edit)
	if err != nil || ring == nil {
		return err
	}
	return errs.OnField("collectorId", errs.HangsOnItself, "name", ring.Name, "time", errs.Moment(ring.At))
}

// ring reports whether a device of the batch hangs on itself by way of others.
func (b *batch) ring(i int) bool {
	at := i
	for range b.list {
		next, inBatch := b.bySN[b.list[at].Collector]
		if !inBatch {
			return false
		}
		if at = next; at == i {
			return true
		}
	}
	return false // a ring further up, told at its own devices
}

// free sees that a channel of a device that is there already carries none of another batch.
func (b *batch) free(at string, collector Device, channelNo int32) error {
	value, err := json.Marshal(definition.Connection{CollectorID: collector.ID, ChannelNo: channelNo})
	if err != nil {
		return err
	}
	err = b.checkApart(b.ctx, Device{}, &timeline.Draft{Aspect: string(definition.AspectConnection), Value: value})
	return b.refusals.Merge(at, err)
}
