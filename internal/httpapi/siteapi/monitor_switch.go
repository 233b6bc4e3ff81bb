package siteapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/pointconfig"
)

// MonitorSwitch is the monitoring switch of a point.
type MonitorSwitch struct {
	On     bool          `json:"on" doc:"false: readings are received, computed and kept, but none is requested or missed, and none raises an alarm"`
	Since  int64         `json:"since" doc:"UTC ms; 0: always"`
	Reason string        `json:"reason" doc:"As given with the switch"`
	Next   *NextSwitched `json:"next,omitempty" doc:"A switch that takes effect later; omitted: none"`
}

// NextSwitched is a switch that takes effect later.
type NextSwitched struct {
	On     bool   `json:"on"`
	From   int64  `json:"from" doc:"UTC ms"`
	Reason string `json:"reason"`
}

// Switching switches the monitoring of points.
type Switching struct {
	On     bool              `json:"on"`
	From   httpapi.AskedTime `json:"from,omitempty" doc:"UTC ms, earlier or later; 0: now"`
	Reason string            `json:"reason,omitempty" maxLength:"500" doc:"Required to switch off"`
}

type switchInput struct {
	httpapi.PointPath
	Body Switching
}

type switchBatch struct {
	httpapi.ProjectPath
	Body struct {
		Points []int64 `json:"points" minItems:"1" maxItems:"1000" doc:"Measuring points of the project"`
		Switching
	}
}

// monitorSwitch registers the calls about the monitoring switch: versions of the aspect monitoring.
func (s *server) monitorSwitch() {
	need := access.Permission{Area: access.MeasuringPoint, Action: access.Update}
	const one = "/structures/{structureId}/measuring-points/{measuringPointId}/monitor-switch"
	const effect = "While a point is off, its readings are received, computed and kept. None is requested from its device or counted as missing, none raises an alarm, " +
		"and it has no level. Open alerts stay open until a person processes them or readings after switching on restore them."
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getMonitorSwitch", Method: http.MethodGet, Path: one, Tag: "measuring points",
		Need: access.Permission{Area: access.MeasuringPoint, Action: access.Retrieve}, Summary: "Whether a point is monitored now",
	}, s.getMonitorSwitch)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "switchMonitoring", Method: http.MethodPut, Path: one, Tag: "measuring points", Need: need,
		Example:  `{"on":false,"reason":"The pier is being rebuilt"}`,
		NearMiss: httpapi.NearMiss{Body: `{"on":false,"reason":" "}`, Field: "reason"},
		Summary:  "Switch the monitoring of a point off or on from a time on", Detail: effect,
	}, s.switchMonitoring)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "switchMonitoringOfMany", Method: http.MethodPut, Path: "/projects/{projectId}/measuring-points/monitor-switch", Tag: "measuring points", Need: need,
		Example: `{"points":[{measuringPointId}],"on":false,"reason":"The pier is being rebuilt"}`,
		Summary: "Switch the monitoring of many points off or on from a time on, all or none", Detail: effect,
	}, s.switchMonitoringOfMany)
}

func (s *server) getMonitorSwitch(ctx context.Context, in *httpapi.PointPath) (*httpapi.Output[MonitorSwitch], error) {
	state, err := s.switchOf(ctx, in.MeasuringPointID)
	return httpapi.Reply(state), err
}

func (s *server) switchMonitoring(ctx context.Context, in *switchInput) (*httpapi.Output[MonitorSwitch], error) {
	if _, err := s.switchPoints(ctx, []int64{in.MeasuringPointID}, in.Body); err != nil {
		return nil, err
	}
	state, err := s.switchOf(ctx, in.MeasuringPointID)
	return httpapi.Reply(state), err
}

func (s *server) switchMonitoringOfMany(ctx context.Context, in *switchBatch) (*httpapi.Output[httpapi.Page[Version]], error) {
	made, err := s.switchPoints(ctx, in.Body.Points, in.Body.Switching)
	return httpapi.Reply(httpapi.Page[Version]{List: httpapi.ListOf(made, versionOf), Total: len(made)}), err
}

func (s *server) switchPoints(ctx context.Context, points []int64, o Switching) ([]timeline.Record, error) {
	reason := strings.TrimSpace(o.Reason)
	if !o.On && reason == "" {
		return nil, errs.OnField("reason", errs.Empty)
	}
	value, err := json.Marshal(definition.Monitoring{Off: !o.On})
	if err != nil {
		return nil, fmt.Errorf("encode the switch: %w", err)
	}
	from := o.From.Millis()
	if from == 0 {
		from = clock.Now().UnixMilli()
	}
	who := httpapi.CallerOf(ctx)
	made, err := s.Configuration.RecordBulk(ctx, who.Actor(), who.Target.Project, pointconfig.Bulk{
		Aspect: definition.AspectMonitoring, ValidFrom: from, Note: reason, Changes: []pointconfig.Assignment{{PointIDs: points, Value: value}},
	})
	if refused, ok := errs.As(err); ok {
		for i := range refused.Fields { // named as in this call
			f := &refused.Fields[i]
			f.Name = strings.Replace(f.Name, "changes[0].measuringPointIds", "points", 1)
		}
	}
	return made, err
}

// switchOf returns the switch of a point now, and the next one.
func (s *server) switchOf(ctx context.Context, id int64) (MonitorSwitch, error) {
	records, err := s.Points.Versions(ctx, httpapi.CallerOf(ctx).Scope, id, definition.AspectMonitoring)
	if err != nil {
		return MonitorSwitch{}, err
	}
	versions, err := timeline.Decode[definition.Monitoring](records, string(definition.AspectMonitoring))
	if err != nil {
		return MonitorSwitch{}, err
	}
	config := definition.PointConfig{Monitoring: timeline.Of(versions)}
	now := clock.Now().UnixMilli()
	held, _ := config.Monitoring.At(now)
	state := MonitorSwitch{On: !held.Value.Off, Since: held.ValidFrom, Reason: held.Note}
	if held.Value.Off {
		state.Since = config.OffSince(now)
	}
	for _, v := range config.Monitoring.Versions() {
		if v.ValidFrom > now {
			state.Next = &NextSwitched{On: !v.Value.Off, From: v.ValidFrom, Reason: v.Note}
			break
		}
	}
	return state, nil
}
