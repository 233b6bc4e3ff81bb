package store

import (
	"context"
	"encoding/base64"
	"slices"

	"plumbline/internal/core/dated"
	"plumbline/internal/core/definition"
	"plumbline/internal/platform/oplog"
	"plumbline/internal/site/action"
	"plumbline/internal/site/device"
	"plumbline/internal/site/project"
)

// Apply implements action.Store.
func (s *Store) Apply(ctx context.Context, who oplog.Actor, plan action.Plan) (action.Action, error) {
	done := plan.Action
	err := s.write(ctx, func(tx *change) (err error) {
		b := &bulk{change: tx, who: who}
		if done.ID, err = tx.id(ctx); err != nil {
			return err
		}
		done.AccountID, done.CreatedAt, done.Effects.Moves = who.AccountID, tx.now, plan.Moves
		if done.ValidFrom == 0 {
			done.ValidFrom = tx.now
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
			id, err := tx.recordChange(ctx, who, c)
			if err != nil {
				return err
			}
			done.Effects.Versions = append(done.Effects.Versions, id)
		}
		if plan.Secret != nil {
			if err := tx.setSecret(ctx, who, *plan.Secret); err != nil {
				return err
			}
		}
		effects, err := jsonText(done.Effects)
		if err != nil {
			return err
		}
		row := actionRow{
			ID: done.ID, CorporationID: done.CorporationID, ProjectID: done.ProjectID, Kind: done.Kind, Subject: done.Subject, ValidFrom: done.ValidFrom,
			Effects: effects, AccountID: done.AccountID, CreatedAt: done.CreatedAt,
		}
		if err := tx.insert(ctx, &row); err != nil {
			return err
		}
		b.note(logged{kind: "action", action: string(done.Kind), id: done.ID, corporation: done.CorporationID, project: done.ProjectID, content: done.Subject})
		return b.flush(ctx)
	})
	return done, err
}

// bulk gathers rows that one statement adds for many things.
type bulk struct {
	*change
	who      oplog.Actor
	versions []versionRow
	sources  []sourceRow
	secrets  []secretRow
	log      []oplogRow
	failed   error
}

// note adds an entry to the log of operations with the others.
func (b *bulk) note(l logged) {
	row, err := b.entry(b.who, l)
	if err != nil {
		b.failed = err
		return
	}
	b.log = append(b.log, row)
}

// version adds a version of a thing that is made.
func (b *bulk) version(ctx context.Context, kind dated.OwnerKind, owner int64, draft dated.Draft) error {
	row := versionRow{
		OwnerKind: kind, OwnerID: owner, Aspect: draft.Aspect, ValidFrom: draft.ValidFrom, Value: string(draft.Value), Note: draft.Note,
		RecordedAt: b.now, RecordedBy: b.who.AccountID,
	}
	var err error
	if row.ID, err = b.id(ctx); err != nil {
		return err
	}
	sources, err := sourcesOf(row)
	if err != nil {
		return err
	}
	b.versions, b.sources = append(b.versions, row), append(b.sources, sources...)
	return nil
}

