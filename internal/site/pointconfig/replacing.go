package pointconfig

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"unicode/utf8"

	"plumbline/internal/core/correction"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/exclusion"
)

// PlanChange returns the plan of the first step: the group changes from a time on. Temporary points release the new
// devices. Because the instruments have different zeros, the first readings of the new one form a new initial value
// and the accumulated change keeps its value until migration; otherwise the first reading would be a jump and a false
// alarm.
func (s *Service) PlanChange(ctx context.Context, scope access.Scope, pointID int64, c Change) (Replacement, Plan, error) {
	var refusals errs.Refusals
	if !timeline.Possible(c.At) {
		refusals.Add("at", errs.TimeOutOfRange)
	}
	if utf8.RuneCountInString(c.Note) > maxNote {
		refusals.Add("note", errs.TooLong, "max", maxNote)
	}
	if err := refusals.Err(); err != nil {
		return Replacement{}, Plan{}, err
	}
	p, err := s.points.Get(ctx, scope, pointID)
	if err != nil {
		return Replacement{}, Plan{}, err
	}
	bindings, err := s.bindings(ctx, scope, pointID)
	if err != nil {
		return Replacement{}, Plan{}, err
	}
	before, ok := bindings.At(c.At)
	switch {
	case !ok || len(before.Value.Sources) == 0:
		return Replacement{}, Plan{}, errs.OnField("at", errs.NoDevice)
	case reflect.DeepEqual(before.Value, c.Binding):
		return Replacement{}, Plan{}, errs.OnField("sources", errs.SameGroup)
	}
	value, err := json.Marshal(c.Binding)
	if err != nil {
		return Replacement{}, Plan{}, fmt.Errorf("binding: %w", err)
	}
	draft := timeline.Draft{Aspect: string(definition.AspectBinding), ValidFrom: c.At, Value: value, Note: c.Note}
	released, err := s.points.CheckTakeover(ctx, scope, pointID, draft)
	if err := refusals.Merge("", err); err != nil {
		return Replacement{}, Plan{}, err
	}
	if err := refusals.Err(); err != nil {
		return Replacement{}, Plan{}, err
	}
	plan := Plan{Versions: []Step{{PointID: pointID, Draft: draft, From: c.At}}}
	for _, other := range released {
		plan.Versions = append(plan.Versions, Step{
			PointID: other.ID, From: c.At, Draft: timeline.Draft{Aspect: draft.Aspect, ValidFrom: c.At, Value: json.RawMessage(noDevices), Note: c.Note},
		})
	}
	r := Replacement{
		CorporationID: p.CorporationID, ProjectID: p.ProjectID, PointID: pointID, At: c.At, From: c.At, State: NotMigrated,
		Before: before.Value, After: c.Binding, Versions: []Made{}, Corrections: []int64{}, Note: c.Note,
	}
	found, err := s.Handover(ctx, r)
	if err != nil {
		return r, Plan{}, err
	}
	step, err := s.newInitial(ctx, scope, r, Migration{From: c.At, Count: usualCount})
	if err != nil {
		return r, Plan{}, err
	}
	plan.Versions = append(plan.Versions, step...)
	if len(found.Carried) > 0 {
		plan.Corrections, r.CarriedAt = carry(r, c.At, found.Carried), found.Last
	}
	return r, plan, nil
}

// ChangeGroup executes the first step.
func (s *Service) ChangeGroup(ctx context.Context, who audit.Actor, pointID int64, c Change) (r Replacement, err error) {
	err = s.store.Exclusively(ctx, exclusion.Owners{Points: []int64{pointID}}, func(ctx context.Context) error {
		var plan Plan
		if r, plan, err = s.PlanChange(ctx, who.Scope, pointID, c); err != nil {
			return err
		}
		return s.store.CreateReplacement(ctx, who, &r, plan)
	})
	return r, err
}

