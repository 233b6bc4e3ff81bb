package device

import (
	"context"
	"fmt"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
)

// CustomModels finds the models that corporations have added.
type CustomModels interface {
	ModelByCode(ctx context.Context, corporationID int64, code string) (Model, error)
}

// HasChannel reports whether a device has a channel: one of its model, of an expansion module or of its channel list,
// at any time in its configuration. A device whose model gives no number of channels may have any.
func HasChannel(ctx context.Context, models CustomModels, d Device, config []timeline.Record, channelNo int32) (bool, error) {
	if channelNo < 1 || channelNo > MaxChannel {
		return false, nil
	}
	model, _, err := modelOf(ctx, models, d.CorporationID, d.Model)
	if err != nil || model.Channels == 0 || channelNo <= model.Channels {
		return err == nil, err
	}
	modules, err := timeline.Decode[Hem](config, string(AspectHem))
	if err != nil {
		return false, fmt.Errorf("modules of device %d: %w", d.ID, err)
	}
	for _, v := range timeline.Of(modules).Versions() {
		if v.Value.has(channelNo) {
			return true, nil
		}
	}
	lists, err := timeline.Decode[definition.Channels](config, string(definition.AspectChannels))
	if err != nil {
		return false, fmt.Errorf("channels of device %d: %w", d.ID, err)
	}
	for _, v := range timeline.Of(lists).Versions() {
		for _, channel := range v.Value.Channels {
			if channel.ChannelNo == channelNo {
				return true, nil
			}
		}
	}
	return false, nil
}

// has reports whether a module has a channel.
func (h Hem) has(channelNo int32) bool {
	for _, s := range h.Slaves {
		if channelNo >= s.FirstChannelNo && channelNo < s.FirstChannelNo+s.Channels {
			return true
		}
	}
	return false
}

// checkChannel refuses a channel that a collector does not have, unless the device d is connected to it already: a
// version recorded before the number of channels was known can still be corrected.
func (s *Service) checkChannel(ctx context.Context, d, collector Device, channelNo int32) error {
	scope := access.Scope{Corporation: d.CorporationID}
	config, err := s.store.VersionsOf(ctx, scope, timeline.OfDevice, collector.ID)
	if err != nil {
		return err
	}
	has, err := HasChannel(ctx, s.store, collector, config, channelNo)
	if err != nil || has {
		return err
	}
	if d.ID != 0 {
		own, err := s.store.VersionsOf(ctx, scope, timeline.OfDevice, d.ID)
		if err != nil {
			return err
		}
		connections, err := timeline.Decode[definition.Connection](own, string(definition.AspectConnection))
		if err != nil {
			return err
		}
		for _, v := range connections {
			if v.Value.CollectorID == collector.ID && v.Value.ChannelNo == channelNo {
				return nil
			}
		}
	}
	return errs.OnField("channelNo", errs.ChannelInvalid)
}
