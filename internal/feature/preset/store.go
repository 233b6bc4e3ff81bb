package preset

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
)

// Store stores presets.
type Store struct{ *sqlkit.Tables }

type row struct {
	bun.BaseModel `bun:"table:view_preset,alias:v"`
	ID            int64 `bun:",pk"`
	CorporationID int64
	AccountID     int64
	View          string
	DeviceType    string
	Name          string
	Query         string
	Shared        bool
	CreatedAt     int64
	UpdatedAt     int64
}

func (r row) preset() Preset {
	return Preset{
		ID: r.ID, CorporationID: r.CorporationID, AccountID: r.AccountID, View: r.View, DeviceType: r.DeviceType, Name: r.Name, Query: r.Query,
		Shared: r.Shared, UpdatedAt: r.UpdatedAt,
	}
}

// Presets returns the presets of a view for a type of device that an account may apply in a project: its own ones and
// those that its corporation shares, by name.
func (s *Store) Presets(ctx context.Context, scope access.Scope, project, account int64, view, deviceType string) ([]Preset, error) {
	corporation, err := s.ProjectOwner(ctx, scope, project)
	if err != nil {
		return nil, err
	}
	var rows []row
	q := s.Selects(&rows).Where("v.corporation_id = ? AND v.view = ? AND v.device_type = ?", corporation, view, deviceType)
	q = q.Where("(v.account_id = ? OR v.shared)", account).OrderExpr("v.name, v.id")
	if err := q.Scan(ctx); err != nil {
		return nil, fmt.Errorf("presets of %s: %w", view, err)
	}
	list := make([]Preset, len(rows))
	var people []int64
	for i, r := range rows {
		list[i] = r.preset()
		people = append(people, r.AccountID)
	}
	return list, s.nameOwners(ctx, list, people)
}

// nameOwners adds the names of the people who saved presets.
//
// Unscoped: the caller has selected the presets in its scope.
func (s *Store) nameOwners(ctx context.Context, list []Preset, people []int64) error {
	if len(people) == 0 {
		return nil
	}
	var accounts []struct {
		ID          int64
		DisplayName string
	}
	if err := s.Bun.NewSelect().Table("account").Column("id", "display_name").Where("id IN (?)", bun.List(people)).Scan(ctx, &accounts); err != nil {
		return fmt.Errorf("owners of presets: %w", err)
	}
	names := map[int64]string{}
	for _, a := range accounts {
		names[a.ID] = a.DisplayName
	}
	for i := range list {
		list[i].Owner = names[list[i].AccountID]
	}
	return nil
}

// locked returns a preset that a caller may change: a private one, or a shared one of the own corporation with the
// permission to change the project.
func locked(ctx context.Context, tx *sqlkit.Transaction, who audit.Actor, corporation, id int64, edits bool) (r row, err error) {
	if err := tx.Lock(ctx, "view_preset", id); err != nil {
		return r, err
	}
	q := tx.Selects(&r).Where("v.id = ? AND v.corporation_id = ? AND (v.account_id = ? OR v.shared)", id, corporation, who.AccountID)
	if err := q.Scan(ctx); err != nil {
		return r, sqlkit.Translate(err)
	}
	if edits = edits && who.CorporationID == corporation; !edits && (r.Shared || r.AccountID != who.AccountID) {
		return r, errs.New(errs.NotAllowed)
	}
	return r, nil
}

// Save inserts a preset of the caller or, with an id, changes one. edits: the caller may change the project, and so
// presets that are shared; people of other corporations change their own ones only.
func (s *Store) Save(ctx context.Context, who audit.Actor, project int64, p *Preset, edits bool) error {
	if err := p.check(); err != nil {
		return err
	}
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		corporation, err := tx.ProjectOwner(ctx, who.Scope, project)
		if err != nil {
			return err
		}
		entry := auditdb.Entry{Kind: kind, Action: auditdb.Updated, Corporation: corporation, Project: project, Content: p.Name}
		var r row
		if p.ID == 0 {
			entry.Action = auditdb.Created
			// Presets of a person are created one after the other, so that their names and number hold.
			if err := tx.Lock(ctx, "account", who.AccountID); err != nil {
				return err
			}
			r = row{CorporationID: corporation, AccountID: who.AccountID, View: p.View, DeviceType: p.DeviceType, CreatedAt: tx.Now}
			if r.ID, err = tx.ID(ctx); err != nil {
				return err
			}
		} else {
			if r, err = locked(ctx, tx, who, corporation, p.ID, edits); err != nil {
				return err
			}
			entry.Before = r.logged()
		}
		if (p.Shared || r.Shared) && !(edits && who.CorporationID == corporation) {
			return errs.New(errs.NotAllowed)
		}
		r.Name, r.Query, r.Shared, r.UpdatedAt = p.Name, p.Query, p.Shared, tx.Now
		if err := distinct(ctx, tx, r); err != nil {
			return err
		}
		if entry.Action == auditdb.Created {
			err = tx.Insert(ctx, &r)
		} else {
			err = tx.Update(ctx, &r, r.ID)
		}
		if err != nil {
			return err
		}
		*p = r.preset()
		entry.ID, entry.After = r.ID, r.logged()
		log := auditdb.WithLog(tx)
		return log.Log(ctx, who, entry)
	})
}

// distinct refuses a second preset of a person with a name, and one too many.
func distinct(ctx context.Context, tx *sqlkit.Transaction, r row) error {
	var names []string
	q := tx.Selects((*row)(nil)).Column("name").Where("v.corporation_id = ? AND v.account_id = ? AND v.id <> ?", r.CorporationID, r.AccountID, r.ID)
	if err := q.Where("v.view = ? AND v.device_type = ?", r.View, r.DeviceType).Scan(ctx, &names); err != nil {
		return err
	}
	for _, name := range names {
		if name == r.Name {
			return errs.OnField("name", errs.NameUsed)
		}
	}
	if len(names) >= maxPresets {
		return errs.OnField("name", errs.TooManyEntries, "max", maxPresets)
	}
	return nil
}

// logged is what the audit log keeps of a preset.
type logged struct {
	Name   string `json:"name"`
	View   string `json:"presetView"`
	Query  string `json:"presetQuery"`
	Shared bool   `json:"presetShared"`
}

func (r row) logged() logged { return logged{r.Name, r.View, r.Query, r.Shared} }

// Delete deletes a preset of the caller, or a shared one.
func (s *Store) Delete(ctx context.Context, who audit.Actor, project, id int64, edits bool) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		corporation, err := tx.ProjectOwner(ctx, who.Scope, project)
		if err != nil {
			return err
		}
		r, err := locked(ctx, tx, who, corporation, id, edits)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "DELETE FROM view_preset WHERE id = ?", id); err != nil {
			return err
		}
		log := auditdb.WithLog(tx)
		return log.Log(ctx, who, auditdb.Entry{
			Kind: kind, Action: auditdb.Deleted, ID: id, Corporation: corporation, Project: project, Content: r.Name, Before: r.logged(),
		})
	})
}
