package sitedb

import (
	"context"
	"encoding/base64"
	"slices"

	"plumbline/internal/core/foldb"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/site/bulk"
	"plumbline/internal/site/device"
	"plumbline/internal/site/project"
)

func (s *Store) Apply(ctx context.Context, who audit.Actor, plan bulk.Plan) (bulk.Operation, error) {
	done := plan.Action
	err := s.write(ctx, func(tx *change) (err error) {
		b := &batch{change: tx, who: who}
		if done.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		done.AccountID, done.CreatedAt, done.Effects.Moves = who.AccountID, tx.Now, plan.Moves
		if done.ValidFrom == 0 {
			done.ValidFrom = tx.Now
		}
		if err := tx.moveAway(ctx, who, b, plan.Moves); err != nil {
			return err
		}
		if done.Effects.Devices, err = b.addDevices(ctx, plan.Devices); err != nil {
			return err
		}
		if done.Effects.Structures, err = b.addStructures(ctx, plan.Structures); err != nil {
			return err
		}
		if done.Effects.Points, err = b.addPoints(ctx, plan); err != nil {
			return err
		}
		if done.Effects.Sheets, err = b.addSheets(ctx, plan.Sheets); err != nil {
			return err
		}
		for _, c := range plan.Versions {
			r, err := tx.recordFor(ctx, who, c.Owner, c.ID, c.Draft, c.Supersedes)
			if err != nil {
				return err
			}
			done.Effects.Versions = append(done.Effects.Versions, r.ID)
		}
		if plan.Secret != nil {
			if err := tx.setSecret(ctx, who, *plan.Secret); err != nil {
				return err
			}
		}
		effects, err := sqlkit.JSONText(done.Effects)
		if err != nil {
			return err
		}
		row := actionRow{
			ID: done.ID, CorporationID: done.CorporationID, ProjectID: done.ProjectID, Kind: done.Kind, Subject: done.Subject, ValidFrom: done.ValidFrom,
			Effects: effects, AccountID: done.AccountID, CreatedAt: done.CreatedAt,
		}
		if err := tx.Insert(ctx, &row); err != nil {
			return err
		}
		b.note(auditdb.Entry{
			Kind: "action", Action: string(done.Kind), ID: done.ID, Corporation: done.CorporationID, Project: done.ProjectID, Content: done.Subject,
		})
		return b.flush(ctx)
	})
	return done, err
}

// batch collects rows for one INSERT per table.
type batch struct {
	*change
	who      audit.Actor
	versions []foldb.VersionRow
	sources  []foldb.SourceRow
	secrets  []SecretRow
	log      []auditdb.Row
	failed   error
}

// note adds an entry to the audit log.
func (b *batch) note(l auditdb.Entry) {
	row, err := b.Entry(b.who, l)
	if err != nil {
		b.failed = err
		return
	}
	b.log = append(b.log, row)
}

// version adds a version of a created thing.
func (b *batch) version(ctx context.Context, kind timeline.OwnerKind, owner int64, draft timeline.Draft) error {
	row := foldb.VersionRow{
		OwnerKind: kind, OwnerID: owner, Aspect: draft.Aspect, ValidFrom: draft.ValidFrom, Value: string(draft.Value), Note: draft.Note,
		RecordedAt: b.Now, RecordedBy: b.who.AccountID,
	}
	var err error
	if row.ID, err = b.ID(ctx); err != nil {
		return err
	}
	sources, err := foldb.SourcesOf(row)
	if err != nil {
		return err
	}
	b.versions, b.sources = append(b.versions, row), append(b.sources, sources...)
	return nil
}

func (b *batch) flush(ctx context.Context) error {
	if b.failed != nil {
		return b.failed
	}
	for i := range b.log {
		var err error
		if b.log[i].ID, err = b.ID(ctx); err != nil {
			return err
		}
	}
	if err := insertAll(ctx, b.change, b.versions); err != nil {
		return err
	}
	if err := insertAll(ctx, b.change, b.sources); err != nil {
		return err
	}
	if err := insertAll(ctx, b.change, b.secrets); err != nil {
		return err
	}
	if err := insertAll(ctx, b.change, b.log); err != nil {
		return err
	}
	audit.Note(ctx)
	return nil
}

func insertAll[T any](ctx context.Context, c *change, rows []T) error {
	for piece := range slices.Chunk(rows, sqlkit.RowsAtOnce) {
		if err := c.Insert(ctx, &piece); err != nil {
			return err
		}
	}
	return nil
}

