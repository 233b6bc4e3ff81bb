package sitedb

import (
	"context"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/core/foldb"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/site/bulk"
)

// errDry rolls back the transaction of a dry run.
var errDry = errors.New("dry run")

func (s *Store) PlanUndo(ctx context.Context, who audit.Actor, id int64) ([]bulk.Line, error) {
	return s.undo(ctx, who, id, true, 0)
}

func (s *Store) Undo(ctx context.Context, who audit.Actor, id int64, told int) error {
	_, err := s.undo(ctx, who, id, false, told)
	return err
}

func (s *Store) undo(ctx context.Context, who audit.Actor, id int64, dry bool, told int) ([]bulk.Line, error) {
	var lines []bulk.Line
	err := s.write(ctx, func(tx *change) error {
		var row actionRow
		if err := sqlkit.Visible(tx.Selects(&row).Where("a.id = ?", id), who.Scope, "a.corporation_id", "a.project_id").Scan(ctx); err != nil {
			return err
		}
		a, err := row.action()
		if err != nil {
			return err
		}
		if a.UndoneAt != 0 {
			return errs.New(errs.ActionUndone)
		}
		u := &undoing{batch: &batch{change: tx, who: who}, of: a, dry: dry, told: told}
		for _, step := range []func(context.Context) error{u.later, u.versions, u.sheets, u.points, u.structures, u.devices, u.moves, u.secret} {
			if err := step(ctx); err != nil {
				return err
			}
		}
		lines = append(u.lines, u.added...)
		if err := tx.CheckClashes(ctx); err != nil {
			return err
		}
		if dry {
			return errDry
		}
		if _, err := tx.Exec(ctx, "UPDATE action SET undone_at = ?, undone_by = ? WHERE id = ?", tx.Now, who.AccountID, id); err != nil {
			return err
		}
		u.note(auditdb.Entry{Kind: "action", Action: "undo", ID: id, Corporation: a.CorporationID, Project: a.ProjectID, Content: a.Subject})
		return u.flush(ctx)
	})
	if errors.Is(err, errDry) {
		err = nil
	}
	return lines, err
}

// undoing is the undo of one action.
type undoing struct {
	*batch
	of    bulk.Operation
	lines []bulk.Line

	dry   bool
	told  int
	added []bulk.Line // later changes to what the action created
}

func (u *undoing) tell(thing string, id int64, name, change, from, to string) {
	u.lines = append(u.lines, bulk.Line{Thing: thing, ID: id, Name: name, Change: change, From: from, To: to})
}

// versions revokes the recorded versions.
func (u *undoing) versions(ctx context.Context) error {
	ids := u.of.Effects.Versions
	if len(ids) == 0 {
		return nil
	}
	var rows []foldb.VersionRow
	if err := u.Selects(&rows).Where("v.id IN (?)", bun.List(ids)).OrderExpr("v.owner_kind, v.owner_id").Scan(ctx); err != nil {
		return err
	}
	if len(rows) != len(ids) { // their point or device was deleted
		return errs.New(errs.Changed)
	}
	for _, r := range rows {
		name, err := u.NameOf(ctx, r.OwnerID)
		if err != nil {
			return err
		}
		later, err := u.Selects((*foldb.VersionRow)(nil)).
			Where("v.owner_kind = ? AND v.owner_id = ? AND v.aspect = ? AND v.superseded_at = 0", r.OwnerKind, r.OwnerID, r.Aspect).
			Where("v.recorded_at >= ? AND v.id NOT IN (?)", u.of.CreatedAt, bun.List(ids)).Exists(ctx)
		if err != nil {
			return err
		}
		if later || r.SupersededAt != 0 {
			return errs.New(errs.ActionPast, "name", name)
		}
		if _, err := u.recordFor(ctx, u.who, r.OwnerKind, r.OwnerID, timeline.Draft{Aspect: r.Aspect, ValidFrom: r.ValidFrom}, r.ID); err != nil {
			return err
		}
		u.tell(string(r.OwnerKind), r.OwnerID, name, bulk.Restored, "", "")
	}
	return nil
}

