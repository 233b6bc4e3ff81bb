package grading

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"plumbline/internal/account/verification"
	"plumbline/internal/core/alarm"
	"plumbline/internal/core/grading"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
)

// Limits of plans.
const (
	maxPlanName   = 50   // characters
	maxText       = 4000 // characters
	maxLine       = 200  // characters
	maxResponders = 30
	maxPeople     = 100 // of a contingency plan
	maxMinutes    = 7 * 24 * 60
	maxPictures   = 9
)

// Channels of members.
const (
	mail = "mail"
	sms  = "sms"
	push = "push" // the browsers of the member
)

// EmergencyResponder is somebody who acts on a warning: a member of the project, or a person outside with an address.
type EmergencyResponder struct {
	AccountID int64  `json:"accountId,omitempty" minimum:"0" doc:"A member of the project; 0: somebody outside"`
	Name      string `json:"name,omitempty" maxLength:"50" doc:"Of somebody outside"`
	Mobile    string `json:"mobile,omitempty" maxLength:"20" doc:"Of somebody outside"`
	Email     string `json:"email,omitempty" maxLength:"100" doc:"Of somebody outside"`
	Duty      string `json:"duty,omitempty" maxLength:"50" doc:"What they do, such as supervisor"`
}

// EmergencyPlanFields are the fields of an emergency plan that people write.
type EmergencyPlanFields struct {
	Name            string               `json:"name" minLength:"1" maxLength:"50"`
	Measures        string               `json:"measures" maxLength:"4000" doc:"What is done"`
	Responders      []EmergencyResponder `json:"responders" maxItems:"30"`
	Channels        []string             `json:"channels,omitempty" maxItems:"3" enum:"mail,sms,push" doc:"Of members, the first that works; omitted: mail"`
	ResponseMinutes int64                `json:"responseMinutes" minimum:"1" maximum:"10080" doc:"Time to acknowledge a warning"`
	EscalateToLevel int                  `json:"escalateToLevel,omitempty" minimum:"0" maximum:"4" doc:"Grade whose responders are next when nobody has acknowledged in time; 0: none"`
	Frequency       string               `json:"monitoringFrequency,omitempty" maxLength:"200" doc:"How often to measure from then on, as a text for people"`
	RaiseInterval   bool                 `json:"raiseInterval,omitempty" doc:"Whether the devices of the warning's points are asked for intervalSeconds until it ends or is closed"`
	IntervalSeconds int64                `json:"intervalSeconds,omitempty" minimum:"0" maximum:"604800" doc:"Of raiseInterval: from 300. A device whose interval is shorter keeps it"`
	LongestMinutes  int64                `json:"longestMinutes,omitempty" minimum:"0" maximum:"10080" doc:"Of raiseInterval: after this the device has its earlier interval back in any case"`
}

// Plan is the emergency plan of a grade.
type Plan struct {
	ProjectID int64
	Level     int
	UpdatedAt int64 // UTC ms
	EmergencyPlanFields
}

type planRow struct {
	bun.BaseModel   `bun:"table:emergency_plan,alias:ep"`
	ID              int64 `bun:",pk"`
	ProjectID       int64
	CorporationID   int64
	Level           int
	Name            string
	Measures        string
	Responders      string
	Channels        string
	ResponseMinutes int64
	EscalateTo      int
	Frequency       string
	RaiseInterval   bool
	IntervalSeconds int64
	LongestMinutes  int64
	UpdatedAt       int64
}

func (r *planRow) plan() (p Plan, err error) {
	p = Plan{ProjectID: r.ProjectID, Level: r.Level, UpdatedAt: r.UpdatedAt, EmergencyPlanFields: EmergencyPlanFields{
		Name: r.Name, Measures: r.Measures, Channels: strings.Split(r.Channels, ","), ResponseMinutes: r.ResponseMinutes,
		EscalateToLevel: r.EscalateTo, Frequency: r.Frequency,
		RaiseInterval: r.RaiseInterval, IntervalSeconds: r.IntervalSeconds, LongestMinutes: r.LongestMinutes,
	}}
	if err := json.Unmarshal([]byte(r.Responders), &p.Responders); err != nil {
		return p, fmt.Errorf("responders of plan %d: %w", r.ID, err)
	}
	return p, nil
}

// Plans returns the emergency plans of a project by grade.
func (s *Store) Plans(ctx context.Context, scope access.Scope, project int64) ([]Plan, error) {
	if _, err := s.ProjectOwner(ctx, scope, project); err != nil {
		return nil, err
	}
	return plans(ctx, s.Bun.NewSelect().Where("ep.project_id = ?", project))
}

