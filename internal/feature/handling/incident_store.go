package handling

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/events"
	"plumbline/internal/platform/sqlkit"
)

// incidentKind is the kind of incidents in the operation log.
const incidentKind = "incident"

// Owner is who takes care of an incident.
type Owner struct {
	ChangeID  int64
	AccountID int64  // 0: nobody
	Account   string // display name
	Here      bool   // active, and a member of the project or an administrator of its corporation
	SetBy     int64
	Author    string // display name of SetBy
	SetAt     int64  // UTC ms
}

// Incident is an incident with names.
type Incident struct {
	alarm.Incident
	StructureName string
	Owner         Owner   // ChangeID 0: nobody yet
	Owners        []Owner // all changes, oldest first
}

type ownerRow struct {
	bun.BaseModel `bun:"table:incident_owner,alias:io"`
	AlertID       int64 `bun:",pk"`
	ChangeID      int64 `bun:",pk"`
	AccountID     int64
	SetBy         int64
	SetAt         int64
}

// IncidentFilter limits a list of incidents. Zero fields have no effect.
type IncidentFilter struct {
	StructureID int64
	Level       alarm.Level // at least
	Open        *bool       // with or without an active alert
	From, To    int64       // UTC ms; incidents that touch this span, To exclusive
}

// choose returns the incidents that match, open ones first, then the latest beginnings.
func (f IncidentFilter) choose(list []alarm.Incident) []alarm.Incident {
	list = slices.DeleteFunc(list, func(i alarm.Incident) bool {
		return i.Level < f.Level || f.Open != nil && *f.Open != (i.Active > 0) || f.To != 0 && i.From >= f.To || i.Until != 0 && i.Until < f.From
	})
	open := func(i *alarm.Incident) int {
		if i.Active > 0 {
			return 0
		}
		return 1
	}
	slices.SortFunc(list, func(a, b alarm.Incident) int {
		return cmp.Or(cmp.Compare(open(&a), open(&b)), cmp.Compare(b.From, a.From), cmp.Compare(b.ID, a.ID))
	})
	return list
}

// Incidents returns one page of the incidents of a project, and their number.
func (s *Store) Incidents(ctx context.Context, scope access.Scope, project int64, f IncidentFilter, page, size int) ([]Incident, int, error) {
	parts, err := s.alerts.Parts(ctx, scope, project, f.StructureID)
	if err != nil {
		return nil, 0, err
	}
	list := f.choose(alarm.Gather(parts))
	from := min((page-1)*size, len(list))
	shown, err := s.withOwners(ctx, list[from:min(from+size, len(list))])
	return shown, len(list), err
}

// IncidentOf returns the incident of an alert; NothingHere if the alert is in none, because it is withdrawn or about a device.
func (s *Store) IncidentOf(ctx context.Context, scope access.Scope, alert *alarm.Listed) (Incident, error) {
	parts, err := s.alerts.Parts(ctx, scope, alert.ProjectID, alert.StructureID)
	if err != nil {
		return Incident{}, err
	}
	list := alarm.Gather(parts)
	at := slices.IndexFunc(list, func(i alarm.Incident) bool { return i.Has(alert.ID) })
	if at < 0 {
		return Incident{}, errs.New(errs.NothingHere)
	}
	shown, err := s.withOwners(ctx, list[at:at+1])
	if err != nil {
		return Incident{}, err
	}
	return shown[0], nil
}

// withOwners adds the names and owners of incidents.
//
// Unscoped: the alerts were read with a scope.
func (s *Store) withOwners(ctx context.Context, list []alarm.Incident) ([]Incident, error) {
	shown := make([]Incident, len(list))
	of := map[int64]int{}
	var alerts, structures []int64
	for i := range list {
		shown[i].Incident = list[i]
		structures = append(structures, list[i].StructureID)
		for _, p := range list[i].Parts {
			of[p.ID] = i
			alerts = append(alerts, p.ID)
		}
	}
	if len(list) == 0 {
		return shown, nil
	}
	var names []struct {
		ID   int64
		Name string
	}
	if err := s.Bun.NewSelect().Table("structure").Column("id", "name").Where("id IN (?)", bun.List(structures)).Scan(ctx, &names); err != nil {
		return nil, fmt.Errorf("names of structures: %w", err)
	}
	for i := range shown {
		for _, n := range names {
			if n.ID == shown[i].StructureID {
				shown[i].StructureName = n.Name
			}
		}
	}
	return shown, s.addOwners(ctx, shown, of, alerts)
}

