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

// checkConnection validates a version of a connection against the existing collectors.
func (s *Service) checkConnection(ctx context.Context, d Device, c definition.Connection) error {
	collector, err := s.store.Device(ctx, access.Scope{Corporation: d.CorporationID}, c.CollectorID)
	if errs.IsKind(err, errs.NotFound) || err == nil && collector.Kind == Measuring && collector.Register == "" {
		return errs.OnField("collectorId", errs.MustExist)
	}
	if err != nil {
		return err
	}
	return s.checkChannel(ctx, d, collector, c.ChannelNo)
}

// checkClashes checks an edit of a device's connection against other devices: a channel never carries two devices, and
// no device is connected to itself. This includes versions that the edit uncovers.
func (s *Service) checkClashes(ctx context.Context, d Device, draft *timeline.Draft, gone ...int64) error {
	edit := timeline.Edit{
		Kind: timeline.OfDevice, Owner: d.ID, Aspect: string(definition.AspectConnection),
		Gone: slices.DeleteFunc(gone, func(id int64) bool { return id == 0 }),
	}
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

// ring reports whether a device of the batch is connected to itself through others.
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
	return false // a ring further up is reported for its own devices
}

// free checks that the channel of an existing device carries no other device.
func (b *batch) free(at string, collector Device, channelNo int32) error {
	value, err := json.Marshal(definition.Connection{CollectorID: collector.ID, ChannelNo: channelNo})
	if err != nil {
		return err
	}
	err = b.checkClashes(b.ctx, Device{}, &timeline.Draft{Aspect: string(definition.AspectConnection), Value: value})
	return b.refusals.Merge(at, err)
}