// points deletes the created points if no other point is computed from them.
func (u *undoing) points(ctx context.Context) error {
	ids := u.of.Effects.Points
	if len(ids) == 0 {
		return nil
	}
	var rows []pointRow
	if err := u.Selects(&rows).Where("p.id IN (?)", bun.List(ids)).OrderExpr("p.id").Scan(ctx); err != nil {
		return err
	}
	if err := u.unused(ctx, "point_id", ids, timeline.OfPoint, ids); err != nil {
		return err
	}
	for _, p := range rows {
		u.tell("point", p.ID, p.Name, bulk.Removed, "", "")
		u.note(auditdb.Entry{
			Kind: "point", Action: auditdb.Deleted, ID: p.ID, Corporation: p.CorporationID, Project: p.ProjectID, Content: p.Name, Before: p.Point,
		})
	}
	return u.deletePoints(ctx, ids)
}

// unused fails if another thing's version in effect refers to one of the things.
func (u *undoing) unused(ctx context.Context, column string, ids []int64, own timeline.OwnerKind, made []int64) error {
	var found []struct{ Used, OwnerID int64 }
	err := u.store.Bun.NewRaw(`SELECT vs.? AS used, vs.owner_id FROM version_source AS vs JOIN version AS v ON v.id = vs.version_id
		WHERE v.superseded_at = 0 AND vs.? IN (?) AND NOT (vs.owner_kind = ? AND vs.owner_id IN (?)) LIMIT 1`,
		bun.Ident(column), bun.Ident(column), bun.List(ids), own, bun.List(made)).Conn(u.Tx).Scan(ctx, &found)
	if err != nil || len(found) == 0 {
		return err
	}
	name, err := u.NameOf(ctx, found[0].Used)
	if err != nil {
		return err
	}
	by, err := u.NameOf(ctx, found[0].OwnerID)
	if err != nil {
		return err
	}
	return errs.New(errs.StillUsed, "name", name, "by", by)
}

// structures deletes the created structures and items if nothing is left below them.
func (u *undoing) structures(ctx context.Context) error {
	ids := u.of.Effects.Structures
	if len(ids) == 0 {
		return nil
	}
	var rows []structureRow
	if err := u.Selects(&rows).Where("st.id IN (?)", bun.List(ids)).OrderExpr("st.is_item DESC, st.id").Scan(ctx); err != nil {
		return err
	}
	for _, query := range []string{
		"SELECT parent_id AS used, name FROM structure WHERE parent_id IN (?0) AND id NOT IN (?0) LIMIT 1",
		"SELECT structure_id AS used, name FROM point WHERE structure_id IN (?0) OR item_id IN (?0) LIMIT 1",
	} {
		var found []struct {
			Used int64
			Name string
		}
		if err := u.store.Bun.NewRaw(query, bun.List(ids)).Conn(u.Tx).Scan(ctx, &found); err != nil {
			return err
		}
		if len(found) > 0 {
			name, err := u.NameOf(ctx, found[0].Used)
			if err != nil {
				return err
			}
			return errs.New(errs.StillUsed, "name", name, "by", found[0].Name)
		}
	}
	for _, st := range rows {
		thing := "structure"
		if st.IsItem {
			thing = "item"
		}
		u.tell(thing, st.ID, st.Name, bulk.Removed, "", "")
		u.note(auditdb.Entry{
			Kind: "structure", Action: auditdb.Deleted, ID: st.ID, Corporation: st.CorporationID, Project: st.ProjectID, Content: st.Name, Before: st.Structure,
		})
	}
	_, err := u.Exec(ctx, "DELETE FROM structure WHERE id IN (?)", bun.List(ids))
	return err
}

