package dataapi

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"plumbline/internal/core/correction"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/pointconfig"
	"plumbline/internal/site/preview"
)

// manualTime is the time format of manual readings (specification section 5), in the project's zone.
const manualTime = "2006-01-02 15:04:05"

// ManualData are manual readings.
type ManualData struct {
	Rows []ManualRow `json:"rows" minItems:"1" maxItems:"1000"`
	Note string      `json:"note,omitempty" maxLength:"500" doc:"For example operator and instrument"`
	// An edited reading is sent whole.
	Whole bool `json:"whole,omitempty" doc:"Values entered earlier at these times that are missing here are removed; default: they are kept"`
}

// ManualRow is one manual reading.
type ManualRow struct {
	Time   string             `json:"time" maxLength:"40" example:"2026-03-01 08:30:00" doc:"YYYY-MM-DD HH:mm:ss in the project's time zone"`
	Values map[string]float64 `json:"values,omitempty" doc:"Values by measurement field, in the field's unit"`
	Nodes  []ManualNode       `json:"nodes,omitempty" maxItems:"1024" doc:"Readings of the nodes of an array, such as an inclinometer"`
}

// ManualNode is a manual reading of one array node.
type ManualNode struct {
	No     int32              `json:"no,omitempty" minimum:"0" maximum:"1000000" doc:"0: the node at the depth; created if there is none"`
	Depth  *float64           `json:"depth,omitempty" doc:"m below the collar, or along the array"`
	Values map[string]float64 `json:"values" doc:"Values by measurement field, in the field's unit"`
}

// ManualResult is what was entered.
type ManualResult struct {
	Rows int `json:"rows"`
}

type manualInput struct {
	httpapi.PointPath
	Body ManualData
}

const manualExample = `{"rows":[{"time":"2026-03-01 08:30:00","values":{"width":1.5}}]}`

func (s *server) manualData() {
	const path = "/structures/{structureId}/measuring-points/{measuringPointId}/artificial-data"
	need := access.Permission{Area: access.Data, Action: access.Create}
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "enterManualData", Method: http.MethodPost, Path: path, Tag: "measuring points", Need: need, Status: http.StatusCreated,
		Example: manualExample,
		Summary: "Enter readings of an artificial point by hand, all or none",
		Detail:  "Each is recorded as a correction of the kind replace, which can be revoked. At a time that already has a reading, it replaces that reading.",
	}, s.enterManualData)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "previewManualData", Method: http.MethodPost, Path: path + "/preview", Tag: "measuring points", Need: need, Unlogged: httpapi.ReadsOnly,
		Example: manualExample,
		Summary: "Preview manual readings",
	}, s.previewManualData)
}

func (s *server) enterManualData(ctx context.Context, in *manualInput) (*httpapi.Output[ManualResult], error) {
	readings, err := s.manualReadings(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	n, err := s.Configuration.EnterManual(ctx, httpapi.CallerOf(ctx).Actor(),
		[]pointconfig.Typed{{PointID: in.MeasuringPointID, Readings: readings}}, in.Body.Note)
	return httpapi.Reply(ManualResult{Rows: n}), err
}

func (s *server) previewManualData(ctx context.Context, in *manualInput) (*httpapi.Output[preview.Consequences], error) {
	readings, err := s.manualReadings(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	plan, err := s.Configuration.PlanManual(ctx, httpapi.CallerOf(ctx).Scope, in.MeasuringPointID, readings, in.Body.Note)
	if err != nil {
		return nil, err
	}
	found, err := s.Previews.Plan(ctx, plan)
	return httpapi.Reply(found), err
}

// manualReadings parses the times of rows in the project's zone.
func (s *server) manualReadings(ctx context.Context, body ManualData) ([]pointconfig.Reading, error) {
	project, err := s.Projects.Get(ctx, httpapi.CallerOf(ctx).Scope, httpapi.CallerOf(ctx).Target.Project)
	if err != nil {
		return nil, err
	}
	zone, err := time.LoadLocation(project.TimeZone)
	if err != nil {
		return nil, fmt.Errorf("zone of project %d: %w", project.ID, err)
	}
	var refusals errs.Refusals
	readings := make([]pointconfig.Reading, len(body.Rows))
	for i, row := range body.Rows {
		at, err := time.ParseInLocation(manualTime, row.Time, zone)
		if err != nil {
			refusals.Add(fmt.Sprintf("rows[%d].time", i), errs.ManualTime)
			continue
		}
		readings[i] = pointconfig.Reading{
			Time: at.UnixMilli(), Values: row.Values, Whole: body.Whole,
			Nodes: httpapi.ListOf(row.Nodes, func(n ManualNode) correction.NodeValue { return correction.NodeValue(n) }),
		}
	}
	return readings, refusals.Err()
}
