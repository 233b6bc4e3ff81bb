package foldb

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/marks"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
)

type VersionRow struct {
	bun.BaseModel `bun:"table:version,alias:v"`
	ID            int64 `bun:",pk"`
	OwnerKind     timeline.OwnerKind
	OwnerID       int64
	Aspect        string
	ValidFrom     int64
	Value         string
	Note          string
	RecordedAt    int64
	RecordedBy    int64
	SupersededAt  int64
	SupersededBy  int64
}

type SourceRow struct {
	bun.BaseModel `bun:"table:version_source,alias:vs"`
	VersionID     int64
	OwnerKind     timeline.OwnerKind
	OwnerID       int64
	DeviceID      int64
	ChannelNo     int32
	PointID       int64
	Main          bool
}

func (r VersionRow) Record() timeline.Record {
	return timeline.Record{
		Version: timeline.Version[json.RawMessage]{
			ID: r.ID, ValidFrom: r.ValidFrom, Value: json.RawMessage(r.Value), RecordedAt: r.RecordedAt,
			RecordedBy: r.RecordedBy, Note: r.Note, SupersededAt: r.SupersededAt,
		},
		OwnerKind: r.OwnerKind, OwnerID: r.OwnerID, Aspect: r.Aspect, SupersededBy: r.SupersededBy,
	}
}

// Versions reads the versions of owners, ordered by owner, aspect, validity and time of recording. ids nil means all
// owners of the kind; no aspects means all. It scans without the ORM: a start reads every version.
//
// Unscoped: part of a transaction or a query whose rows were scoped.
func (s *Store) Versions(ctx context.Context, kind timeline.OwnerKind, ids []int64, aspects ...string) ([]timeline.Record, error) {
	return s.versionsOn(ctx, nil, kind, ids, aspects...)
}

// versionsOn is Versions within a transaction; nil reads committed rows.
func (s *Store) versionsOn(ctx context.Context, tx bun.IConn, kind timeline.OwnerKind, ids []int64, aspects ...string) ([]timeline.Record, error) {
	if ids != nil && len(ids) == 0 {
		return []timeline.Record{}, nil
	}
	q := ConfigReader{s, tx}.selects().TableExpr("version AS v").
		ColumnExpr("v.id, v.owner_id, v.aspect, v.valid_from, v.value, v.note, v.recorded_at, v.recorded_by, v.superseded_at, v.superseded_by").
		Where("v.owner_kind = ?", kind).OrderExpr("v.owner_id, v.aspect, v.valid_from, v.recorded_at, v.id")
	if ids != nil {
		q = q.Where("v.owner_id IN (?)", bun.List(ids))
	}
	if len(aspects) > 0 {
		q = q.Where("v.aspect IN (?)", bun.List(aspects))
	}
	rows, err := q.Rows(ctx)
	if err != nil {
		return nil, fmt.Errorf("versions of %ss: %w", kind, err)
	}
	defer rows.Close()
	records := make([]timeline.Record, 0, 4*len(ids))
	for rows.Next() {
		r := timeline.Record{OwnerKind: kind}
		if err := rows.Scan(&r.ID, &r.OwnerID, &r.Aspect, &r.ValidFrom, (*[]byte)(&r.Value), &r.Note, &r.RecordedAt, &r.RecordedBy,
			&r.SupersededAt, &r.SupersededBy); err != nil {
			return nil, fmt.Errorf("versions of %ss: %w", kind, err)
		}
		records = append(records, r)
	}
	return records, rows.Err()
}

// InForce is the condition that version v of an aspect is in effect at a time: ?0 the owner kind, ?1 the aspect, ?2
// the time.
const InForce = `v.owner_kind = ?0 AND v.aspect = ?1 AND v.superseded_at = 0 AND v.valid_from <= ?2 AND NOT EXISTS (
	SELECT 1 FROM version AS n WHERE n.owner_kind = ?0 AND n.owner_id = v.owner_id AND n.aspect = ?1 AND n.superseded_at = 0 AND n.valid_from <= ?2
		AND (n.valid_from > v.valid_from OR n.valid_from = v.valid_from AND (n.recorded_at > v.recorded_at OR n.recorded_at = v.recorded_at AND n.id > v.id)))`