func (s *Store) addOwners(ctx context.Context, shown []Incident, of map[int64]int, alerts []int64) error {
	var rows []struct {
		ownerRow `bun:",extend"`
		Account  string `bun:",scanonly"`
		Author   string `bun:",scanonly"`
		Here     bool   `bun:",scanonly"`
	}
	err := s.Selects(&rows).ColumnExpr("io.*").ColumnExpr(authorSQL+" AS author").
		ColumnExpr("COALESCE(NULLIF(own.display_name, ''), own.name, '') AS account").
		ColumnExpr(sqlkit.Attends("io.account_id", "al.project_id", "al.corporation_id", clock.Now().UnixMilli())+" AS here").
		Join("JOIN alert AS al ON al.id = io.alert_id").Join("LEFT JOIN account AS a ON a.id = io.set_by").
		Join("LEFT JOIN account AS own ON own.id = io.account_id").Where("io.alert_id IN (?)", bun.List(alerts)).
		OrderExpr("io.set_at, io.change_id").Scan(ctx)
	if err != nil {
		return fmt.Errorf("owners of incidents: %w", err)
	}
	for _, r := range rows {
		i := &shown[of[r.AlertID]]
		if n := len(i.Owners); n > 0 && i.Owners[n-1].ChangeID == r.ChangeID {
			continue // the same change, kept with another alert
		}
		i.Owner = Owner{r.ChangeID, r.AccountID, r.Account, r.Here, r.SetBy, r.Author, r.SetAt}
		i.Owners = append(i.Owners, i.Owner)
	}
	return nil
}

// Own gives the incident of an alert to an account; 0: to nobody. seen is the account that the person saw; nil: any.
func (s *Store) Own(ctx context.Context, who audit.Actor, alert *alarm.Listed, account int64, seen *int64) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		if err := tx.Lock(ctx, "structure", alert.StructureID); err != nil { // owners of its incidents take turns
			return err
		}
		incident, err := s.IncidentOf(ctx, who.Scope, alert)
		if err != nil {
			return err
		}
		now := incident.Owner
		switch {
		case seen != nil && *seen != now.AccountID && now.AccountID != account:
			return errs.New(errs.AlertTaken, "name", cmp.Or(now.Account, "–"))
		case now.AccountID == account:
			audit.Note(ctx) // nothing changed: nothing to log
			return nil
		}
		name, by, err := s.named(ctx, tx, who, alert, account)
		if err != nil {
			return err
		}
		change, err := tx.ID(ctx)
		if err != nil {
			return err
		}
		for piece := range slices.Chunk(incident.Alerts(), sqlkit.RowsAtOnce) {
			rows := make([]ownerRow, len(piece))
			for i, id := range piece {
				rows[i] = ownerRow{AlertID: id, ChangeID: change, AccountID: account, SetBy: who.AccountID, SetAt: max(tx.Now, now.SetAt+1)}
			}
			if err := tx.Insert(ctx, &rows); err != nil {
				return err
			}
		}
		if account != 0 {
			row := noticeOf(&incident, alert.ProjectID, change, tx.Now)
			if err := tx.Insert(ctx, &row); err != nil {
				return err
			}
		}
		if account != 0 && account != who.AccountID {
			if err := s.messages.IncidentOwned(ctx, tx.Tx.Tx, &alert.Record, incident.StructureName, incident.Level, account, by); err != nil {
				return err
			}
		}
		tx.AfterCommit(func() {
			after := context.WithoutCancel(ctx)
			events.Publish(after, s.Bus, events.Alert, alert.ProjectID, events.AlertPayload{Alerts: []int64{incident.ID}})
			if account != 0 {
				events.Publish(after, s.Bus, events.Notification, 0, events.NotificationPayload{Accounts: []int64{account}})
			}
		})
		logs := auditdb.WithLog(tx)
		return logs.Log(ctx, who, auditdb.Entry{
			Action: assign, Kind: incidentKind, ID: incident.ID, Corporation: alert.CorporationID, Project: alert.ProjectID,
			Content: incident.StructureName,
			Before:  map[string]string{"alertAssignee": now.Account}, After: map[string]string{"alertAssignee": name},
		})
	})
}
