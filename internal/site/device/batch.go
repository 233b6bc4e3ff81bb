package device

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/versions"
)

// MaxBatch is the maximum number of devices created at once.
const MaxBatch = 2000

// NewDevice is a device to create, with the first versions of its configuration.
type NewDevice struct {
	Device
	Config []timeline.Draft
	// Collector is the serial number of the collector that the device is connected to, in the corporation or the
	// batch; may be empty.
	Collector string
	ChannelNo int32
}

// CheckBatch validates devices that are created together, and completes them from their models. Errors name their
// place ("devices[3].sncode").
func (s *Service) CheckBatch(ctx context.Context, scope access.Scope, list []NewDevice) error {
	switch {
	case len(list) == 0:
		return errs.OnField("devices", errs.RowsNone)
	case len(list) > MaxBatch:
		return errs.OnField("devices", errs.TooManyItems, "max", MaxBatch)
	}
	for i := range list {
		if err := s.fill(ctx, &list[i].Device); err != nil {
			return err
		}
	}
	b := batch{Service: s, ctx: ctx, scope: scope, list: list}
	if err := b.look(); err != nil {
		return err
	}
	for i := range list {
		if err := b.check(i); err != nil {
			return err
		}
	}
	return b.refusals.Err()
}

// batch is the check of one batch.
type batch struct {
	*Service
	ctx      context.Context
	scope    access.Scope
	list     []NewDevice
	refusals errs.Refusals

	bySN, byRegister map[string]int  // first index in the batch
	snUsed, regUsed  map[string]bool // on the platform
	collectors       map[string]Device
	channels         map[string]int              // taken in the batch
	configs          map[int64][]timeline.Record // of existing collectors
}

func (b *batch) look() (err error) {
	b.bySN, b.byRegister, b.channels = map[string]int{}, map[string]int{}, map[string]int{}
	b.configs = map[int64][]timeline.Record{}
	var sncodes, registers, collectors []string
	for i, d := range b.list {
		if _, again := b.bySN[d.SNCode]; !again {
			b.bySN[d.SNCode] = i
		}
		if _, again := b.byRegister[d.Register]; !again && d.Register != "" {
			b.byRegister[d.Register] = i
			registers = append(registers, d.Register)
		}
		sncodes = append(sncodes, d.SNCode)
		if d.Collector != "" {
			collectors = append(collectors, d.Collector)
		}
	}
	if b.snUsed, b.regUsed, err = b.store.CodesTaken(b.ctx, sncodes, registers); err != nil {
		return err
	}
	b.collectors, err = b.store.DevicesBySN(b.ctx, b.scope, b.list[0].CorporationID, collectors)
	return err
}

func (b *batch) check(i int) error {
	d, at := b.list[i], entry("devices", i)
	if err := b.refusals.Merge(at, b.Service.check(b.ctx, b.scope, d.Device)); err != nil {
		return err
	}
	b.checkCode(at+"sncode", d.SNCode, i, b.bySN, b.snUsed, errs.SerialUsed)
	if d.Register != "" {
		b.checkCode(at+"register", d.Register, i, b.byRegister, b.regUsed, errs.RegisterUsed)
	}
	if _, err := b.firstVersions(b.ctx, d.Device, d.Config, at, &b.refusals); err != nil {
		return err
	}
	return b.checkCollector(at, i)
}

// firstVersions validates the first versions of a device together and returns them with sealed secrets. Errors are
// added to refusals.
func (s *Service) firstVersions(ctx context.Context, d Device, config []timeline.Draft, at string, refusals *errs.Refusals) ([]timeline.Draft, error) {
	beside := versions.Drafted(timeline.OfDevice, config...)
	sealed := slices.Clone(config)
	for i, draft := range config {
		place := at + entry("config", i)
		err := s.CheckDraft(ctx, d, beside, draft, 0)
		if err == nil {
			place += "value."
			sealed[i].Value, err = s.seal(definition.DeviceAspect(draft.Aspect), draft.Value, nil)
		}
		if err := refusals.Merge(place, err); err != nil {
			return nil, err
		}
	}
	return sealed, nil
}

