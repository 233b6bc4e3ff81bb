package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/marks"
	"plumbline/internal/feature/notify"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/stats"
	"plumbline/internal/testing/apptest"
)

// opened stores an alert of the level point and returns it.
func opened(t testing.TB, s *apptest.Site, at int64, level alarm.Level) alarm.Record {
	t.Helper()
	depth := 4.5
	changes := []alarm.Change{{
		Record: alarm.Record{
			CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, StructureID: s.Structure.ID, ItemID: s.Item.ID,
			PointID: s.Level.ID, Kind: alarm.OfThreshold,
			Key:         alarm.Key{Field: "level", ValueType: alarm.Accumulated, NodeRange: alarm.NodeRange{From: 1, To: 4, Limited: true}},
			Measurement: "Waterlevel", Status: alarm.Pending, Level: level, CurrentLevel: level, Opened: at, Depth: &depth,
			Steps: []alarm.Step{{Level: level, Time: at, Value: -1.297, Limit: 1, Side: alarm.Upper, Node: 2}}, RecordedAt: at + 5, ChangedAt: at + 5,
		},
		Transitions: []alarm.Transition{
			{Kind: alarm.Raised, To: alarm.Pending, Level: level, Value: -1.297, Limit: 1, Side: alarm.Upper, Node: 2, Time: at, RecordedAt: at + 5},
		},
	}}
	save(t, s, changes)
	return changes[0].Record
}

func save(t testing.TB, s *apptest.Site, changes []alarm.Change) {
	t.Helper()
	write(t, s, func(tx *database.Tx) error { return s.Store.SaveAlerts(ctx, tx.Tx, changes) })
}