// ByOwner groups sorted records by owner.
func ByOwner(records []timeline.Record) map[int64][]timeline.Record {
	owners := make(map[int64][]timeline.Record)
	for start := 0; start < len(records); {
		end := start
		for end < len(records) && records[end].OwnerID == records[start].OwnerID {
			end++
		}
		owners[records[start].OwnerID] = records[start:end:end]
		start = end
	}
	return owners
}

// NewVersion is a version to record for an owner within the transaction.
type NewVersion struct {
	Kind       timeline.OwnerKind
	Owner      int64
	Draft      timeline.Draft
	Supersedes int64
}

// Replaced returns the version that a new one replaces, for the log: the one it supersedes, else the one in effect
// when it starts; nil if there is none.
func (c *Change) Replaced(ctx context.Context, n NewVersion) (any, error) {
	var row VersionRow
	q := c.Selects(&row).Where("v.owner_kind = ? AND v.owner_id = ? AND v.aspect = ?", n.Kind, n.Owner, n.Draft.Aspect)
	if n.Supersedes != 0 {
		q = q.Where("v.id = ?", n.Supersedes)
	} else {
		q = q.Where("v.superseded_at = 0 AND v.valid_from <= ?", n.Draft.ValidFrom).
			OrderExpr("v.valid_from DESC, v.recorded_at DESC, v.id DESC").Limit(1)
	}
	switch err := q.Scan(ctx); {
	case errors.Is(err, sql.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return row.Record(), nil
}

// After returns the value after the change, for the log: nil if a version was only revoked.
func (n NewVersion) After(recorded timeline.Record) any {
	if n.Draft.Value == nil {
		return nil
	}
	return recorded
}

// Record stores a version, or only supersedes one if the draft has no value. It returns the stored or superseded
// version, and the time from which results may change.
func (c *Change) Record(ctx context.Context, who audit.Actor, n NewVersion) (r timeline.Record, from int64, err error) {
	from = n.Draft.ValidFrom
	if n.Supersedes != 0 {
		var old VersionRow
		err := c.Selects(&old).Where("v.id = ? AND v.owner_kind = ? AND v.owner_id = ? AND v.aspect = ?", n.Supersedes,
			n.Kind, n.Owner, n.Draft.Aspect).Scan(ctx)
		if err != nil {
			return r, 0, err
		}
		if old.SupersededAt != 0 {
			return r, 0, errs.New(errs.Changed)
		}
		old.SupersededAt, old.SupersededBy = c.Now, who.AccountID
		if err := c.Update(ctx, &old, old.ID, "superseded_at", "superseded_by"); err != nil {
			return r, 0, err
		}
		from = min(from, old.ValidFrom)
		r = old.Record()
		c.touch(n.Kind, n.Owner, n.Draft.Aspect, old.ID, 0)
	}
	if n.Draft.Value == nil {
		return r, from, nil
	}
	row := VersionRow{
		OwnerKind: n.Kind, OwnerID: n.Owner, Aspect: n.Draft.Aspect, ValidFrom: n.Draft.ValidFrom, Value: string(n.Draft.Value), Note: n.Draft.Note,
		RecordedAt: c.Now, RecordedBy: who.AccountID,
	}
	if row.ID, err = c.ID(ctx); err != nil {
		return r, 0, err
	}
	if err := c.Insert(ctx, &row); err != nil {
		return r, 0, err
	}
	c.touch(n.Kind, n.Owner, n.Draft.Aspect, 0, row.ID)
	sources, err := SourcesOf(row)
	if err != nil {
		return r, 0, err
	}
	if len(sources) > 0 {
		if err := c.Insert(ctx, &sources); err != nil {
			return r, 0, err
		}
	}
	return row.Record(), from, nil
}

// SourcesOf returns the devices and points that a binding, a processor or a connection refers to.
func SourcesOf(row VersionRow) ([]SourceRow, error) {
	var sources []SourceRow
	switch {
	case row.OwnerKind == timeline.OfPoint && row.Aspect == string(definition.AspectBinding):
		var binding definition.Binding
		if err := json.Unmarshal([]byte(row.Value), &binding); err != nil {
			return nil, fmt.Errorf("binding of point %d: %w", row.OwnerID, err)
		}
		for i, source := range binding.Sources {
			sources = append(sources, SourceRow{DeviceID: source.DeviceID, ChannelNo: source.ChannelNo, PointID: source.PointID, Main: i == 0})
		}
	case row.OwnerKind == timeline.OfPoint && row.Aspect == string(definition.AspectProcessor):
		var processor definition.Processor
		if err := json.Unmarshal([]byte(row.Value), &processor); err != nil {
			return nil, fmt.Errorf("processor of point %d: %w", row.OwnerID, err)
		}
		for _, id := range processor.Others() {
			sources = append(sources, SourceRow{PointID: id})
		}
	case row.OwnerKind == timeline.OfDevice && row.Aspect == string(definition.AspectConnection):
		var connection definition.Connection
		if err := json.Unmarshal([]byte(row.Value), &connection); err != nil {
			return nil, fmt.Errorf("connection of device %d: %w", row.OwnerID, err)
		}
		if connection.CollectorID != 0 { // 0: disconnected
			sources = append(sources, SourceRow{DeviceID: connection.CollectorID, ChannelNo: connection.ChannelNo, Main: true})
		}
	}
	for i := range sources {
		sources[i].VersionID, sources[i].OwnerKind, sources[i].OwnerID = row.ID, row.OwnerKind, row.OwnerID
	}
	return sources, nil
}

// DeleteVersions deletes the configuration of deleted owners.
func (c *Change) DeleteVersions(ctx context.Context, kind timeline.OwnerKind, ids []int64) error {
	if _, err := c.Exec(ctx, "DELETE FROM version_source WHERE owner_kind = ? AND owner_id IN (?)", kind, bun.List(ids)); err != nil {
		return err
	}
	_, err := c.Exec(ctx, "DELETE FROM version WHERE owner_kind = ? AND owner_id IN (?)", kind, bun.List(ids))
	return err
}

// Mark marks points for a refold from a time on, and lets the directories reload them.
func (c *Change) Mark(from int64, points ...int64) {
	for _, id := range points {
		c.Marks = append(c.Marks, marks.Mark{Point: id, From: from})
	}
	c.Points = append(c.Points, points...)
}

// BoundChannel is a channel of an owner, with the time from which it has it.
type BoundChannel struct {
	Owner int64
	from  int64 // UTC ms
}

// Holders returns the owners that have a channel of a device as their main source at any time in [from, until), each
// with the first such time; channel -1 means any.
func (l ConfigReader) Holders(ctx context.Context, kind timeline.OwnerKind, named SourceRow, from, until int64) ([]BoundChannel, error) {
	var owners []int64
	q := l.selects().TableExpr("version_source AS vs").ColumnExpr("DISTINCT vs.owner_id").Join("JOIN version AS v ON v.id = vs.version_id").
		Where("vs.owner_kind = ? AND vs.device_id = ? AND vs.main AND v.superseded_at = 0", kind, named.DeviceID)
	if named.ChannelNo >= 0 {
		q = q.Where("vs.channel_no = ?", named.ChannelNo)
	}
	if err := q.Scan(ctx, &owners); err != nil {
		return nil, fmt.Errorf("owner of channel %d of device %d: %w", named.ChannelNo, named.DeviceID, err)
	}
	if len(owners) == 0 {
		return nil, nil
	}
	aspect := string(definition.AspectBinding)
	if kind == timeline.OfDevice {
		aspect = string(definition.AspectConnection)
	}
	records, err := l.Store.versionsOn(ctx, l.tx, kind, owners, aspect)
	if err != nil {
		return nil, err
	}
	var held []BoundChannel
	for owner, own := range ByOwner(records) {
		line, err := claims(own)
		if err != nil {
			return nil, err
		}
		for _, span := range line.Spans() {
			first := max(span.From, from)
			if span.Value.device == named.DeviceID && (named.ChannelNo < 0 || span.Value.no == named.ChannelNo) && first < min(span.Until, until) {
				held = append(held, BoundChannel{owner, first})
				break
			}
		}
	}
	slices.SortFunc(held, func(a, b BoundChannel) int { return cmp.Compare(a.Owner, b.Owner) })
	return held, nil
}
