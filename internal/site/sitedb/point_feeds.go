package sitedb

import (
	"context"
	"encoding/json"
	"fmt"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/site/device"
)

func (s *Store) BoundDevice(ctx context.Context, corporationID, deviceID int64) (device.Device, []timeline.Record, error) {
	scope := access.Scope{Corporation: corporationID}
	d, err := s.Device(ctx, scope, deviceID)
	if err != nil {
		return device.Device{}, nil, err
	}
	records, err := s.fold.Versions(ctx, timeline.OfDevice, []int64{deviceID})
	return d, records, err
}

// Unscoped: the service has just looked the thing up in the caller's scope.
func (s *Store) SourcePoints(ctx context.Context, projectID int64) (map[int64][]int64, error) {
	var rows []struct{ OwnerID, PointID int64 }
	err := s.Bun.NewRaw(`SELECT DISTINCT vs.owner_id, vs.point_id FROM version_source AS vs JOIN version AS v ON v.id = vs.version_id
		JOIN point AS p ON p.id = vs.owner_id
		WHERE vs.owner_kind = 'point' AND vs.point_id <> 0 AND v.superseded_at = 0 AND p.project_id = ?`, projectID).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("points that feed points: %w", err)
	}
	feeds := make(map[int64][]int64)
	for _, r := range rows {
		feeds[r.OwnerID] = append(feeds[r.OwnerID], r.PointID)
	}
	return feeds, s.addFormulaPoints(ctx, projectID, feeds)
}

// addFormulaPoints adds the points named by formulas of a project's points.
func (s *Store) addFormulaPoints(ctx context.Context, projectID int64, feeds map[int64][]int64) error {
	var rows []struct {
		OwnerID int64
		Value   string
	}
	err := s.Bun.NewRaw(`SELECT v.owner_id, v.value FROM version AS v JOIN point AS p ON p.id = v.owner_id
		WHERE v.owner_kind = 'point' AND v.aspect = ? AND v.superseded_at = 0 AND v.value LIKE '%P%' AND p.project_id = ?`,
		definition.AspectFormula, projectID).Scan(ctx, &rows)
	if err != nil {
		return fmt.Errorf("points that formulas name: %w", err)
	}
	for _, r := range rows {
		var f definition.Formula
		if err := json.Unmarshal([]byte(r.Value), &f); err != nil {
			return fmt.Errorf("formula of point %d: %w", r.OwnerID, err)
		}
		for _, rule := range f.Rules {
			feeds[r.OwnerID] = append(feeds[r.OwnerID], formula.PointsRead(rule.Text, rule.Options)...)
		}
	}
	return nil
}