func alerts(t *testing.T, s *apptest.Site) {
	yellow := opened(t, s, day, 2)
	red := opened(t, s, day-1000, 4)
	got := must(s.Store.Alert(ctx, s.Guest.Scope(), yellow.ID))(t)
	same(t, "record", got.Record, yellow)
	same(t, "names", []string{got.ProjectName, got.StructureName, got.ItemName, got.PointName},
		[]string{s.Project.Name, s.Structure.Name, s.Item.Name, s.Level.Name})
	history := must(s.Store.Transitions(ctx, s.Guest.Scope(), yellow.ID))(t)
	if len(history) != 1 || history[0].Kind != alarm.Raised || history[0].AlertID != yellow.ID || history[0].Value != -1.297 {
		t.Errorf("history %+v", history)
	}
	restored := yellow
	restored.Status, restored.Ended, restored.CurrentLevel, restored.RestoreValue = alarm.Restore, day+9000, 0, -0.2
	save(t, s, []alarm.Change{
		{Record: restored, Transitions: []alarm.Transition{{Kind: alarm.Restored, From: alarm.Pending, To: alarm.Restore, Time: day + 9000}}},
	})
	same(t, "restored", must(s.Store.Alert(ctx, s.Guest.Scope(), yellow.ID))(t).Record, restored)

	blue := opened(t, s, day+5000, 1)
	noHealth := alarm.HealthCounts{Statuses: map[alarm.Status]int{}, Kinds: map[alarm.Kind]int{}}
	var order []int64
	list := must(s.Store.Alerts(ctx, s.Guest.Scope(), alarm.Filter{ProjectID: s.Project.ID}))(t)
	for _, l := range list.List {
		order = append(order, l.ID)
	}
	same(t, "worst first: active, level, time", order, []int64{red.ID, blue.ID, yellow.ID})
	same(t, "by status and keyword",
		must(s.Store.Alerts(ctx, s.Guest.Scope(),
			alarm.Filter{Query: paging.Query{Keyword: "sw-09"}, Statuses: []alarm.Status{alarm.Pending}, Levels: []alarm.Level{4}}))(t).Total, 1)
	stands := false
	figures := must(s.Store.AlertCounts(ctx, s.Guest.Scope(), alarm.Filter{Withdrawn: &stands}))(t)
	same(t, "counts", figures, alarm.Counts{
		Total: 3, Statuses: map[alarm.Status]int{alarm.Pending: 2, alarm.Restore: 1}, Levels: map[alarm.Level]int{1: 1, 2: 1, 4: 1}, Health: noHealth,
		Graded: alarm.GradedCounts{Statuses: map[alarm.Status]int{}, Levels: map[alarm.Level]int{}},
	})

	// Device alerts are counted and listed separately.
	ill := alarm.Record{
		CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, DeviceID: s.Gauge.ID, Kind: alarm.OfLowVoltage,
		Status: alarm.Pending, Opened: day, Steps: []alarm.Step{{Time: day}},
	}
	save(t, s, []alarm.Change{{Record: ill}})
	withHealth := must(s.Store.AlertCounts(ctx, s.Guest.Scope(), alarm.Filter{Withdrawn: &stands}))(t)
	same(t, "levels without devices", withHealth.Levels, figures.Levels)
	same(t, "devices", withHealth.Health, alarm.HealthCounts{
		Total: 1, Statuses: map[alarm.Status]int{alarm.Pending: 1}, Kinds: map[alarm.Kind]int{alarm.OfLowVoltage: 1},
	})
	same(t, "active alerts", must(s.Stats.ActiveAlerts(ctx, s.Guest.Scope(), s.Project.ID))(t).Projects[s.Project.ID], 2)
	for _, of := range []struct {
		filter alarm.Filter
		want   int
	}{
		{alarm.Filter{}, 3},
		{alarm.Filter{Type: alarm.TypeDeviceHealth}, 1},
		{alarm.Filter{Type: alarm.AllTypes}, 4},
		{alarm.Filter{Kind: alarm.OfLowVoltage}, 1},
		{alarm.Filter{Kind: alarm.OfDataLost}, 0},
	} {
		same(t, fmt.Sprintf("listed %+v", of.filter), must(s.Store.Alerts(ctx, s.Guest.Scope(), of.filter))(t).Total, of.want)
	}

	_, err := s.Store.Alert(ctx, s.Stranger.Scope(), red.ID)
	refused(t, err, errs.NothingHere)
	same(t, "a stranger's list", must(s.Store.Alerts(ctx, s.Stranger.Scope(), alarm.Filter{}))(t).Total, 0)
	write(t, s, func(tx *database.Tx) error {
		lists, err := s.Store.PointRecords(ctx, tx.Tx, alarm.PointSince{Point: s.Level.ID, From: day + 9001}, alarm.PointSince{Point: s.Level.ID, From: day},
			alarm.PointSince{Point: s.Level.ID + 1000})
		ok(t, err)
		same(t, "lists", len(lists), 3)
		same(t, "records that have not ended", len(lists[0]), 2)
		same(t, "records that ended later", len(lists[1]) > 2, true)
		same(t, "records of another point", len(lists[2]), 0)
		return nil
	})
}

func decisionsStay(t *testing.T, s *apptest.Site) {
	record := opened(t, s, day, 2)
	decided := record
	decided.Status, decided.ProcessedAt, decided.ProcessedBy, decided.ProcessedLevel, decided.SeenUntil = alarm.Confirm, day+100, s.Member.ID, 2, day
	decided.Cause, decided.Measure, decided.Note = "unloading", "add a strut", "excavation"
	act := alarm.Transition{
		Kind: alarm.Processed, From: alarm.Pending, To: alarm.Confirm, Level: 2, Time: day + 100, RecordedBy: s.Member.ID, Note: "excavation",
	}
	refused(t, s.Store.Process(ctx, apptest.Actor(s.Stranger), decided, alarm.Pending, act, day), errs.NothingHere)
	list := marked(t, s, func() { ok(t, s.Store.Process(ctx, apptest.Actor(s.Member), decided, alarm.Pending, act, day)) })
	same(t, "marks", list, []marks.Mark{{Point: s.Level.ID, From: day}})
	refused(t, s.Store.Process(ctx, apptest.Actor(s.Member), decided, alarm.Pending, act, day), errs.Changed)

	// A fold that read the record before the decision stores its results without losing the decision.
	stale := record
	stale.Level, stale.CurrentLevel, stale.ChangedAt = 3, 3, day+200
	save(t, s, []alarm.Change{{Record: stale}})
	want := decided
	want.Level, want.CurrentLevel, want.ChangedAt = 3, 3, day+200
	got := must(s.Store.Alert(ctx, s.Guest.Scope(), record.ID))(t)
	same(t, "what people did stays, what the fold found is new", got.Record, want)
	same(t, "who", got.ProcessedName, s.Member.DisplayName)
	d := must(s.Store.Definitions(ctx, []int64{s.Level.ID}))(t)[0]
	same(t, "the decision is an input of the fold", len(d.Actions), 1)

	// Late data end the record before the decision. Folds that start earlier still need it.
	stale.Ended = day + 10
	save(t, s, []alarm.Change{{Record: stale}})
	for from, count := range map[int64]int{day + 100: 1, day + 101: 0} {
		write(t, s, func(tx *database.Tx) error {
			lists, err := s.Store.PointRecords(ctx, tx.Tx, alarm.PointSince{Point: s.Level.ID, From: from})
			ok(t, err)
			same(t, "records decided on since then", len(lists[0]), count)
			return nil
		})
	}
}

