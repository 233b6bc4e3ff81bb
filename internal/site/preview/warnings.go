package preview

import (
	"context"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/query"
)

// warnings lists the thresholds that a change leaves without effect. For a change of thresholds these are all of its
// points; otherwise those that were in effect before.
func (s *Service) warnings(ctx context.Context, before, after []definition.Definition) ([]ThresholdWarning, error) {
	var standing, drafts []*compiled.Point
	for i := range after {
		drafts = append(drafts, compiled.Compile(after[i]))
		if !after[i].DraftsThresholds() {
			standing = append(standing, compiled.Compile(before[i]))
		}
	}
	known, err := s.Thresholds.Unarmed(ctx, standing)
	if err != nil {
		return nil, err
	}
	found, err := s.Thresholds.Unarmed(ctx, drafts)
	if err != nil {
		return nil, err
	}
	structures := make(map[int64]definition.Definition, len(after))
	for i := range after {
		structures[after[i].Point.ID] = after[i]
	}
	list := []ThresholdWarning{}
	for _, one := range query.NewlyUnarmed(known, found) {
		made := ThresholdWarning{Code: string(one.Code), Reason: one.Reason, Fix: string(one.Fix), Points: len(one.Points), List: []WarnedPoint{}}
		for _, point := range one.Points[:min(len(one.Points), MaxConsequences)] {
			of := structures[point.ID].Point
			made.List = append(made.List, WarnedPoint{PointID: point.ID, Name: of.Name, StructureID: of.StructureID, ItemID: of.ItemID, Labels: point.Labels})
		}
		list = append(list, made)
	}
	return list, nil
}