func plans(ctx context.Context, q *bun.SelectQuery) ([]Plan, error) {
	var rows []planRow
	if err := q.Model(&rows).OrderExpr("ep.project_id, ep.level").Scan(ctx); err != nil {
		return nil, fmt.Errorf("emergency plans: %w", err)
	}
	list := make([]Plan, len(rows))
	for i := range rows {
		var err error
		if list[i], err = rows[i].plan(); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func text(refused *errs.Refusals, field, value string, least, most int) {
	switch n := utf8.RuneCountInString(value); {
	case n < least:
		refused.Add(field, errs.Empty)
	case n > most:
		refused.Add(field, errs.TooLong, "max", most)
	}
}

// address checks and rewrites a mail address or mobile that may be empty.
func address(refused *errs.Refusals, field string, value *string, of verification.Channel, format *errs.Message) {
	if *value = strings.TrimSpace(*value); *value == "" {
		return
	}
	target, channel, ok := verification.ParseAddress(*value)
	if !ok || channel != of {
		refused.Add(field, format)
		return
	}
	*value = target
}

func (p *EmergencyPlanFields) check(level int) error {
	var refused errs.Refusals
	p.Name, p.Measures, p.Frequency = strings.TrimSpace(p.Name), strings.TrimSpace(p.Measures), strings.TrimSpace(p.Frequency)
	text(&refused, "name", p.Name, 1, maxPlanName)
	text(&refused, "measures", p.Measures, 0, maxText)
	text(&refused, "monitoringFrequency", p.Frequency, 0, maxLine)
	if p.ResponseMinutes < 1 || p.ResponseMinutes > maxMinutes {
		refused.Add("responseMinutes", errs.OutOfRange, "min", 1, "max", maxMinutes)
	}
	if p.EscalateToLevel != 0 && (p.EscalateToLevel <= level || p.EscalateToLevel > int(alarm.Red)) {
		refused.Add("escalateToLevel", errs.OutOfRange, "min", level+1, "max", int(alarm.Red))
	}
	p.checkInterval(&refused)
	if len(p.Channels) == 0 {
		p.Channels = []string{mail}
	}
	for i, c := range p.Channels {
		if !slices.Contains([]string{mail, sms, push}, c) {
			refused.Add(fmt.Sprintf("channels[%d]", i), errs.NotOneOf, "allowed", "mail, sms, push")
		} else if slices.Contains(p.Channels[:i], c) {
			refused.Add(fmt.Sprintf("channels[%d]", i), errs.Duplicate)
		}
	}
	if len(p.Responders) > maxResponders {
		refused.Add("responders", errs.TooManyEntries, "max", maxResponders)
	}
	for i := range p.Responders {
		r, at := &p.Responders[i], fmt.Sprintf("responders[%d].", i)
		r.Name, r.Duty = strings.TrimSpace(r.Name), strings.TrimSpace(r.Duty)
		text(&refused, at+"duty", r.Duty, 0, maxPlanName)
		if r.AccountID != 0 {
			r.Name, r.Mobile, r.Email = "", "", ""
			continue
		}
		text(&refused, at+"name", r.Name, 1, maxPlanName)
		address(&refused, at+"email", &r.Email, verification.Mail, errs.EmailFormat)
		address(&refused, at+"mobile", &r.Mobile, verification.SMS, errs.MobileFormat)
	}
	return refused.Err()
}

// SavePlan sets the emergency plan of a grade.
func (s *Store) SavePlan(ctx context.Context, who audit.Actor, project int64, level int, fields EmergencyPlanFields) error {
	if err := fields.check(level); err != nil {
		return err
	}
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		corporation, err := s.begin(ctx, tx, who, project)
		if err != nil {
			return err
		}
		if err := members(ctx, tx, project, fields.Responders); err != nil {
			return err
		}
		responders, err := json.Marshal(fields.Responders)
		if err != nil {
			return fmt.Errorf("responders: %w", err)
		}
		before, err := plans(ctx, tx.Tables.Bun.NewSelect().Conn(tx.Tx).Where("ep.project_id = ? AND ep.level = ?", project, level))
		if err != nil {
			return err
		}
		entry := auditdb.Entry{
			Action: auditdb.Created, Kind: planKind, ID: project, Corporation: corporation, Project: project, Content: fields.Name, After: fields,
		}
		if len(before) > 0 {
			entry.Action, entry.Before = auditdb.Updated, before[0].EmergencyPlanFields
		}
		row := planRow{
			ProjectID: project, CorporationID: corporation, Level: level, Name: fields.Name, Measures: fields.Measures, Responders: string(responders),
			Channels: strings.Join(fields.Channels, ","), ResponseMinutes: fields.ResponseMinutes, EscalateTo: fields.EscalateToLevel,
			Frequency: fields.Frequency, RaiseInterval: fields.RaiseInterval, IntervalSeconds: fields.IntervalSeconds,
			LongestMinutes: fields.LongestMinutes, UpdatedAt: tx.Now,
		}
		if row.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		_, err = tx.Tables.Bun.NewInsert().Conn(tx.Tx).Model(&row).On(`CONFLICT (project_id, level) DO UPDATE SET name = excluded.name,
			measures = excluded.measures, responders = excluded.responders, channels = excluded.channels, response_minutes = excluded.response_minutes,
			escalate_to = excluded.escalate_to, frequency = excluded.frequency, raise_interval = excluded.raise_interval,
			interval_seconds = excluded.interval_seconds, longest_minutes = excluded.longest_minutes, updated_at = excluded.updated_at`).Exec(ctx)
		if err != nil {
			return fmt.Errorf("save plan: %w", err)
		}
		logs := auditdb.WithLog(tx)
		return logs.Log(ctx, who, entry)
	})
}

