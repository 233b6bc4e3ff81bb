package bulk

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/exclusion"
	"plumbline/internal/site/point"
	"plumbline/internal/site/project"
)

const (
	maxName  = 20   // characters (specification section 5)
	maxClone = 5000 // points
)

// Clone copies a structure with its items, points, formulas, processing, collection and thresholds and, on request,
// its drawings, GNSS task and coordinates. Devices and initial values belong to the site and are not copied. Points
// computed from points of the same structure are computed from their copies.
type Clone struct {
	StructureID int64
	ProjectID   int64  // target
	Name        string // of the copy
	Find        string // text in point names to be replaced by Replace
	Replace     string
	Prefix      string
	Suffix      string
	Drawings    bool  // with their points
	GNSS        bool  // the structure's task; only within the project, because it refers to devices
	Coordinates bool  // of structure, items and points
	At          int64 // UTC ms of the configuration to copy; 0: now
}

func (c Clone) rename(name string) string {
	if c.Find != "" {
		name = strings.ReplaceAll(name, c.Find, c.Replace)
	}
	return c.Prefix + name + c.Suffix
}

// PlanClone plans a clone. Names that are taken or too long are listed by point.
func (s *Service) PlanClone(clone Clone) Planner {
	of := exclusion.Owners{Projects: []int64{clone.ProjectID}, Structures: []int64{clone.StructureID}}
	return Planner{of, func(ctx context.Context, who audit.Actor) (Plan, error) {
		at, err := asOf(clone.At)
		if err != nil {
			return Plan{}, err
		}
		source, err := s.store.Structure(ctx, who.Scope, clone.StructureID)
		if err != nil {
			return Plan{}, err
		}
		if source.IsItem {
			return Plan{}, errs.OnField("structureId", errs.MustExist)
		}
		target, err := s.store.Project(ctx, who.Scope, clone.ProjectID)
		if err != nil {
			return Plan{}, err
		}
		if target.CorporationID != source.CorporationID {
			return Plan{}, errs.OnField("projectId", errs.MustExist)
		}
		siblings, err := s.store.Structures(ctx, who.Scope, source.ProjectID)
		if err != nil {
			return Plan{}, err
		}
		points, err := s.store.PointsUnder(ctx, who.Scope, source.ID)
		if err != nil {
			return Plan{}, err
		}
		if len(points) > maxClone {
			return Plan{}, errs.OnField("structureId", errs.TooManyItems, "max", maxClone)
		}
		if err := clone.checkGNSS(source); err != nil {
			return Plan{}, err
		}
		if err := s.checkNames(ctx, who, clone, points); err != nil {
			return Plan{}, err
		}
		return s.copyOf(ctx, who, clone, at, source, siblings, points)
	}}
}

func (s *Service) checkNames(ctx context.Context, who audit.Actor, clone Clone, points []point.Point) error {
	var refusals errs.Refusals
	checkName(&refusals, "name", clone.Name)
	inProject, err := s.store.Structures(ctx, who.Scope, clone.ProjectID)
	if err != nil {
		return err
	}
	for _, st := range inProject {
		if !st.IsItem && st.Name == clone.Name {
			refusals.Add("name", errs.NameUsed)
		}
	}
	names, seen := make([]string, len(points)), map[string]bool{}
	for i, p := range points {
		names[i] = clone.rename(p.Name)
	}
	taken, err := s.store.PointNamesTaken(ctx, who.Scope, clone.ProjectID, names)
	if err != nil {
		return err
	}
	for i, name := range names {
		field := fmt.Sprintf("points[%d].name", i)
		checkName(&refusals, field, name)
		switch {
		case taken[name]:
			refusals.Add(field, errs.NameUsed)
		case seen[name]:
			refusals.Add(field, errs.Duplicate)
		}
		seen[name] = true
	}
	return refusals.Err()
}

func checkName(refusals *errs.Refusals, field, name string) {
	switch n := utf8.RuneCountInString(name); {
	case n == 0:
		refusals.Add(field, errs.Empty)
	case n > maxName:
		refusals.Add(field, errs.TooLong, "max", maxName)
	}
}

