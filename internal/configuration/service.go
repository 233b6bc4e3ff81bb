package configuration

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"time"
	"unicode/utf8"

	"plumbline/internal/access"
	"plumbline/internal/correction"
	"plumbline/internal/dated"
	"plumbline/internal/fault"
	"plumbline/internal/oplog"
	"plumbline/internal/point"
)

// Service keeps the rules of plans.
type Service struct {
	store       Store
	points      *point.Service
	corrections *correction.Service
	curve       Curve
}

// New makes the service.
func New(store Store, points *point.Service, corrections *correction.Service, curve Curve) *Service {
	return &Service{store: store, points: points, corrections: corrections, curve: curve}
}

const (
	maxNote  = 500 // characters
	maxCount = 1000
	// earliest is the first time a reading can have: 2000-01-01 UTC; aheadMost how far ahead of now
	// something may begin.
	earliest  = 946_684_800_000
	aheadMost = 24 * 3600_000
	// noDevices is the binding of a temporary point whose devices went to another.
	noDevices = `{"sources":[]}`
)

// Groups lists the device groups of a point in the order of time.
func (s *Service) Groups(ctx context.Context, scope access.Scope, pointID int64) ([]Group, error) {
	p, err := s.points.Get(ctx, scope, pointID)
	if err != nil {
		return nil, err
	}
	bindings, err := s.bindings(ctx, scope, pointID)
	if err != nil {
		return nil, err
	}
	groups := make([]Group, 0, len(bindings.Versions()))
	var devices, points []int64
	for _, v := range bindings.Versions() {
		g := Group{HistoryID: v.ID, From: v.ValidFrom, Note: v.Note}
		g.Until, _ = bindings.Until(v.ValidFrom)
		for _, source := range v.Value.Sources {
			g.Members = append(g.Members, Member{Source: source})
			devices, points = append(devices, source.DeviceID), append(points, source.PointID)
		}
		groups = append(groups, g)
	}
	named, err := s.store.DevicesNamed(ctx, scope, devices)
	if err != nil {
		return nil, err
	}
	others, err := s.store.PointsNamed(ctx, p.ProjectID, points)
	if err != nil {
		return nil, err
	}
	for _, g := range groups {
		for i := range g.Members {
			m := &g.Members[i]
			d := named[m.DeviceID]
			m.Name, m.SNCode, m.Type, m.Model = d.Name, d.SNCode, d.Type, d.Model
			if m.PointID != 0 {
				m.Name = others[m.PointID].Name
			}
		}
	}
	return groups, nil
}

func (s *Service) bindings(ctx context.Context, scope access.Scope, pointID int64) (dated.Timeline[point.Binding], error) {
	records, err := s.points.Versions(ctx, scope, pointID, point.AspectBinding)
	if err != nil {
		return dated.Timeline[point.Binding]{}, err
	}
	versions, err := dated.Decode[point.Binding](records, string(point.AspectBinding))
	return dated.Of(versions), err
}

// Replacements lists those of a point, newest first.
func (s *Service) Replacements(ctx context.Context, scope access.Scope, pointID int64) ([]Replacement, error) {
	return s.store.Replacements(ctx, scope, pointID)
}

// Replacement answers one, NotFound outside of the scope.
func (s *Service) Replacement(ctx context.Context, scope access.Scope, id int64) (Replacement, error) {
	return s.store.Replacement(ctx, scope, id)
}

// PlanChange is the plan of the first step: the group is another from a time on. Temporary points
// that have had the new devices give them up.
func (s *Service) PlanChange(ctx context.Context, scope access.Scope, pointID int64, c Change) (Replacement, Plan, error) {
	var refusals fault.Refusals
	if c.At < earliest || c.At > now()+aheadMost {
		refusals.Add("at", fault.TimeOutOfRange)
	}
	if utf8.RuneCountInString(c.Note) > maxNote {
		refusals.Add("note", fault.TooLong, "max", maxNote)
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
		return Replacement{}, Plan{}, fault.OnField("at", fault.NoDevice)
	case reflect.DeepEqual(before.Value, c.Binding):
		return Replacement{}, Plan{}, fault.OnField("sources", fault.SameGroup)
	}
	value, err := json.Marshal(c.Binding)
	if err != nil {
		return Replacement{}, Plan{}, fmt.Errorf("binding: %w", err)
	}
	draft := dated.Draft{Aspect: string(point.AspectBinding), ValidFrom: c.At, Value: value, Note: c.Note}
	released, err := s.points.CheckTakeover(ctx, scope, pointID, draft)
	if err := refusals.Merge("", err); err != nil {
		return Replacement{}, Plan{}, err
	}
	if err := refusals.Err(); err != nil {
		return Replacement{}, Plan{}, err
	}
	plan := Plan{Versions: []Step{{PointID: pointID, Draft: draft, From: c.At}}}
	for _, other := range released {
		plan.Versions = append(plan.Versions, Step{PointID: other.ID, From: c.At, Draft: dated.Draft{Aspect: draft.Aspect, ValidFrom: c.At, Value: json.RawMessage(noDevices), Note: c.Note}})
	}
	return Replacement{
		CorporationID: p.CorporationID, ProjectID: p.ProjectID, PointID: pointID, At: c.At, From: c.At, State: NotMigrated,
		Before: before.Value, After: c.Binding, Versions: []Made{}, Corrections: []int64{}, Note: c.Note,
	}, plan, nil
}