// members refuses responders with an account that is not a member of the project.
func members(ctx context.Context, tx *sqlkit.Transaction, project int64, list []EmergencyResponder) error {
	var refused errs.Refusals
	for i, r := range list {
		if r.AccountID == 0 {
			continue
		}
		there, err := tx.Tables.Bun.NewSelect().Conn(tx.Tx).Table("project_member").
			Where("project_id = ? AND account_id = ?", project, r.AccountID).Exists(ctx)
		if err != nil {
			return err
		}
		if !there {
			refused.Add(fmt.Sprintf("responders[%d].accountId", i), errs.RecipientElsewhere)
		}
	}
	return refused.Err()
}

// DeletePlan removes the emergency plan of a grade.
func (s *Store) DeletePlan(ctx context.Context, who audit.Actor, project int64, level int) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		corporation, err := s.begin(ctx, tx, who, project)
		if err != nil {
			return err
		}
		before, err := plans(ctx, tx.Tables.Bun.NewSelect().Conn(tx.Tx).Where("ep.project_id = ? AND ep.level = ?", project, level))
		if err != nil {
			return err
		}
		if len(before) == 0 {
			return errs.New(errs.NothingHere)
		}
		if _, err := tx.Exec(ctx, "DELETE FROM emergency_plan WHERE project_id = ? AND level = ?", project, level); err != nil {
			return err
		}
		logs := auditdb.WithLog(tx)
		return logs.Log(ctx, who, auditdb.Entry{
			Action: auditdb.Deleted, Kind: planKind, ID: project, Corporation: corporation, Project: project, Content: before[0].Name,
			Before: before[0].EmergencyPlanFields,
		})
	})
}

// Responders returns who the emergency plans of projects name, for the ledger of messages.
//
// Unscoped: the caller has chosen the projects, or works for the program.
func (s *Store) Responders(ctx context.Context, q *bun.SelectQuery, projects []int64) ([]grading.Responders, error) {
	var rows []planRow
	if err := q.Clone().Model(&rows).Where("ep.project_id IN (?)", bun.List(projects)).OrderExpr("ep.project_id, ep.level").Scan(ctx); err != nil {
		return nil, fmt.Errorf("emergency plans of %d projects: %w", len(projects), err)
	}
	list := make([]grading.Responders, 0, len(rows))
	for i := range rows {
		p, err := rows[i].plan()
		if err != nil {
			return nil, err
		}
		made := grading.Responders{ProjectID: rows[i].ProjectID, Plan: p.Name, Level: alarm.Level(p.Level), Channels: p.Channels}
		for _, r := range p.Responders {
			switch {
			case r.AccountID != 0:
				made.Accounts = append(made.Accounts, r.AccountID)
			case r.Email != "":
				made.Addresses = append(made.Addresses, r.Email)
			case r.Mobile != "":
				made.Mobiles = append(made.Mobiles, r.Mobile)
			}
		}
		list = append(list, made)
	}
	return list, nil
}