// newest returns a replacement if it is the last of its point that is not undone; only that one can continue.
func (s *Service) newest(ctx context.Context, scope access.Scope, id int64) (Replacement, error) {
	r, err := s.store.Replacement(ctx, scope, id)
	if err != nil {
		return r, err
	}
	list, err := s.store.Replacements(ctx, scope, r.PointID)
	if err != nil {
		return r, err
	}
	for _, other := range list {
		if other.State == Undone {
			continue
		}
		if other.ID != id {
			return r, errs.New(errs.LaterReplacement)
		}
		break
	}
	if r.State == Undone {
		return r, errs.New(errs.Changed)
	}
	return r, nil
}

// Handover returns the data around a replacement that is not migrated yet.
func (s *Service) Handover(ctx context.Context, r Replacement) (Handover, error) {
	return s.curve.Handover(ctx, r.PointID, r.At, r.After)
}

// PlanMigration returns the plan of the second step: earlier readings of the new group are added to the point, its
// initial value is formed again, and the change continues from the old group's last one.
func (s *Service) PlanMigration(ctx context.Context, scope access.Scope, id int64, m Migration) (Replacement, Plan, error) {
	r, err := s.newest(ctx, scope, id)
	if err != nil {
		return r, Plan{}, err
	}
	if r.State != NotMigrated {
		return r, Plan{}, errs.New(errs.MigratedAlready)
	}
	found, err := s.Handover(ctx, r)
	if err != nil {
		return r, Plan{}, err
	}
	if m.From == 0 {
		if m.From = r.At; found.First != 0 {
			m.From = found.First
		}
	}
	if m.Count == 0 {
		m.Count = usualCount
	}
	var refusals errs.Refusals
	if m.From > r.At || m.From <= found.Last {
		refusals.Add("from", errs.OutsideHandover)
	}
	if m.Count < 1 || m.Count > maxCount {
		refusals.Add("count", errs.OutOfRange, "min", 1, "max", maxCount)
	}
	if err := refusals.Err(); err != nil {
		return r, Plan{}, err
	}
	plan := Plan{}
	for _, made := range r.Versions {
		if m.From == made.ValidFrom || made.Aspect != string(definition.AspectBinding) {
			continue
		}
		value := json.RawMessage(noDevices)
		if made.PointID == r.PointID {
			if value, err = json.Marshal(r.After); err != nil {
				return r, Plan{}, fmt.Errorf("binding: %w", err)
			}
		}
		plan.Versions = append(plan.Versions, Step{
			PointID: made.PointID, Supersedes: made.VersionID, From: m.From,
			Draft: timeline.Draft{Aspect: made.Aspect, ValidFrom: m.From, Value: value, Note: r.Note},
		})
	}
	step, err := s.newInitial(ctx, scope, r, m)
	if err != nil {
		return r, Plan{}, err
	}
	plan.Versions = append(plan.Versions, step...)
	if plan.Revoked, err = s.unrevoked(ctx, scope, r, r.Note); err != nil {
		return r, Plan{}, err
	}
	r.CarriedAt = 0
	if m.Carry && len(found.Carried) > 0 {
		plan.Corrections, r.CarriedAt = carry(r, m.From, found.Carried), found.Last
	}
	r.From, r.State = m.From, Completed
	return r, plan, nil
}

// unrevoked returns the corrections of a replacement to revoke: some may have been revoked separately.
func (s *Service) unrevoked(ctx context.Context, scope access.Scope, r Replacement, note string) ([]correction.Correction, error) {
	var list []correction.Correction
	for _, id := range r.Corrections {
		c, err := s.corrections.Get(ctx, scope, id)
		if err != nil {
			return nil, err
		}
		if c.InEffect() {
			c.Note = note
			list = append(list, c)
		}
	}
	return list, nil
}