func notifications(t *testing.T, s *apptest.Site) {
	list := []notify.Notification{
		{
			CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, Kind: "alarm.raised", Level: 2, AlertID: 5,
			PointID: s.Level.ID, Args: json.RawMessage(`{"value":1}`),
		},
		{CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, Kind: "alarm.restored", PointID: s.Level.ID},
	}
	write(t, s, func(tx *database.Tx) error { return s.Store.WriteNotifications(ctx, tx.Tx, list) })
	news, unread, err := notify.New(s.Store).Latest(ctx, s.Guest.Scope(), s.Guest.ID, 5)
	ok(t, err)
	same(t, "unread", unread, 2)
	same(t, "newest first", news[0].Kind, "alarm.restored")
	same(t, "args", string(news[1].Args), `{"value":1}`)
	if n := must(notify.New(s.Store).Get(ctx, s.Guest.Scope(), s.Guest.ID, news[0].ID))(t); !n.Read {
		t.Error("opening a notification does not mark it as read")
	}
	same(t, "left unread", must(notify.New(s.Store).List(ctx, s.Guest.Scope(), s.Guest.ID, notify.Filter{Unread: true}))(t).Total, 1)
	for name, c := range map[string]struct {
		filter notify.Filter
		want   int
	}{
		"of a kind":            {notify.Filter{Kind: "alarm.raised"}, 1},
		"only what is read":    {notify.Filter{Read: true}, 1},
		"by the point's name":  {notify.Filter{Query: paging.Query{Keyword: "sw-09"}}, 2},
		"by the project":       {notify.Filter{Query: paging.Query{Keyword: "Landslide"}, ProjectID: s.Project.ID}, 2},
		"of nothing like that": {notify.Filter{Query: paging.Query{Keyword: "bridge"}}, 0},
	} {
		same(t, name, must(notify.New(s.Store).List(ctx, s.Guest.Scope(), s.Guest.ID, c.filter))(t).Total, c.want)
	}
	same(t, "read all", must(notify.New(s.Store).Read(ctx, s.Guest.Scope(), s.Guest.ID, nil))(t), 1)
	same(t, "deleted", must(notify.New(s.Store).Delete(ctx, s.Guest.Scope(), s.Guest.ID, []int64{news[0].ID, 4711}))(t), 1)
	same(t, "left", must(notify.New(s.Store).List(ctx, s.Guest.Scope(), s.Guest.ID, notify.Filter{}))(t).Total, 1)
	_, err = notify.New(s.Store).Get(ctx, s.Guest.Scope(), s.Guest.ID, news[0].ID)
	refused(t, err, errs.NothingHere)
	same(t, "another's are untouched", must(notify.New(s.Store).List(ctx, s.Owner.Scope(), s.Owner.ID, notify.Filter{Unread: true}))(t).Total, 2)
	same(t, "a stranger's", must(notify.New(s.Store).List(ctx, s.Stranger.Scope(), s.Stranger.ID, notify.Filter{}))(t).Total, 0)
	ok(t, s.Store.DeleteNotifications(ctx, time.Now().Add(time.Hour).UnixMilli()))
	same(t, "forgotten", must(notify.New(s.Store).List(ctx, s.Owner.Scope(), s.Owner.ID, notify.Filter{}))(t).Total, 0)
}