func (b *bulk) flush(ctx context.Context) error {
	if b.failed != nil {
		return b.failed
	}
	for i := range b.log {
		var err error
		if b.log[i].ID, err = b.id(ctx); err != nil {
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
	oplog.Note(ctx)
	return nil
}

func insertAll[T any](ctx context.Context, c *change, rows []T) error {
	for piece := range slices.Chunk(rows, rowsAtOnce) {
		if err := c.insert(ctx, &piece); err != nil {
			return err
		}
	}
	return nil
}

func (b *bulk) addDevices(ctx context.Context, list []action.NewDevice) ([]int64, error) {
	rows, ids := make([]deviceRow, len(list)), make([]int64, len(list))
	for i, d := range list {
		d.CreatedAt = b.now
		rows[i].Device, ids[i] = d.Device, d.ID
		for _, draft := range d.Config {
			if err := b.version(ctx, dated.OfDevice, d.ID, draft); err != nil {
				return nil, err
			}
		}
		if d.Register != "" { // a disabled secret moves as such
			b.secrets = append(b.secrets, secretRow{DeviceID: d.ID, CurrentSecret: base64.StdEncoding.EncodeToString(d.Sealed)})
		}
		b.note(logged{kind: "device", action: created, id: d.ID, corporation: d.CorporationID, project: d.ProjectID, content: d.SNCode, after: d.Device})
	}
	b.devices = append(b.devices, ids...)
	return ids, insertAll(ctx, b.change, rows)
}

func (b *bulk) addStructures(ctx context.Context, list []project.Structure) ([]int64, error) {
	rows, ids := make([]structureRow, len(list)), make([]int64, len(list))
	for i, st := range list {
		st.CreatedAt = b.now
		if st.Sort == 0 {
			st.Sort = st.ID // behind those there are
		}
		rows[i].Structure, ids[i] = st, st.ID
		b.note(logged{kind: "structure", action: created, id: st.ID, corporation: st.CorporationID, project: st.ProjectID, content: st.Name, after: st})
	}
	return ids, insertAll(ctx, b.change, rows)
}

func (b *bulk) addPoints(ctx context.Context, plan action.Plan) ([]int64, error) {
	rows, ids := make([]pointRow, len(plan.Points)), make([]int64, len(plan.Points))
	for i, p := range plan.Points {
		p.CreatedAt = b.now
		if p.Sort == 0 {
			p.Sort = p.ID
		}
		rows[i].Point, ids[i] = p.Point, p.ID
		for _, draft := range p.Config {
			if err := b.version(ctx, dated.OfPoint, p.ID, draft); err != nil {
				return nil, err
			}
		}
		b.mark(0, p.ID)
		b.note(logged{kind: "point", action: created, id: p.ID, corporation: p.CorporationID, project: p.ProjectID, content: p.Name, after: p.Point})
	}
	return ids, insertAll(ctx, b.change, rows)
}

func (b *bulk) addSheets(ctx context.Context, list []action.NewSheet) ([]int64, error) {
	rows, ids := make([]sheetRow, len(list)), make([]int64, len(list))
	var marks []markRow
	for i, sheet := range list {
		sheet.CreatedAt, sheet.Sort = b.now, sheet.ID
		rows[i].Sheet, ids[i] = sheet.Sheet, sheet.ID
		for _, m := range sheet.Marks {
			marks = append(marks, markRow{PlanID: sheet.ID, Mark: m})
		}
		b.note(logged{kind: "plan", action: created, id: sheet.ID, corporation: sheet.CorporationID, project: sheet.ProjectID, content: sheet.Name, after: sheet.Sheet})
	}
	if err := insertAll(ctx, b.change, rows); err != nil {
		return nil, err
	}
	return ids, insertAll(ctx, b.change, marks)
}

// recordChange records one version of a plan, or takes one away, and marks what it concerns.
func (c *change) recordChange(ctx context.Context, who oplog.Actor, planned action.Change) (int64, error) {
	version := newVersion{kind: planned.Owner, owner: planned.ID, draft: planned.Draft, supersedes: planned.Supersedes}
	before, err := c.standing(ctx, version)
	if err != nil {
		return 0, err
	}
	recorded, from, err := c.record(ctx, who, version)
	if err != nil {
		return 0, err
	}
	entry := logged{kind: string(planned.Owner), action: planned.Aspect, id: planned.ID, before: before, after: version.after(recorded)}
	if planned.Owner == dated.OfPoint {
		p, err := c.point(ctx, who, planned.ID)
		if err != nil {
			return 0, err
		}
		if definition.PointAspect(planned.Aspect).Computes() {
			c.mark(from, p.ID)
		}
		entry.corporation, entry.project, entry.content = p.CorporationID, p.ProjectID, p.Name
	} else {
		d, err := c.device(ctx, who, planned.ID)
		if err != nil {
			return 0, err
		}
		points, err := c.boundPoints(ctx, d.ID)
		if err != nil {
			return 0, err
		}
		c.mark(from, points...)
		c.devices = append(c.devices, d.ID)
		entry.corporation, entry.project, entry.content = d.CorporationID, d.ProjectID, d.SNCode
	}
	return recorded.ID, c.log(ctx, who, entry)
}

// moveAway changes where devices are. What has a successor keeps its place, and gives its
// serial number, register and secret away.
func (c *change) moveAway(ctx context.Context, who oplog.Actor, b *bulk, moves []action.Move) error {
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
			if _, err := c.exec(ctx, "DELETE FROM device_secret WHERE device_id = ?", m.DeviceID); err != nil {
				return err
			}
		}
		if err := c.replaceDevice(ctx, b, before, after); err != nil {
			return err
		}
	}
	return nil
}

// replaceDevice changes a device's row, and has its points looked at anew.
func (c *change) replaceDevice(ctx context.Context, b *bulk, before, after device.Device) error {
	if err := c.update(ctx, &deviceRow{Device: after}, after.ID); err != nil {
		return err
	}
	points, err := c.boundPoints(ctx, after.ID)
	if err != nil {
		return err
	}
	c.points, c.devices = append(c.points, points...), append(c.devices, after.ID)
	b.note(logged{kind: "device", action: updated, id: after.ID, corporation: after.CorporationID, project: after.ProjectID, content: before.SNCode, before: before, after: after})
	return nil
}
