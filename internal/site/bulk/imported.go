package bulk

import (
	"context"

	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/exclusion"
	"plumbline/internal/site/device"
)

// Imported is an imported device with its secret, which is shown only once.
type Imported struct {
	device.Device
	Secret string // empty without a register ID
}

// Check validates devices of a workbook; see device.Service.CheckBatch.
func (s *Service) Check(ctx context.Context, who audit.Actor, list []device.NewDevice) error {
	if len(list) > 0 && !who.Scope.Covers(list[0].CorporationID) {
		return errs.New(errs.NothingHere)
	}
	return s.devices.CheckBatch(ctx, who.Scope, list)
}

// Import adds devices of one corporation, all or none, to project; 0: to the corporation's stock.
func (s *Service) Import(ctx context.Context, who audit.Actor, project int64, list []device.NewDevice) (Operation, []Imported, error) {
	var made []Imported
	var of exclusion.Owners
	if len(list) > 0 {
		of.Corporations = []int64{list[0].CorporationID}
	}
	done, err := s.Do(ctx, who, Planner{of, func(ctx context.Context, who audit.Actor) (Plan, error) {
		if err := s.Check(ctx, who, list); err != nil {
			return Plan{}, err
		}
		plan := Plan{Action: Operation{Kind: ImportDevices, CorporationID: list[0].CorporationID, ProjectID: project}}
		first, err := s.store.TakeIDs(ctx, len(list))
		if err != nil {
			return plan, err
		}
		if err := s.devices.Connect(ctx, who.Scope, list, first); err != nil {
			return plan, err
		}
		names := make([]string, len(list))
		made = make([]Imported, len(list))
		for i, d := range list {
			names[i] = d.SNCode
			planned := NewDevice{Device: d.Device, Config: d.Config}
			made[i].Device = d.Device
			if d.Register != "" {
				if made[i].Secret, planned.Sealed, err = s.devices.DraftSecret(d.ID); err != nil {
					return plan, err
				}
			}
			plan.Devices = append(plan.Devices, planned)
		}
		plan.Action.Subject = subject(names)
		for _, d := range list {
			plan.Action.Effects.touch(d.ProjectID)
		}
		return plan, nil
	}})
	return done, made, err
}
