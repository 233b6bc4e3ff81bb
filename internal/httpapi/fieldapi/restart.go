package fieldapi

import (
	"context"
	"net/http"
	"time"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/field/collection"
	"plumbline/internal/field/command"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
)

// Restarted is the outcome of a restarted measurement.
type Restarted struct {
	Cancelled int     `json:"cancelled" doc:"Number of pending commands that were cancelled"`
	Command   Command `json:"command" doc:"What was sent instead: read, or reset for a device that measures by itself and can be restarted"`
	Next      int64   `json:"next" doc:"UTC ms of the next request by the schedule; 0: the device measures by its own"`
}

func (s *server) restarts(base string) {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "restartMeasurementJob", Method: http.MethodPost, Path: base + "/restart-measurement-job", Tag: "commands", Need: useDevices,
		Summary: "Restart the measurement of a point",
		Detail: "Cancels all pending commands of the device that feeds it, except an upgrade. A device that measures by itself and has a command for it is restarted; " +
			"any other is asked for a reading at once. 409 while the point is switched off.",
	}, s.restartMeasurement)
}

func (s *server) restartMeasurement(ctx context.Context, in *httpapi.PointPath) (*httpapi.Output[Restarted], error) {
	who, now := httpapi.CallerOf(ctx), clock.Now().UnixMilli()
	d, err := s.mainDevice(ctx, in.MeasuringPointID, useDevices)
	if err != nil {
		return nil, err
	}
	config, err := s.collectionOf(ctx, in.MeasuringPointID)
	if err != nil {
		return nil, err
	}
	if config.Off(now) {
		return nil, errs.New(errs.MonitoringOff)
	}
	first, made := command.Read, Restarted{}
	collect, _ := config.Collect.At(now)
	switch asked := collect.Value.Asked(); {
	case asked && config.Expected(now) > 0:
		every := time.Duration(config.Expected(now)) * time.Millisecond
		made.Next = collection.DueAt(now, every) + every.Milliseconds()
	case !asked && s.Commands.Resets(d.ID):
		first = command.Reset
	}
	cancelled, sent, err := s.Commands.Restart(ctx, who.Actor(), d, first)
	made.Cancelled, made.Command = cancelled, CommandOf(sent)
	return httpapi.Reply(made), err
}

// collectionOf returns how a point is collected, and its monitoring switch.
func (s *server) collectionOf(ctx context.Context, pointID int64) (config definition.PointConfig, err error) {
	records, err := s.Points.Versions(ctx, httpapi.CallerOf(ctx).Scope, pointID, "")
	if err != nil {
		return config, err
	}
	collects, err := timeline.Decode[definition.Collect](records, string(definition.AspectCollect))
	if err != nil {
		return config, err
	}
	switches, err := timeline.Decode[definition.Monitoring](records, string(definition.AspectMonitoring))
	config.Collect, config.Monitoring = timeline.Of(collects), timeline.Of(switches)
	return config, err
}
