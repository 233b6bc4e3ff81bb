package foldb

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
)

// A channel carries one device and feeds one point at any time, and no device is connected to itself. An edit is
// checked wherever it puts a version into effect: the one that it adds, or an older one that it uncovers.

// exclusive reports whether an aspect claims channels.
func exclusive(kind timeline.OwnerKind, aspect string) bool {
	return kind == timeline.OfPoint && aspect == string(definition.AspectBinding) || kind == timeline.OfDevice && aspect == string(definition.AspectConnection)
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) Clashes(ctx context.Context, edit timeline.Edit) ([]timeline.Clash, error) {
	fresh, err := s.fresh(ctx, edit)
	if err != nil {
		return nil, err
	}
	return ConfigReader{Store: s}.clashes(ctx, edit, fresh)
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) Ring(ctx context.Context, edit timeline.Edit) (*timeline.Clash, error) {
	fresh, err := s.fresh(ctx, edit)
	if err != nil {
		return nil, err
	}
	return ConfigReader{Store: s}.ring(ctx, edit.Owner, fresh)
}

// fresh returns what an edit newly puts into effect.
func (s *Store) fresh(ctx context.Context, edit timeline.Edit) ([]timeline.Span[channel], error) {
	records, err := s.Versions(ctx, edit.Kind, []int64{edit.Owner}, edit.Aspect)
	if err != nil {
		return nil, err
	}
	return newly(records, edited(records, edit))
}

// edited returns the versions of an owner after an edit.
func edited(records []timeline.Record, edit timeline.Edit) []timeline.Record {
	after := slices.DeleteFunc(slices.Clone(records), func(r timeline.Record) bool { return slices.Contains(edit.Gone, r.ID) })
	for _, draft := range edit.Come {
		after = append(after, timeline.Record{OwnerKind: edit.Kind, OwnerID: edit.Owner, Aspect: edit.Aspect, Version: timeline.Version[json.RawMessage]{
			ValidFrom: draft.ValidFrom, Value: draft.Value, RecordedAt: timeline.Always, // recorded last
		}})
	}
	return after
}

// channel is a channel of a device that a version claims; the zero value claims none.
type channel struct {
	device int64
	no     int32
}

func claims(records []timeline.Record) (timeline.Timeline[channel], error) {
	list := make([]timeline.Version[channel], len(records))
	for i, r := range records {
		sources, err := SourcesOf(VersionRow{OwnerKind: r.OwnerKind, OwnerID: r.OwnerID, Aspect: r.Aspect, Value: string(r.Value)})
		if err != nil {
			return timeline.Timeline[channel]{}, err
		}
		list[i] = timeline.Version[channel]{ID: r.ID, ValidFrom: r.ValidFrom, RecordedAt: r.RecordedAt, SupersededAt: r.SupersededAt}
		for _, source := range sources {
			if source.Main && source.DeviceID != 0 {
				list[i].Value = channel{source.DeviceID, source.ChannelNo}
			}
		}
	}
	return timeline.Of(list), nil
}

// newly returns the channels that an owner gains by an edit.
func newly(before, after []timeline.Record) ([]timeline.Span[channel], error) {
	was, err := claims(before)
	if err != nil {
		return nil, err
	}
	is, err := claims(after)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(timeline.Newly(was, is), func(s timeline.Span[channel]) bool { return s.Value.device == 0 }), nil
}

// ConfigReader reads configuration, committed or as seen by a transaction.
type ConfigReader struct {
	Store *Store
	tx    bun.IConn // nil: committed
}

func (l ConfigReader) selects() *bun.SelectQuery {
	if l.tx == nil {
		return l.Store.Bun.NewSelect()
	}
	return l.Store.Bun.NewSelect().Conn(l.tx)
}

// clashes returns the other owners of a channel at the times in which an owner gains it.
func (l ConfigReader) clashes(ctx context.Context, edit timeline.Edit, fresh []timeline.Span[channel]) ([]timeline.Clash, error) {
	var found []timeline.Clash
	for _, span := range fresh {
		shared, err := l.shared(ctx, edit.Kind, span.Value.device)
		if err != nil {
			return nil, err
		}
		if shared {
			continue
		}
		held, err := l.Holders(ctx, edit.Kind, SourceRow{DeviceID: span.Value.device, ChannelNo: span.Value.no}, span.From, span.Until)
		if err != nil {
			return nil, err
		}
		for _, h := range held {
			if h.Owner != edit.Owner {
				found = append(found, timeline.Clash{Owner: h.Owner, DeviceID: span.Value.device, ChannelNo: span.Value.no, At: h.from})
			}
		}
	}
	return l.named(ctx, edit.Kind, found)
}

// shared reports whether a device may be the main source of several points at once.
func (l ConfigReader) shared(ctx context.Context, kind timeline.OwnerKind, deviceID int64) (bool, error) {
	if kind != timeline.OfPoint {
		return false, nil
	}
	var types []string
	if err := l.selects().Table("device").Column("type").Where("id = ?", deviceID).Scan(ctx, &types); err != nil {
		return false, fmt.Errorf("type of device %d: %w", deviceID, err)
	}
	if len(types) == 0 {
		return false, nil
	}
	known, _ := catalog.DeviceTypeOf(types[0])
	return known.Shared, nil
}