func (b *batch) addDevices(ctx context.Context, list []bulk.NewDevice) ([]int64, error) {
	rows, ids := make([]DeviceRow, len(list)), make([]int64, len(list))
	for i, d := range list {
		d.CreatedAt = b.Now
		rows[i].Device, ids[i] = d.Device, d.ID
		for _, draft := range d.Config {
			if err := b.version(ctx, timeline.OfDevice, d.ID, draft); err != nil {
				return nil, err
			}
		}
		if d.Register != "" { // a disabled secret moves along
			b.secrets = append(b.secrets, SecretRow{DeviceID: d.ID, CurrentSecret: base64.StdEncoding.EncodeToString(d.Sealed)})
		}
		b.note(auditdb.Entry{
			Kind: "device", Action: auditdb.Created, ID: d.ID, Corporation: d.CorporationID, Project: d.ProjectID, Content: d.SNCode, After: d.Device,
		})
	}
	b.Devices = append(b.Devices, ids...)
	return ids, insertAll(ctx, b.change, rows)
}

func (b *batch) addStructures(ctx context.Context, list []project.Structure) ([]int64, error) {
	rows, ids := make([]structureRow, len(list)), make([]int64, len(list))
	for i, st := range list {
		st.CreatedAt = b.Now
		if st.Sort == 0 {
			st.Sort = st.ID // after the existing ones
		}
		rows[i].Structure, ids[i] = st, st.ID
		b.note(auditdb.Entry{
			Kind: "structure", Action: auditdb.Created, ID: st.ID, Corporation: st.CorporationID, Project: st.ProjectID, Content: st.Name, After: st,
		})
	}
	return ids, insertAll(ctx, b.change, rows)
}

func (b *batch) addPoints(ctx context.Context, plan bulk.Plan) ([]int64, error) {
	rows, ids := make([]pointRow, len(plan.Points)), make([]int64, len(plan.Points))
	for i, p := range plan.Points {
		p.CreatedAt = b.Now
		if p.Sort == 0 {
			p.Sort = p.ID
		}
		rows[i].Point, ids[i] = p.Point, p.ID
		for _, draft := range p.Config {
			if err := b.version(ctx, timeline.OfPoint, p.ID, draft); err != nil {
				return nil, err
			}
		}
		b.Mark(0, p.ID)
		b.note(auditdb.Entry{
			Kind: "point", Action: auditdb.Created, ID: p.ID, Corporation: p.CorporationID, Project: p.ProjectID, Content: p.Name, After: p.Point,
		})
	}
	return ids, insertAll(ctx, b.change, rows)
}

func (b *batch) addSheets(ctx context.Context, list []bulk.NewSheet) ([]int64, error) {
	rows, ids := make([]sheetRow, len(list)), make([]int64, len(list))
	var marks []markRow
	for i, sheet := range list {
		sheet.CreatedAt, sheet.Sort = b.Now, sheet.ID
		rows[i].Sheet, ids[i] = sheet.Sheet, sheet.ID
		for _, m := range sheet.Marks {
			marks = append(marks, markRow{PlanID: sheet.ID, Mark: m})
		}
		b.note(auditdb.Entry{
			Kind: "plan", Action: auditdb.Created, ID: sheet.ID, Corporation: sheet.CorporationID,
			Project: sheet.ProjectID, Content: sheet.Name, After: sheet.Sheet,
		})
	}
	if err := insertAll(ctx, b.change, rows); err != nil {
		return nil, err
	}
	return ids, insertAll(ctx, b.change, marks)
}

// moveAway moves devices. A device with a successor stays, and passes on its serial number, register ID and secret.
func (c *change) moveAway(ctx context.Context, who audit.Actor, b *batch, moves []bulk.Move) error {
	for _, m := range moves {
		before, err := c.device(ctx, who, m.DeviceID)
		if err != nil {
			return err
		}
		after := before
		if m.Successor == 0 {
			after.ProjectID = m.ToProject
		} else {
			after.SNCode, after.Register = m.Retired, ""
			if _, err := c.Exec(ctx, "DELETE FROM device_secret WHERE device_id = ?", m.DeviceID); err != nil {
				return err
			}
		}
		if err := c.replaceDevice(ctx, b, before, after); err != nil {
			return err
		}
	}
	return nil
}

// replaceDevice updates a device's row and reloads its points.
func (c *change) replaceDevice(ctx context.Context, b *batch, before, after device.Device) error {
	if err := c.Update(ctx, &DeviceRow{Device: after}, after.ID); err != nil {
		return err
	}
	points, err := c.boundPoints(ctx, after.ID)
	if err != nil {
		return err
	}
	c.Points, c.Devices = append(c.Points, points...), append(c.Devices, after.ID)
	b.note(auditdb.Entry{
		Kind: "device", Action: auditdb.Updated, ID: after.ID, Corporation: after.CorporationID,
		Project: after.ProjectID, Content: before.SNCode, Before: before, After: after,
	})
	return nil
}