func queue(t *testing.T, s *apptest.Site) {
	n := jobs.New{Kind: "recompute", Args: map[string]int{"point": 1}, CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, UniqueKey: "recompute:1"}
	job := must(s.Store.Enqueue(ctx, n))(t)
	same(t, "the same work is queued once", must(s.Store.Enqueue(ctx, n))(t).ID, job.ID)
	now := time.Now().UnixMilli() + 1000
	same(t, "other kinds are left alone", len(must(s.Store.ClaimJobs(ctx, 0, []string{"report"}, 5, now, now+1000))(t)), 0)
	claimed := must(s.Store.ClaimJobs(ctx, 0, []string{"recompute"}, 5, now, now+1000))(t)
	same(t, "claimed", len(claimed), 1)
	same(t, "args", string(claimed[0].Args), `{"point":1}`)
	same(t, "claimed", len(must(s.Store.ClaimJobs(ctx, 0, []string{"recompute"}, 5, now, now+1000))(t)), 0)
	first := claimed[0]
	first.Progress = jobs.Progress{Done: 3, Total: 10, Checkpoint: json.RawMessage(`{"at":3}`)}
	ok(t, s.Store.ReportJob(ctx, first, now+1000))

	// The lease expires: another node resumes from the checkpoint and fences off the first.
	second := must(s.Store.ClaimJobs(ctx, 0, []string{"recompute"}, 5, now+2000, now+9000))(t)[0]
	same(t, "goes on from", string(second.Progress.Checkpoint), `{"at":3}`)
	if err := s.Store.ReportJob(ctx, first, now+9000); !errors.Is(err, jobs.ErrLost) {
		t.Errorf("report of the first worker: %v, want ErrLost", err)
	}
	if err := s.Store.FinishJob(ctx, first, jobs.Done, "", 0); !errors.Is(err, jobs.ErrLost) {
		t.Errorf("end by the first worker: %v, want ErrLost", err)
	}
	_, err := s.Store.CancelJob(ctx, apptest.Actor(s.Stranger), job.ID)
	refused(t, err, errs.NothingHere)
	must(s.Store.CancelJob(ctx, apptest.Actor(s.Owner), job.ID))(t)
	if err := s.Store.KeepJob(ctx, second, now); !errors.Is(err, jobs.ErrCancelled) {
		t.Errorf("lease of a cancelled job: %v, want ErrCancelled", err)
	}
	_, err = s.Store.CancelJob(ctx, apptest.Actor(s.Owner), job.ID)
	refused(t, err, errs.Changed)
	if again := must(s.Store.Enqueue(ctx, n))(t); again.ID == job.ID {
		t.Error("an ended job blocks a new one")
	}
	same(t, "list", must(s.Store.Jobs(ctx, s.Guest.Scope(), jobs.Filter{States: []jobs.State{jobs.Cancelled}}))(t).Total, 1)
	ok(t, s.Store.DeleteJobs(ctx, time.Now().Add(time.Hour).UnixMilli()))
	same(t, "ended jobs are deleted", must(s.Store.Jobs(ctx, s.Guest.Scope(), jobs.Filter{}))(t).Total, 1)
}

