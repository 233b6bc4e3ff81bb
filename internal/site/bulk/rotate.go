package bulk

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/exclusion"
	"plumbline/internal/site/device"
)

// maxOverlap is the maximum validity of the old secret after a rotation.
const maxOverlap = 30 * 24 * time.Hour

// Rotate gives a device with a register ID a new secret and returns it; it is shown only once. The old secret stays
// valid for overlap; until then the rotation can be undone. mark is that of the previewed plan, see Expected.
func (s *Service) Rotate(ctx context.Context, who audit.Actor, id int64, overlap time.Duration, mark string) (Operation, string, error) {
	var secret string
	rotation := Expected(mark, s.PlanRotation(id, overlap))
	done, err := s.Do(ctx, who, Planner{rotation.Of, func(ctx context.Context, who audit.Actor) (Plan, error) {
		plan, err := rotation.Plan(ctx, who)
		if err != nil {
			return plan, err
		}
		d, err := s.store.Device(ctx, who.Scope, id)
		if err != nil {
			return plan, err
		}
		next := device.Secret{DeviceID: d.ID}
		if secret, next.Current, err = s.devices.DraftSecret(d.ID); err != nil {
			return plan, err
		}
		if overlap > 0 {
			old, err := s.store.Secret(ctx, d.ID)
			if err != nil && !errs.IsKind(err, errs.NotFound) {
				return plan, err
			}
			next.Previous, next.Until = old.Current, clock.Now().Add(overlap).UnixMilli()
		}
		plan.Secret = &next
		plan.Action.Effects.Rotation = &Rotation{DeviceID: d.ID, Mark: MarkOf(next.Current), Old: MarkOf(next.Previous), Until: next.Until}
		return plan, nil
	}})
	return done, secret, err
}

// PlanRotation returns what a rotation would change, without a secret.
func (s *Service) PlanRotation(id int64, overlap time.Duration) Planner {
	return Planner{exclusion.Owners{Devices: []int64{id}}, func(ctx context.Context, who audit.Actor) (Plan, error) {
		if overlap < 0 || overlap > maxOverlap {
			return Plan{}, errs.OnField("keepOldSeconds", errs.OutOfRange, "min", 0, "max", int64(maxOverlap/time.Second))
		}
		d, err := s.store.Device(ctx, who.Scope, id)
		if err != nil {
			return Plan{}, err
		}
		if d.Register == "" {
			return Plan{}, errs.OnField("register", errs.Empty)
		}
		held, err := s.store.Secret(ctx, d.ID)
		if err != nil && !errs.IsKind(err, errs.NotFound) {
			return Plan{}, err
		}
		plan := Plan{
			Action: Operation{Kind: RotateSecret, CorporationID: d.CorporationID, ProjectID: d.ProjectID, ValidFrom: clock.Now().UnixMilli(), Subject: d.Name},
			Lines:  []Line{{Thing: "device", ID: d.ID, Name: d.Name, Change: NewSecret}},
			Basis:  MarkOf(held.Current),
		}
		plan.Action.Effects.touch(d.ProjectID)
		return plan, nil
	}}
}

// MarkOf identifies a sealed secret without revealing it.
func MarkOf(sealed []byte) string {
	sum := sha256.Sum256(sealed)
	return hex.EncodeToString(sum[:8])
}
