package bulk

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/exclusion"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
)

// Service plans, executes and undoes actions.
type Service struct {
	store   Store
	devices *device.Service
	points  *point.Service
}

// New returns a service. devices and points validate what is created.
func New(store Store, devices *device.Service, points *point.Service) *Service {
	return &Service{store: store, devices: devices, points: points}
}

// List returns the actions in the scope, newest first. It sorts by createdAt.
func (s *Service) List(ctx context.Context, scope access.Scope, filter Filter) (paging.Page[Listed], error) {
	return s.store.Actions(ctx, scope, filter)
}

// Get returns one action.
func (s *Service) Get(ctx context.Context, scope access.Scope, id int64) (Operation, error) {
	return s.store.Action(ctx, scope, id)
}

// Planner plans an action without changing anything.
type Planner struct {
	Of   exclusion.Owners // of what the action changes
	Plan func(ctx context.Context, who audit.Actor) (Plan, error)
}

// Do plans an action and executes it. Changes of a corporation run one at a time over all servers, so that the plan is
// still valid.
func (s *Service) Do(ctx context.Context, who audit.Actor, plan Planner) (done Operation, err error) {
	err = s.store.Exclusively(ctx, plan.Of, func(ctx context.Context) error {
		p, err := plan.Plan(ctx, who)
		if err != nil {
			return err
		}
		apply := func(ctx context.Context) error {
			done, err = s.store.Apply(ctx, who, p)
			return err
		}
		switch {
		case p.Action.Kind == ImportDevices:
			return s.devices.Limited(ctx, len(p.Devices), apply)
		case len(p.Points) > 0:
			return s.points.Limited(ctx, len(p.Points), apply)
		}
		return apply(ctx)
	})
	return done, err
}

// asOf returns the time from which an action applies: now for 0.
func asOf(at int64) (int64, error) {
	switch {
	case at == 0:
		return clock.Now().UnixMilli(), nil
	case !timeline.Possible(at):
		return 0, errs.OnField("at", errs.TimeOutOfRange)
	}
	return at, nil
}

// subject lists the first three names and the number of others, for display.
func subject(names []string) string {
	const shown = 3
	if len(names) <= shown {
		return strings.Join(names, "、")
	}
	return fmt.Sprintf("%s … (%d)", strings.Join(names[:shown], "、"), len(names))
}

// timelineOf decodes the versions in effect of an owner's aspect.
func timelineOf[T any](records []timeline.Record, owner int64, aspect string, without ...int64) (timeline.Timeline[T], error) {
	own := make([]timeline.Record, 0, len(records))
	for _, r := range records {
		if r.OwnerID == owner && !slices.Contains(without, r.ID) {
			own = append(own, r)
		}
	}
	versions, err := timeline.Decode[T](own, aspect)
	return timeline.Of(versions), err
}

func draft(aspect string, at int64, value any) (timeline.Draft, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return timeline.Draft{}, fmt.Errorf("value of %s: %w", aspect, err)
	}
	return timeline.Draft{Aspect: aspect, ValidFrom: at, Value: text}, nil
}

// aspectsOf returns the aspects with versions of an owner, sorted like records.
func aspectsOf(records []timeline.Record, owner int64) []string {
	var aspects []string
	for _, r := range records {
		if r.OwnerID == owner && !slices.Contains(aspects, r.Aspect) {
			aspects = append(aspects, r.Aspect)
		}
	}
	return aspects
}