func doneOnce(t *testing.T, s *apptest.Site) {
	const count, nodes = 40, 4
	for range count {
		must(s.Store.Enqueue(ctx, jobs.New{Kind: "count"}))(t)
	}
	must(s.Store.Enqueue(ctx, jobs.New{Kind: "panics"}))(t)
	running, stop := context.WithCancel(ctx)
	defer stop()
	var mu sync.Mutex
	runs := map[int64]int{}
	var done atomic.Int64
	var working sync.WaitGroup
	counted := make(chan struct{})
	working.Go(func() {
		defer stop()
		<-counted
		for { // another node may store the end of its job after the last count
			page, err := s.Store.Jobs(ctx, access.Scope{All: true}, jobs.Filter{Kind: "panics"})
			if err != nil {
				t.Error(err)
				return
			}
			if page.List[0].Error != "" {
				return
			}
		}
	})
	for range nodes {
		node := jobs.NewService(s.Store, 0, nil, 2, slog.New(slog.DiscardHandler))
		node.Handle("count", func(ctx context.Context, run *jobs.Run) error {
			mu.Lock()
			runs[run.Job.ID]++
			mu.Unlock()
			if err := run.Report(ctx, jobs.Progress{Done: 1, Total: 1, Result: json.RawMessage(`"counted"`)}); err != nil {
				return err
			}
			if done.Add(1) == count {
				close(counted)
			}
			return nil
		})
		node.Handle("panics", func(context.Context, *jobs.Run) error { panic("bad job") })
		working.Go(func() { node.Run(running) })
	}
	working.Wait()
	same(t, "jobs", len(runs), count)
	for id, n := range runs {
		if n != 1 {
			t.Errorf("job %d was run %d times", id, n)
		}
	}
	ended := must(s.Store.Jobs(ctx, access.Scope{All: true}, jobs.Filter{Query: paging.Query{Size: 100}, Kind: "count", States: []jobs.State{jobs.Done}}))(t)
	same(t, "ended", ended.Total, count)
	same(t, "result", string(ended.List[0].Progress.Result), `"counted"`)
	bad := must(s.Store.Jobs(ctx, access.Scope{All: true}, jobs.Filter{Kind: "panics"}))(t).List[0]
	if bad.State != jobs.Waiting {
		t.Errorf("a job that panicked: %+v, want it waiting with the error", bad)
	}
}

func schedules(t *testing.T, s *apptest.Site) {
	ok(t, s.Store.SetSchedule(ctx, jobs.Schedule{Name: "clean", Kind: "clean", Every: time.Hour, Args: map[string]int{"n": 1}}))
	now := time.Now().UnixMilli()
	same(t, "too early", must(s.Store.TickSchedules(ctx, now))(t), 0)
	late := now + 5*time.Hour.Milliseconds() + 60_000
	same(t, "missed times collapse into one", must(s.Store.TickSchedules(ctx, late))(t), 1)
	same(t, "and it is moved on", must(s.Store.TickSchedules(ctx, late))(t), 0)
	list := must(s.Store.Jobs(ctx, access.Scope{All: true}, jobs.Filter{Kind: "clean"}))(t)
	same(t, "queued", list.Total, 1)
	same(t, "args", string(list.List[0].Args), `{"n":1}`)
}

// noneJudged returns no levels.
func noneJudged(context.Context, []stats.Place) error { return nil }

func counts(t *testing.T, s *apptest.Site) {
	setLevel(t, s, s.Level.ID, 3)
	opened(t, s, time.Now().UnixMilli(), 3)
	newest := func(_ context.Context, places []stats.Place) error {
		for i := range places {
			if places[i].PointID == s.Level.ID {
				places[i].Level, places[i].Last, places[i].Stale = 3, 5, true
			}
		}
		return nil
	}
	home := must(s.Stats.Corporation(ctx, s.Admin.Scope(), newest))(t)
	same(t, "projects by level", home.ProjectLevels, stats.Levels{3: 1})
	same(t, "points by level", home.PointLevels, stats.Levels{3: 1})
	same(t, "without data, stale, newest", []int64{int64(home.NoData), int64(home.Stale), home.LastReading}, []int64{1, 1, 5})
	same(t, "projects, structures, items, points, alerts",
		[]int{home.Projects, home.Structures, home.Items, home.Points, home.ActiveAlerts}, []int{1, 1, 1, 2, 1})
	same(t, "devices", home.Health, stats.Health{Total: 3, Offline: 3, Unknown: 3})
	one := must(s.Stats.Structure(ctx, s.Guest.Scope(), s.Project.ID, s.Structure.ID, newest))(t)
	same(t, "measurements", one.Measurements, []stats.Count{{Type: "Crack", Count: 1}, {Type: "Waterlevel", Count: 1, Levels: stats.Levels{3: 1}}})
	same(t, "devices of the structure", one.Health.Total, 1)
	same(t, "status", one.AlertStatus, []stats.Count{{Type: "Pending", Count: 1, Levels: stats.Levels{3: 1}}})
	trend := must(s.Stats.Trend(ctx, s.Guest.Scope(), s.Project.ID, 7, time.UTC))(t)
	if len(trend) != 7 || trend[6].Opened != 1 || trend[6].ByLevel[3] != 1 || trend[5].Opened != 0 {
		t.Errorf("trend %+v", trend)
	}
}
