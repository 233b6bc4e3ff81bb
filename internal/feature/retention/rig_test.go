package retention_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature"
	"plumbline/internal/feature/retention"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/testing/apptest"
	"plumbline/internal/testing/await"
)

const day = int64(24 * time.Hour / time.Millisecond)

// rig is a running server whose old data are deleted when the test says so.
type rig struct {
	testing.TB
	*apptest.Server
	now     int64
	project string // path of the project's retention
}

func start(t testing.TB, engine database.Dialect) *rig {
	t.Helper()
	s := apptest.Start(t, engine, apptest.Options{})
	return &rig{TB: t, Server: s, now: time.Now().UnixMilli(), project: fmt.Sprintf("/api/projects/%d/retention", s.Project.ID)}
}

// onBoth runs a test on each database engine.
func onBoth(t *testing.T, test func(r *rig)) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) { test(start(t, engine)) })
	}
}

// service returns the retention of another server on the same database.
func (r *rig) service() *retention.Service {
	return retention.New(feature.Host{Tables: r.Store.Tables, Intake: r.Intake})
}

// ask makes a call and expects a status.
func (r *rig) ask(who, method, path, body string, status int) (answer map[string]any) {
	r.Helper()
	got := r.Call(context.Background(), r.TB, who, method, path, body)
	if got.Code != status {
		r.Fatalf("%s %s: %d %s", method, path, got.Code, got.Body)
	}
	if err := json.Unmarshal(got.Body.Bytes(), &answer); err != nil {
		r.Fatal(err)
	}
	return answer
}

func (r *rig) write(query string, args ...any) {
	r.Helper()
	r.must(r.DB.Write(r.Context(), func(tx *database.Tx) error {
		_, err := tx.ExecContext(r.Context(), query, args...)
		return err
	}))
}

func (r *rig) must(err error) {
	r.Helper()
	if err != nil {
		r.Fatal(err)
	}
}

// send stores a picture of a device, taken and received so many days ago.
func (r *rig) send(device int64, taken, received float64) int64 {
	at := r.ago(taken)
	r.write("INSERT INTO device_picture (device, time, received, content) VALUES ($1, $2, $3, $4)", device, at, r.ago(received), make([]byte, 1000))
	return at
}

func (r *rig) ago(days float64) int64 { return r.now - int64(days*float64(day)) }

// sendDaily stores a picture of a device for each day of a period.
func (r *rig) sendDaily(device int64, from, to int) {
	for d := from; d > to; d-- {
		r.send(device, float64(d)-0.5, float64(d)-0.5)
	}
}

// pictures returns the times of the pictures of a device, the newest first.
func (r *rig) pictures(device int64) map[int64]bool {
	r.Helper()
	list, err := r.Intake.Pictures(r.Context(), device, 0, 10_000)
	r.must(err)
	times := map[int64]bool{}
	for _, p := range list {
		times[p.Time] = true
	}
	return times
}

// keep sets an age, long enough ago to be followed.
func (r *rig) keep(body string) {
	r.Helper()
	r.ask("manager", "PUT", r.project, body, 200)
	r.pass()
}

// pass lets the day after a change pass, in which nothing is deleted.
func (r *rig) pass() {
	r.write("UPDATE retention_project SET changed_at = changed_at - $1", day)
	r.write("UPDATE retention_corporation SET changed_at = changed_at - $1", day)
}

// raise opens an alert of a point, or of the health of a device, so many days ago.
func (r *rig) raise(point, device int64, days float64) (id int64) {
	r.Helper()
	change := []alarm.Change{{Record: alarm.Record{
		CorporationID: r.Corporation.ID, ProjectID: r.Project.ID, StructureID: r.Structure.ID, PointID: point, DeviceID: device,
		Kind: alarm.OfThreshold, Key: alarm.Key{Field: "level", ValueType: "accumulated"}, Status: alarm.Pending, Level: alarm.Blue, CurrentLevel: alarm.Blue,
		Opened: r.ago(days), Steps: []alarm.Step{{Level: alarm.Blue, Time: r.ago(days), Value: 2, Limit: 1, Side: alarm.Upper}},
	}}}
	if device != 0 {
		change[0].Record.Kind, change[0].Record.Key = alarm.OfLowVoltage, alarm.Key{}
	}
	r.must(r.DB.Write(r.Context(), func(tx *database.Tx) error { return r.Store.SaveAlerts(r.Context(), tx.Tx, change) }))
	return change[0].Record.ID
}

func (r *rig) settle(alert int64, status alarm.Status) {
	r.write("UPDATE alert SET status = $1 WHERE id = $2", string(status), alert)
}

// node runs jobs of a service until stop, like a server.
func (r *rig) node(s *retention.Service) (stop func()) {
	node := jobs.NewService(r.Store, 0, nil, 1, slog.New(slog.DiscardHandler))
	node.Handle(retention.Job, s.Run)
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { node.Run(ctx) })
	stop = sync.OnceFunc(func() { cancel(); running.Wait() })
	r.Cleanup(stop)
	return stop
}

func (r *rig) enqueue() int64 {
	r.Helper()
	job, err := r.Store.Enqueue(r.Context(), jobs.New{Kind: retention.Job})
	r.must(err)
	return job.ID
}

// until waits for the end of a job.
func (r *rig) until(id int64) jobs.Job {
	r.Helper()
	return r.when(id, func(j jobs.Job) bool { return j.State == jobs.Done || j.State == jobs.Failed })
}

// when reads a job until it is as awaited, or the test times out.
func (r *rig) when(id int64, awaited func(jobs.Job) bool) jobs.Job {
	r.Helper()
	for {
		job, err := r.Store.Job(r.Context(), access.Scope{All: true}, id)
		r.must(err)
		if awaited(job) || r.Context().Err() != nil {
			return job
		}
		await.Pause()
	}
}

// run deletes what is too old.
func (r *rig) run() {
	r.Helper()
	id := r.enqueue()
	defer r.node(r.service())()
	if job := r.until(id); job.State != jobs.Done {
		r.Fatalf("%s: %s", job.State, job.Error)
	}
}
