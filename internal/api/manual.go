package api

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"plumbline/internal/core/correction"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/site/configuration"
)

// manualTime is how times of readings by hand are written (specification section 5), in
// the project's zone.
const manualTime = "2006-01-02 15:04:05"

// ManualData are readings that somebody took by hand.
type ManualData struct {
	Rows []ManualRow `json:"rows" minItems:"1" maxItems:"1000"`
	Note string      `json:"note,omitempty" maxLength:"500" doc:"Who measured with what, for example"`
}

// ManualRow is one reading taken by hand.
type ManualRow struct {
	Time   string             `json:"time" maxLength:"40" example:"2026-03-01 08:30:00" doc:"YYYY-MM-DD HH:mm:ss in the zone of the project"`
	Values map[string]float64 `json:"values,omitempty" doc:"By field of the measurement, in its unit"`
	Nodes  []ManualNode       `json:"nodes,omitempty" maxItems:"1024" doc:"What was read at the nodes of an array, such as an inclinometer"`
}

// ManualNode is what was read by hand at one node of an array.
type ManualNode struct {
	No     int32              `json:"no,omitempty" minimum:"0" maximum:"1000000" doc:"0: the node at the depth, a new one where there is none yet"`
	Depth  *float64           `json:"depth,omitempty" doc:"m below the collar, or along the array"`
	Values map[string]float64 `json:"values" doc:"By field of the measurement, in its unit"`
}

// ManualResult is what was entered.
type ManualResult struct {
	Rows int `json:"rows"`
}

type manualInput struct {
	PointPath
	Body ManualData
}

func (s *server) manualData() {
	const path = "/structures/{structureId}/measuring-points/{measuringPointId}/artificial-data"
	need := access.Permission{Area: access.Data, Action: access.Create}
	register(s, operation{
		id: "enterManualData", method: http.MethodPost, path: path, tag: "measuring points", need: need, status: http.StatusCreated,
		summary: "Enter readings of an artificial point by hand, all or none",
		detail:  "Each is a correction of the kind replace, which can be taken back. One of a time that has a reading takes its place.",
	}, func(ctx context.Context, in *manualInput) (*output[ManualResult], error) {
		readings, err := s.manualReadings(ctx, in.Body.Rows)
		if err != nil {
			return nil, err
		}
		n, err := s.Configuration.EnterManual(ctx, callerOf(ctx).actor(), in.MeasuringPointID, readings, in.Body.Note)
		return answer(ManualResult{Rows: n}), err
	})
	register(s, operation{
		id: "previewManualData", method: http.MethodPost, path: path + "/preview", tag: "measuring points", need: need, unlogged: asks,
		summary: "What readings by hand would change, without entering them",
	}, func(ctx context.Context, in *manualInput) (*output[Consequences], error) {
		readings, err := s.manualReadings(ctx, in.Body.Rows)
		if err != nil {
			return nil, err
		}
		plan, err := s.Configuration.PlanManual(ctx, callerOf(ctx).scope, in.MeasuringPointID, readings, in.Body.Note)
		if err != nil {
			return nil, err
		}
		found, err := s.Previews.Plan(ctx, plan)
		return answer(found), err
	})
}

// manualReadings reads the times of rows in the zone of the project.
func (s *server) manualReadings(ctx context.Context, rows []ManualRow) ([]configuration.Reading, error) {
	project, err := s.Projects.Get(ctx, callerOf(ctx).scope, callerOf(ctx).place.project)
	if err != nil {
		return nil, err
	}
	zone, err := time.LoadLocation(project.TimeZone)
	if err != nil {
		return nil, fmt.Errorf("zone of project %d: %w", project.ID, err)
	}
	var refusals fault.Refusals
	readings := make([]configuration.Reading, len(rows))
	for i, row := range rows {
		at, err := time.ParseInLocation(manualTime, row.Time, zone)
		if err != nil {
			refusals.Add(fmt.Sprintf("rows[%d].time", i), fault.ManualTime)
			continue
		}
		readings[i] = configuration.Reading{
			Time: at.UnixMilli(), Values: row.Values,
			Nodes: listOf(row.Nodes, func(n ManualNode) correction.NodeValue { return correction.NodeValue(n) }),
		}
	}
	return readings, refusals.Err()
}