// named fills in the names of the other owners. Points of deleted projects claim nothing.
func (l ConfigReader) named(ctx context.Context, kind timeline.OwnerKind, clashes []timeline.Clash) ([]timeline.Clash, error) {
	if len(clashes) == 0 {
		return nil, nil
	}
	ids := make([]int64, len(clashes))
	for i, c := range clashes {
		ids[i] = c.Owner
	}
	var rows []struct {
		ID   int64
		Name string
	}
	q := l.selects().Table(string(kind)).Column("id", "name").Where("id IN (?)", bun.List(ids))
	if kind == timeline.OfPoint {
		q = q.Where("project_id NOT IN " + sqlkit.DeletedProjects)
	}
	if err := q.Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("names of %ss: %w", kind, err)
	}
	names := make(map[int64]string, len(rows))
	for _, r := range rows {
		names[r.ID] = r.Name
	}
	clashes = slices.DeleteFunc(clashes, func(c timeline.Clash) bool { _, there := names[c.Owner]; return !there })
	for i := range clashes {
		clashes[i].Name = names[clashes[i].Owner]
	}
	slices.SortStableFunc(clashes, func(a, b timeline.Clash) int { return int(min(max(a.At-b.At, -1), 1)) })
	return clashes, nil
}

// ring follows the connections of a device over time and returns where they lead back to it.
func (l ConfigReader) ring(ctx context.Context, owner int64, fresh []timeline.Span[channel]) (*timeline.Clash, error) {
	type step struct{ first, at, from, until int64 }
	var open []step
	for _, span := range fresh {
		open = append(open, step{span.Value.device, span.Value.device, span.From, span.Until})
	}
	seen := map[step]bool{}
	for len(open) > 0 {
		next := open[0]
		open = open[1:]
		if seen[next] {
			continue
		}
		seen[next] = true
		if next.at == owner {
			found, err := l.named(ctx, timeline.OfDevice, []timeline.Clash{{Owner: next.first, At: next.from}})
			if err != nil || len(found) == 0 {
				return nil, err
			}
			return &found[0], nil
		}
		records, err := l.Store.versionsOn(ctx, l.tx, timeline.OfDevice, []int64{next.at}, string(definition.AspectConnection))
		if err != nil {
			return nil, err
		}
		hangs, err := claims(records)
		if err != nil {
			return nil, err
		}
		for _, span := range hangs.Spans() {
			from, until := max(span.From, next.from), min(span.Until, next.until)
			if span.Value.device != 0 && from < until {
				open = append(open, step{next.first, span.Value.device, from, until})
			}
		}
	}
	return nil, nil
}

// touch notes a changed version that claims channels, to be checked before the transaction commits.
func (c *Change) touch(kind timeline.OwnerKind, owner int64, aspect string, gone, came int64) {
	if !exclusive(kind, aspect) {
		return
	}
	i := slices.IndexFunc(c.claimed, func(e claim) bool { return e.kind == kind && e.owner == owner })
	if i < 0 {
		i = len(c.claimed)
		c.claimed = append(c.claimed, claim{kind: kind, owner: owner, aspect: aspect})
	}
	if gone != 0 {
		c.claimed[i].gone = append(c.claimed[i].gone, gone)
	}
	if came != 0 {
		c.claimed[i].came = append(c.claimed[i].came, came)
	}
}

// claim is a transaction's change to the channels of one owner.
type claim struct {
	kind       timeline.OwnerKind
	owner      int64
	aspect     string
	gone, came []int64
}

// CheckClashes rejects the transaction if a channel now has two owners or a device is connected to itself. Every change
// of bindings and connections calls it.
func (c *Change) CheckClashes(ctx context.Context) error {
	look := ConfigReader{Store: c.store, tx: c.Tx}
	for _, done := range c.claimed {
		after, err := c.store.versionsOn(ctx, c.Tx, done.kind, []int64{done.owner}, done.aspect)
		if err != nil {
			return err
		}
		before := slices.DeleteFunc(slices.Clone(after), func(r timeline.Record) bool { return slices.Contains(done.came, r.ID) })
		for i := range before {
			if slices.Contains(done.gone, before[i].ID) {
				before[i].SupersededAt = 0
			}
		}
		fresh, err := newly(before, after)
		if err != nil {
			return err
		}
		found, err := look.clashes(ctx, timeline.Edit{Kind: done.kind, Owner: done.owner}, fresh)
		if err != nil {
			return err
		}
		if len(found) > 0 {
			field := "channelNo"
			if done.kind == timeline.OfPoint {
				field = "sources[0].channelNo"
			}
			return errs.OnField(field, errs.ChannelTaken, "channel", found[0].ChannelNo, "name", found[0].Name, "time", errs.Moment(found[0].At))
		}
		if done.kind != timeline.OfDevice {
			continue
		}
		ring, err := look.ring(ctx, done.owner, fresh)
		if err != nil {
			return err
		}
		if ring != nil {
			return errs.OnField("collectorId", errs.HangsOnItself, "name", ring.Name, "time", errs.Moment(ring.At))
		}
	}
	c.claimed = nil
	return nil
}
