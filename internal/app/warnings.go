package app

import (
	"context"

	"plumbline/internal/api"
	"plumbline/internal/core/computation"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/monitor"
)

// warnings lists the thresholds that a change leaves without effect: of a change of
// thresholds all of its points, of another change those that are in effect before it.
func (p previews) warnings(ctx context.Context, before, after []definition.Definition) ([]api.ThresholdWarning, error) {
	var standing, drafts []*computation.Point
	for i := range after {
		drafts = append(drafts, computation.Compile(after[i]))
		if !after[i].DraftsThresholds() {
			standing = append(standing, computation.Compile(before[i]))
		}
	}
	known, err := p.read.Unarmed(ctx, standing)
	if err != nil {
		return nil, err
	}
	found, err := p.read.Unarmed(ctx, drafts)
	if err != nil {
		return nil, err
	}
	structures := make(map[int64]definition.Definition, len(after))
	for i := range after {
		structures[after[i].Point.ID] = after[i]
	}
	list := []api.ThresholdWarning{}
	for _, one := range monitor.NewlyUnarmed(known, found) {
		made := api.ThresholdWarning{Code: string(one.Code), Reason: one.Reason, Fix: string(one.Fix), Points: len(one.Points), List: []api.WarnedPoint{}}
		for _, point := range one.Points[:min(len(one.Points), api.MaxConsequences)] {
			of := structures[point.ID].Point
			made.List = append(made.List, api.WarnedPoint{PointID: point.ID, Name: of.Name, StructureID: of.StructureID, ItemID: of.ItemID, Labels: point.Labels})
		}
		list = append(list, made)
	}
	return list, nil
}