// newInitial returns the step that forms the initial value again, replacing that of the first step; none if the point
// has no initial value.
func (s *Service) newInitial(ctx context.Context, scope access.Scope, r Replacement, m Migration) ([]Step, error) {
	records, err := s.points.Versions(ctx, scope, r.PointID, definition.AspectInitial)
	if err != nil {
		return nil, err
	}
	versions, err := timeline.Decode[definition.Initial](records, string(definition.AspectInitial))
	if err != nil {
		return nil, err
	}
	if _, ok := timeline.Of(versions).At(m.From); !ok {
		return nil, nil
	}
	value, err := json.Marshal(definition.Initial{Mode: "auto", Time: m.From, Count: m.Count})
	if err != nil {
		return nil, fmt.Errorf("initial value: %w", err)
	}
	step := Step{
		PointID: r.PointID, From: m.From, Draft: timeline.Draft{Aspect: string(definition.AspectInitial), ValidFrom: m.From, Value: value, Note: r.Note},
	}
	for _, made := range r.Versions {
		if made.Aspect == string(definition.AspectInitial) && stands(records, made.VersionID) {
			step.Supersedes = made.VersionID
		}
	}
	return []Step{step}, nil
}

// carry returns the corrections that carry the change over, one per node.
func carry(r Replacement, from int64, values []Carried) []correction.Correction {
	var list []correction.Correction
	at := map[int32]int{}
	for _, c := range values {
		i, ok := at[c.Node]
		if !ok {
			i = len(list)
			at[c.Node] = i
			made := correction.Correction{PointID: r.PointID, Kind: correction.InitShift, From: from, Values: map[string]float64{}, Note: r.Note}
			if c.Node != 0 {
				made.Nodes = []int32{c.Node}
			}
			list = append(list, made)
		}
		list[i].Values[c.Field] = c.Amount
	}
	return list
}

// Migrate executes the second step.
func (s *Service) Migrate(ctx context.Context, who audit.Actor, id int64, m Migration) (r Replacement, err error) {
	err = s.exclusively(ctx, who.Scope, id, func(ctx context.Context) error {
		var plan Plan
		if r, plan, err = s.PlanMigration(ctx, who.Scope, id, m); err != nil {
			return err
		}
		return s.store.AdvanceReplacement(ctx, who, &r, NotMigrated, plan, "")
	})
	return r, err
}

// PlanUndo returns the plan that undoes both steps.
func (s *Service) PlanUndo(ctx context.Context, scope access.Scope, id int64, note string) (Replacement, Plan, error) {
	if utf8.RuneCountInString(note) > maxNote {
		return Replacement{}, Plan{}, errs.OnField("note", errs.TooLong, "max", maxNote)
	}
	r, err := s.newest(ctx, scope, id)
	if err != nil {
		return r, Plan{}, err
	}
	plan := Plan{}
	initials, err := s.points.Versions(ctx, scope, r.PointID, definition.AspectInitial)
	if err != nil {
		return r, Plan{}, err
	}
	for _, made := range r.Versions {
		if made.Aspect == string(definition.AspectInitial) && !stands(initials, made.VersionID) {
			continue // already replaced by another version
		}
		plan.Versions = append(plan.Versions, Step{
			PointID: made.PointID, Supersedes: made.VersionID, From: made.ValidFrom,
			Draft: timeline.Draft{Aspect: made.Aspect, ValidFrom: made.ValidFrom, Note: note},
		})
	}
	plan.Revoked, err = s.unrevoked(ctx, scope, r, note)
	return r, plan, err
}

// stands reports whether a version is in effect.
func stands(records []timeline.Record, id int64) bool {
	return slices.ContainsFunc(records, func(r timeline.Record) bool { return r.ID == id && r.SupersededAt == 0 })
}

// exclusively runs do without other changes of configuration of the corporation that a replacement belongs to.
func (s *Service) exclusively(ctx context.Context, scope access.Scope, id int64, do func(ctx context.Context) error) error {
	r, err := s.newest(ctx, scope, id)
	if err != nil {
		return err
	}
	return s.store.Exclusively(ctx, exclusion.Owners{Points: []int64{r.PointID}}, do)
}

// Undo undoes a replacement: the point has its previous sources again.
func (s *Service) Undo(ctx context.Context, who audit.Actor, id int64, note string) (r Replacement, err error) {
	err = s.exclusively(ctx, who.Scope, id, func(ctx context.Context) error {
		var plan Plan
		if r, plan, err = s.PlanUndo(ctx, who.Scope, id, note); err != nil {
			return err
		}
		before := r.State
		r.State = Undone
		return s.store.AdvanceReplacement(ctx, who, &r, before, plan, note)
	})
	return r, err
}