// ChangeGroup carries the first step out.
func (s *Service) ChangeGroup(ctx context.Context, who oplog.Actor, pointID int64, c Change) (r Replacement, err error) {
	err = s.store.Exclusively(ctx, func() error {
		var plan Plan
		if r, plan, err = s.PlanChange(ctx, who.Scope, pointID, c); err != nil {
			return err
		}
		return s.store.CreateReplacement(ctx, who, &r, plan)
	})
	return r, err
}

// newest answers a replacement that may be gone on with: the last of its point that is not undone.
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
			return r, fault.New(fault.LaterReplacement)
		}
		break
	}
	if r.State == Undone {
		return r, fault.New(fault.Changed)
	}
	return r, nil
}

// Handover tells what lies on both sides of a replacement that is not migrated yet.
func (s *Service) Handover(ctx context.Context, r Replacement) (Handover, error) {
	return s.curve.Handover(ctx, r.PointID, r.At, r.After)
}

// PlanMigration is the plan of the second step: readings of the new group that came before the
// change belong to the point, its initial value is formed anew, and the change goes on from where the
// old group left it.
func (s *Service) PlanMigration(ctx context.Context, scope access.Scope, id int64, m Migration) (Replacement, Plan, error) {
	r, err := s.newest(ctx, scope, id)
	if err != nil {
		return r, Plan{}, err
	}
	if r.State != NotMigrated {
		return r, Plan{}, fault.New(fault.MigratedAlready)
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
		m.Count = 3
	}
	var refusals fault.Refusals
	if m.From > r.At || m.From <= found.Last {
		refusals.Add("from", fault.OutsideHandover)
	}
	if m.Count < 1 || m.Count > maxCount {
		refusals.Add("count", fault.OutOfRange, "min", 1, "max", maxCount)
	}
	if err := refusals.Err(); err != nil {
		return r, Plan{}, err
	}
	plan := Plan{}
	for _, made := range r.Versions {
		if m.From == made.ValidFrom {
			continue
		}
		value := json.RawMessage(noDevices)
		if made.PointID == r.PointID {
			if value, err = json.Marshal(r.After); err != nil {
				return r, Plan{}, fmt.Errorf("binding: %w", err)
			}
		}
		plan.Versions = append(plan.Versions, Step{
			PointID: made.PointID, Supersedes: made.VersionID, From: m.From, Draft: dated.Draft{Aspect: made.Aspect, ValidFrom: m.From, Value: value, Note: r.Note},
		})
	}
	step, err := s.newInitial(ctx, scope, r, m)
	if err != nil {
		return r, Plan{}, err
	}
	plan.Versions = append(plan.Versions, step...)
	if m.Carry && len(found.Carried) > 0 {
		plan.Corrections, r.CarriedAt = carry(r, m.From, found.Carried), found.Last
	}
	r.From, r.State = m.From, Completed
	return r, plan, nil
}

// newInitial is the step that forms the initial value anew; none where the point has none that
// changes are taken against.
func (s *Service) newInitial(ctx context.Context, scope access.Scope, r Replacement, m Migration) ([]Step, error) {
	records, err := s.points.Versions(ctx, scope, r.PointID, point.AspectInitial)
	if err != nil {
		return nil, err
	}
	versions, err := dated.Decode[point.Initial](records, string(point.AspectInitial))
	if err != nil {
		return nil, err
	}
	if _, ok := dated.Of(versions).At(m.From); !ok {
		return nil, nil
	}
	value, err := json.Marshal(point.Initial{Mode: "auto", Time: m.From, Count: m.Count})
	if err != nil {
		return nil, fmt.Errorf("initial value: %w", err)
	}
	return []Step{{PointID: r.PointID, From: m.From, Draft: dated.Draft{Aspect: string(point.AspectInitial), ValidFrom: m.From, Value: value, Note: r.Note}}}, nil
}

// carry makes the records of the change that goes on: one a node.
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

// Migrate carries the second step out.
func (s *Service) Migrate(ctx context.Context, who oplog.Actor, id int64, m Migration) (r Replacement, err error) {
	err = s.store.Exclusively(ctx, func() error {
		var plan Plan
		if r, plan, err = s.PlanMigration(ctx, who.Scope, id, m); err != nil {
			return err
		}
		return s.store.AdvanceReplacement(ctx, who, &r, NotMigrated, plan, "")
	})
	return r, err
}

// PlanUndo is the plan that takes both steps back.
func (s *Service) PlanUndo(ctx context.Context, scope access.Scope, id int64, note string) (Replacement, Plan, error) {
	if utf8.RuneCountInString(note) > maxNote {
		return Replacement{}, Plan{}, fault.OnField("note", fault.TooLong, "max", maxNote)
	}
	r, err := s.newest(ctx, scope, id)
	if err != nil {
		return r, Plan{}, err
	}
	plan := Plan{}
	for _, made := range r.Versions {
		plan.Versions = append(plan.Versions, Step{
			PointID: made.PointID, Supersedes: made.VersionID, From: made.ValidFrom, Draft: dated.Draft{Aspect: made.Aspect, ValidFrom: made.ValidFrom, Note: note},
		})
	}
	for _, id := range r.Corrections {
		c, err := s.corrections.Get(ctx, scope, id)
		if err != nil {
			return r, Plan{}, err
		}
		if !c.Stands() {
			continue // somebody took it back by itself
		}
		c.Note = note
		plan.TakenBack = append(plan.TakenBack, c)
	}
	return r, plan, nil
}

// Undo takes a replacement back: the point is fed as if it had never been.
func (s *Service) Undo(ctx context.Context, who oplog.Actor, id int64, note string) (r Replacement, err error) {
	err = s.store.Exclusively(ctx, func() error {
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

func entry(list string, i int) string { return list + "[" + strconv.Itoa(i) + "]." }

func now() int64 { return time.Now().UnixMilli() }