func (s *Service) copyOf(ctx context.Context, who audit.Actor, clone Clone, at int64, source project.Structure,
	siblings []project.Structure, points []point.Point,
) (Plan, error) {
	plan := Plan{Action: Operation{
		Kind: CloneStructure, CorporationID: source.CorporationID, ProjectID: clone.ProjectID, ValidFrom: at, Subject: source.Name + " → " + clone.Name,
	}}
	plan.Action.Effects.touch(clone.ProjectID)
	first, err := s.store.TakeIDs(ctx, 1+len(siblings)+len(points))
	if err != nil {
		return plan, err
	}
	copies := map[int64]int64{0: 0} // of structures, items and points
	next := func(id int64) int64 {
		copies[id] = first
		first++
		return copies[id]
	}
	top := source
	top.ID, top.ProjectID, top.Name, top.Sort = next(source.ID), clone.ProjectID, clone.Name, 0
	clone.place(&top)
	plan.Structures = append(plan.Structures, top)
	plan.Lines = append(plan.Lines, Line{Thing: "structure", Name: clone.Name, Change: Made, From: source.Name})
	for _, item := range siblings {
		if item.ParentID != source.ID {
			continue
		}
		old := item.Name
		item.ID, item.ProjectID, item.ParentID, item.Sort = next(item.ID), clone.ProjectID, top.ID, 0
		clone.place(&item)
		plan.Structures = append(plan.Structures, item)
		plan.Lines = append(plan.Lines, Line{Thing: "item", Name: item.Name, Change: Made, From: old})
	}
	ids := make([]int64, len(points))
	for i, p := range points {
		ids[i] = p.ID
		next(p.ID)
	}
	records, err := s.store.Configuration(ctx, who.Scope, timeline.OfPoint, ids)
	if err != nil {
		return plan, err
	}
	versions := map[int64][]timeline.Record{}
	for _, r := range records {
		versions[r.OwnerID] = append(versions[r.OwnerID], r)
	}
	for _, p := range points {
		made := point.New{Point: p}
		made.ID, made.ProjectID, made.StructureID, made.ItemID = copies[p.ID], clone.ProjectID, top.ID, copies[p.ItemID]
		made.Name, made.Sort = clone.rename(p.Name), 0
		clone.placePoint(&made.Point)
		if made.Config, err = copyConfig(p.ID, versions[p.ID], at, copies, clone.ProjectID == source.ProjectID); err != nil {
			return plan, err
		}
		plan.Points = append(plan.Points, made)
		plan.Lines = append(plan.Lines, Line{Thing: "point", Name: made.Name, Change: Made, From: p.Name})
	}
	if plan.Sheets, err = s.sheets(ctx, who.Scope, clone, source, copies); err != nil {
		return plan, err
	}
	for _, sheet := range plan.Sheets {
		plan.Lines = append(plan.Lines, Line{Thing: "plan", Name: sheet.Name, Change: Made})
	}
	return plan, nil
}

// notCloned are the aspects that a copy does not take over as they are: its sources are copied apart, an initial value
// belongs to the instrument, and the monitoring of a copy is on.
var notCloned = []definition.PointAspect{definition.AspectBinding, definition.AspectInitial, definition.AspectMonitoring}

// copyConfig returns the configuration of a copy, without what belongs to the site.
func copyConfig(id int64, own []timeline.Record, at int64, copies map[int64]int64, sameProject bool) ([]timeline.Draft, error) {
	var drafts []timeline.Draft
	bindings, err := timelineOf[definition.Binding](own, id, string(definition.AspectBinding))
	if err != nil {
		return nil, err
	}
	if bound, ok := bindings.At(at); ok {
		if sources := copySources(bound.Value.Sources, copies, sameProject); len(sources) > 0 {
			version, err := draft(string(definition.AspectBinding), 0, definition.Binding{Sources: sources})
			if err != nil {
				return nil, err
			}
			drafts = append(drafts, version)
		}
	}
	for _, aspect := range aspectsOf(own, id) {
		if slices.Contains(notCloned, definition.PointAspect(aspect)) {
			continue
		}
		line, err := timelineOf[json.RawMessage](own, id, aspect)
		if err != nil {
			return nil, err
		}
		held, ok := line.At(at)
		if ok && aspect == string(definition.AspectProcessor) {
			held.Value, err = copyProcessor(held.Value, copies, sameProject)
		}
		if err != nil {
			return nil, err
		}
		if ok {
			drafts = append(drafts, timeline.Draft{Aspect: aspect, Value: held.Value})
		}
	}
	return drafts, nil
}

// copyProcessor replaces auxiliary points of the structure by their copies, as copySources does.
func copyProcessor(value json.RawMessage, copies map[int64]int64, sameProject bool) (json.RawMessage, error) {
	var p definition.Processor
	if err := json.Unmarshal(value, &p); err != nil {
		return nil, fmt.Errorf("processor: %w", err)
	}
	if len(p.Others()) == 0 {
		return value, nil
	}
	for _, id := range []*int64{&p.RefPoint, &p.TopShiftSource} {
		if own, inside := copies[*id]; inside {
			*id = own
		} else if !sameProject {
			*id = 0
		}
	}
	return json.Marshal(p)
}

// copySources keeps the source points of a copy: copies for points of the structure, others within the same project.
// Without its main source, nothing remains.
func copySources(sources []definition.Source, copies map[int64]int64, sameProject bool) []definition.Source {
	var kept []definition.Source
	for i, source := range sources {
		own, inside := copies[source.PointID]
		switch {
		case source.PointID == 0 || !inside && !sameProject:
			if i == 0 {
				return nil
			}
			continue
		case inside:
			source.PointID = own
		}
		kept = append(kept, source)
	}
	return kept
}
