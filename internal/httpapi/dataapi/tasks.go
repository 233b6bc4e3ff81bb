package dataapi

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"slices"

	"plumbline/internal/core/compute"
	"plumbline/internal/core/definition"
	"plumbline/internal/field/ingest/files"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/point"
)

// Task is background work for points: results to be computed, and jobs.
type Task struct {
	Kind       string `json:"kind" example:"computation" doc:"computation: pending results; face: one face of a total station waiting for the other; else the kind of the job"`
	State      string `json:"state" enum:"waiting,running,ailing,done,failed,cancelled" doc:"ailing: computing it fails; the server keeps retrying"`
	JobID      int64  `json:"jobId" doc:"0: no job"`
	PointID    int64  `json:"pointId" doc:"0: the job is about several points"`
	PointName  string `json:"pointName"`
	Points     int    `json:"points" doc:"Number of points of the job; 0: not known"`
	From       int64  `json:"from" doc:"UTC ms of the first result that is computed; 0: all"`
	Done       int64  `json:"done"`
	Total      int64  `json:"total" doc:"0: not known"`
	Attempts   int    `json:"attempts" doc:"Of the active problems"`
	Next       int64  `json:"next" doc:"UTC ms of the next attempt; 0: at once"`
	CreatedAt  int64  `json:"createdAt" doc:"UTC ms; 0: not known"`
	FinishedAt int64  `json:"finishedAt" doc:"UTC ms; 0: not finished"`
	Cancels    bool   `json:"cancels" doc:"The caller can cancel it"`
}

// tasksAtOnce is the number of recent jobs in a list of tasks.
const tasksAtOnce = 100

func (s *server) tasks() {
	const of = "What waits to be computed first, then the latest 100 jobs."
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listProjectTasks", Method: http.MethodGet, Path: "/projects/{projectId}/task-list", Tag: "projects",
		Need: access.Permission{Area: access.MeasuringPoint, Action: access.Retrieve}, Summary: "Tasks of the points of a project", Detail: of,
	}, s.listProjectTasks)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listPointTasks", Method: http.MethodGet, Path: "/structures/{structureId}/measuring-points/{measuringPointId}/task-list", Tag: "measuring points",
		Need: access.Permission{Area: access.MeasuringPoint, Action: access.Retrieve}, Summary: "Tasks of a point", Detail: of,
	}, s.listPointTasks)
}

func (s *server) listProjectTasks(ctx context.Context, _ *httpapi.NoInput) (*httpapi.Output[httpapi.List[Task]], error) {
	return s.tasksOf(ctx, 0)
}

func (s *server) listPointTasks(ctx context.Context, _ *httpapi.NoInput) (*httpapi.Output[httpapi.List[Task]], error) {
	return s.tasksOf(ctx, httpapi.CallerOf(ctx).Target.Point)
}

// tasksOf returns the tasks of the path's project, or of one of its points.
func (s *server) tasksOf(ctx context.Context, pointID int64) (*httpapi.Output[httpapi.List[Task]], error) {
	who := httpapi.CallerOf(ctx)
	waiting, err := s.Points.Pending(ctx, who.Scope, who.Target.Project, pointID)
	if err != nil {
		return nil, err
	}
	failures, err := s.Failures(ctx)
	if err != nil {
		return nil, err
	}
	failing := map[int64]compute.Failure{}
	for _, a := range failures {
		failing[a.Point] = a
	}
	tasks := make([]Task, 0, len(waiting))
	for _, p := range waiting {
		task := Task{Kind: "computation", State: string(jobs.Waiting), PointID: p.PointID, PointName: p.Name, Points: 1, From: p.From}
		if a, fails := failing[p.PointID]; fails {
			task.State, task.Attempts, task.Next, task.CreatedAt = "ailing", a.Attempts, a.Next, a.Since
		}
		tasks = append(tasks, task)
	}
	named := map[int64][]int{} // tasks about one point, shown with its name
	if pointID != 0 {
		at, err := s.Monitor.UnpairedFace(ctx, pointID)
		if err != nil {
			return nil, err
		}
		if at != 0 {
			named[pointID] = []int{len(tasks)}
			tasks = append(tasks, Task{Kind: "face", State: string(jobs.Waiting), PointID: pointID, Points: 1, From: at})
		}
	}
	page, err := s.Jobs.List(ctx, who.Scope, jobs.Filter{Query: paging.Query{Page: 1, Size: tasksAtOnce}, ProjectID: who.Target.Project})
	if err != nil {
		return nil, err
	}
	feeding, err := s.feeding(ctx, pointID)
	if err != nil {
		return nil, err
	}
	cancels := who.Require(httpapi.CancelOthers, 0) == nil
	for _, j := range page.List {
		points, concerned := jobPoints(j, pointID, feeding)
		if !concerned {
			continue
		}
		open := j.State == jobs.Waiting || j.State == jobs.Running
		task := Task{
			Kind: j.Kind, State: string(j.State), JobID: j.ID, Points: len(points), Done: j.Progress.Done, Total: j.Progress.Total, CreatedAt: j.CreatedAt,
			FinishedAt: j.FinishedAt, Cancels: open && (cancels || j.AccountID == who.Account.ID),
		}
		if len(points) == 1 {
			task.PointID = points[0]
			named[points[0]] = append(named[points[0]], len(tasks))
		}
		tasks = append(tasks, task)
	}
	if len(named) > 0 {
		page, err := s.Points.List(ctx, who.Scope,
			point.Filter{Query: paging.Query{Page: 1, Size: tasksAtOnce}, ProjectID: who.Target.Project, IDs: slices.Collect(maps.Keys(named))})
		if err != nil {
			return nil, err
		}
		for _, p := range page.List {
			for _, i := range named[p.ID] {
				tasks[i].PointName = p.Name
			}
		}
	}
	return httpapi.Reply(httpapi.List[Task]{List: tasks}), nil
}

// feeding returns the devices that feed a point now; none for point 0.
func (s *server) feeding(ctx context.Context, pointID int64) ([]int64, error) {
	if pointID == 0 {
		return nil, nil
	}
	page, err := s.Points.List(ctx, httpapi.CallerOf(ctx).Scope, point.Filter{IDs: []int64{pointID}})
	if err != nil || len(page.List) == 0 {
		return nil, err
	}
	return httpapi.ListOf(page.List[0].Sources, func(source definition.Source) int64 { return source.DeviceID }), nil
}

// jobPoints returns the points that a job names, and whether it concerns a point (0: any), by name or by a device that
// feeds it.
func jobPoints(j jobs.Job, pointID int64, feeding []int64) (points []int64, yes bool) {
	var device int64
	switch j.Kind {
	case compute.RecomputeJob:
		var args compute.RecomputeArgs
		_ = json.Unmarshal(j.Args, &args) // its handler reports invalid arguments
		points = args.Points
	case files.Job:
		var args files.Args
		_ = json.Unmarshal(j.Args, &args)
		device = args.Device
	}
	return points, pointID == 0 || slices.Contains(points, pointID) || device != 0 && slices.Contains(feeding, device)
}