func (b *batch) checkCode(field, code string, i int, first map[string]int, used map[string]bool, taken *errs.Message) {
	switch {
	case code == "": // already reported
	case first[code] != i:
		b.refusals.Add(field, errs.AlsoInRow, "row", first[code]+1)
	case used[code]:
		b.refusals.Add(field, taken)
	}
}

func (b *batch) checkCollector(at string, i int) error {
	d := b.list[i]
	switch {
	case d.Collector == "" && d.ChannelNo == 0:
		return nil
	case d.Collector == "":
		b.refusals.Add(at+"collector", errs.Empty)
		return nil
	}
	collector, there := b.collectors[d.Collector]
	own, inBatch := b.bySN[d.Collector]
	if inBatch {
		collector = b.list[own].Device
	}
	if !there && !inBatch || inBatch && own == i || collector.Kind == Measuring && collector.Register == "" {
		b.refusals.Add(at+"collector", errs.MustExist)
		return nil
	}
	if has, err := b.hasChannel(collector, inBatch, own, d.ChannelNo); err != nil || !has {
		b.refusals.Add(at+"channelNo", errs.ChannelInvalid)
		return err
	}
	if b.ring(i) { // existing collectors are not connected to devices of the batch
		b.refusals.Add(at+"collector", errs.HangsOnItself, "name", collector.Name, "time", errs.Moment(0))
		return nil
	}
	channel := fmt.Sprintf("%s/%d", d.Collector, d.ChannelNo)
	if other, taken := b.channels[channel]; taken {
		b.refusals.Add(at+"channelNo", errs.ChannelTaken, "channel", d.ChannelNo, "name", b.list[other].Name, "time", errs.Moment(0))
		return nil
	}
	b.channels[channel] = i
	if inBatch {
		return nil
	}
	return b.free(at, collector, d.ChannelNo)
}

// hasChannel reports whether a collector, existing or in the batch, has a channel.
func (b *batch) hasChannel(collector Device, inBatch bool, own int, channelNo int32) (bool, error) {
	if inBatch {
		return HasChannel(b.ctx, b.store, collector, versions.Drafted(timeline.OfDevice, b.list[own].Config...), channelNo)
	}
	config, read := b.configs[collector.ID]
	if !read {
		var err error
		if config, err = b.store.VersionsOf(b.ctx, access.Scope{Corporation: collector.CorporationID}, timeline.OfDevice, collector.ID); err != nil {
			return false, err
		}
		b.configs[collector.ID] = config
	}
	return HasChannel(b.ctx, b.store, collector, config, channelNo)
}

// Connect assigns ids from first to the devices of a validated batch, turns the serial numbers of collectors into
// connections, and seals the secrets of blocks.
func (s *Service) Connect(ctx context.Context, scope access.Scope, list []NewDevice, first int64) error {
	ids := make(map[string]int64, len(list))
	var elsewhere []string
	for i := range list {
		list[i].ID = first + int64(i)
		ids[list[i].SNCode] = list[i].ID
		if list[i].Collector != "" {
			elsewhere = append(elsewhere, list[i].Collector)
		}
	}
	found, err := s.store.DevicesBySN(ctx, scope, list[0].CorporationID, elsewhere)
	if err != nil {
		return err
	}
	var refusals errs.Refusals
	for i := range list {
		d := &list[i]
		if d.Config, err = s.firstVersions(ctx, d.Device, d.Config, entry("devices", i), &refusals); err != nil {
			return err
		}
		if d.Collector == "" {
			continue
		}
		id, inBatch := ids[d.Collector]
		if !inBatch {
			id = found[d.Collector].ID
		}
		value, err := json.Marshal(definition.Connection{CollectorID: id, ChannelNo: d.ChannelNo})
		if err != nil {
			return fmt.Errorf("connection of %s: %w", d.SNCode, err)
		}
		d.Config = append(d.Config, timeline.Draft{Aspect: string(definition.AspectConnection), Value: value})
	}
	return refusals.Err()
}

// Limited runs add, which adds n devices, if the limit allows it.
func (s *Service) Limited(ctx context.Context, n int, add func(context.Context) error) error {
	return s.limit(ctx, n, add)
}