// devices deletes the created devices if they feed nothing and nothing is connected to them.
func (u *undoing) devices(ctx context.Context) error {
	ids := u.of.Effects.Devices
	if len(ids) == 0 {
		return nil
	}
	var rows []DeviceRow
	if err := u.Selects(&rows).Where("d.id IN (?)", bun.List(ids)).OrderExpr("d.id").Scan(ctx); err != nil {
		return err
	}
	if err := u.unused(ctx, "device_id", ids, timeline.OfDevice, ids); err != nil {
		return err
	}
	for _, d := range rows {
		if d.CorporationID != u.madeIn() {
			return errs.New(errs.ActionPast, "name", d.Name)
		}
		u.tell("device", d.ID, d.Name, bulk.Removed, d.SNCode, "")
		u.note(auditdb.Entry{
			Kind: "device", Action: auditdb.Deleted, ID: d.ID, Corporation: d.CorporationID, Project: d.ProjectID, Content: d.SNCode, Before: d.Device,
		})
	}
	return u.dropDevices(ctx, ids)
}

// madeIn returns the corporation of the created devices.
func (u *undoing) madeIn() int64 {
	if u.of.Effects.Corporation != 0 {
		return u.of.Effects.Corporation
	}
	return u.of.CorporationID
}

// moves returns devices to where they were.
func (u *undoing) moves(ctx context.Context) error {
	for _, m := range u.of.Effects.Moves {
		before, err := u.device(ctx, u.who, m.DeviceID)
		if errs.IsKind(err, errs.NotFound) {
			return errs.New(errs.Changed)
		}
		if err != nil {
			return err
		}
		after := before
		switch {
		case m.Successor == 0 && before.ProjectID == m.ToProject:
			if after.ProjectID, err = u.projectThere(ctx, m.FromProject); err != nil {
				return err
			}
		case m.Successor != 0 && before.SNCode == m.Retired:
			after.SNCode, after.Register = m.SNCode, m.Register
			if err := u.restoreSecret(ctx, m); err != nil {
				return err
			}
		default:
			return errs.New(errs.ActionPast, "name", before.Name)
		}
		if err := u.replaceDevice(ctx, u.batch, before, after); err != nil {
			return err
		}
		names, err := u.NamesOf(ctx, []int64{m.FromProject, m.ToProject})
		if err != nil {
			return err
		}
		u.tell("device", m.DeviceID, before.Name, bulk.Moved, names[m.ToProject], names[m.FromProject])
	}
	return nil
}

// projectThere checks that the previous project still exists.
func (u *undoing) projectThere(ctx context.Context, id int64) (int64, error) {
	if id == 0 {
		return 0, nil
	}
	if _, err := sqlkit.ProjectOwner(ctx, u.store.Bun.NewSelect().Conn(u.Tx), u.who.Scope, id); err != nil {
		return 0, errs.OnField("projectId", errs.MustExist)
	}
	return id, nil
}

// restoreSecret restores the secret of a retired device from the sealed effects.
func (u *undoing) restoreSecret(ctx context.Context, m bulk.Move) error {
	if m.Register == "" {
		return nil
	}
	return u.Insert(ctx, &SecretRow{DeviceID: m.DeviceID, CurrentSecret: m.Sealed})
}

// secret makes the old secret current again; the new one stays valid for the rest of the overlap.
func (u *undoing) secret(ctx context.Context) error {
	rotation := u.of.Effects.Rotation
	if rotation == nil {
		return nil
	}
	d, err := u.device(ctx, u.who, rotation.DeviceID)
	if err != nil {
		return err
	}
	var row SecretRow
	if err := u.Selects(&row).Where("x.device_id = ?", d.ID).Scan(ctx); err != nil {
		return err
	}
	now, err := row.Secret()
	if err != nil {
		return err
	}
	switch {
	case bulk.MarkOf(now.Current) != rotation.Mark:
		return errs.New(errs.ActionPast, "name", d.Name)
	case !rotation.Holds(now, u.Now):
		return errs.New(errs.SecretOver)
	}
	now.Current, now.Previous = now.Previous, now.Current
	u.tell("device", d.ID, d.Name, bulk.Restored, "", "")
	if err := u.setSecret(ctx, u.who, now); err != nil {
		return fmt.Errorf("give device %d its old secret: %w", d.ID, err)
	}
	return nil
}
