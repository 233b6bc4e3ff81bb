package retention_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/feature/retention"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/site/project"
	"plumbline/internal/testing/apptest"
)

const oneYear = `{"kind":"device_picture","days":365}`

func TestOldPicturesAreDeleted(t *testing.T) {
	onBoth(t, func(r *rig) {
		old, young := r.send(r.Collector.ID, 366, 366), r.send(r.Collector.ID, 364, 364)
		late := r.send(r.Collector.ID, 500, 3) // asked for again, and received three days ago
		stock := r.send(r.Spare.ID, 900, 900)  // of a device in stock
		r.run()
		if got := r.pictures(r.Collector.ID); len(got) != 3 {
			r.Errorf("pictures are kept forever by default, got %v", got)
		}
		r.keep(oneYear)
		r.run()
		if got := r.pictures(r.Collector.ID); got[old] || !got[young] || !got[late] {
			r.Errorf("want all but %d, got %v", old, got)
		}
		if !r.pictures(r.Spare.ID)[stock] {
			r.Error("a picture of a device in stock is gone")
		}
		device := fmt.Sprintf("/api/corporations/%d/devices/%d", r.Corporation.ID, r.Collector.ID)
		marks := r.ask("guest", "GET", device+"/retention", "", 200)["list"].([]any)
		if mark := marks[0].(map[string]any); mark["kind"] != "device_picture" || mark["rows"] != 1.0 || mark["last"] != float64(old) {
			r.Errorf("the device says %v", mark)
		}
		runs := r.ask("guest", "GET", r.project+"/runs", "", 200)["list"].([]any)
		if run := runs[0].(map[string]any); len(runs) != 1 || run["rows"] != 1.0 || run["bytes"] != 1000.0 || run["days"] != 365.0 || run["endedAt"] == 0.0 {
			r.Errorf("runs %v", runs)
		}
	})
}

func TestChangeCanBeTakenBackForADay(t *testing.T) {
	onBoth(t, func(r *rig) {
		old := r.send(r.Collector.ID, 366, 366)
		r.ask("manager", "PUT", r.project, oneYear, 200)
		r.run()
		r.ask("manager", "PUT", r.project, `{"kind":"device_picture"}`, 200)
		r.pass()
		r.run()
		if !r.pictures(r.Collector.ID)[old] {
			r.Error("deleted within a day after the change, or after it was taken back")
		}
	})
}

func TestCorporationSetsTheDefault(t *testing.T) {
	onBoth(t, func(r *rig) {
		corporation := fmt.Sprintf("/api/corporations/%d/retention", r.Corporation.ID)
		r.ask("admin", "PUT", corporation, oneYear, 200)
		if got := picturesOf(r.ask("guest", "GET", r.project, "", 200)); got["days"] != 365.0 || got["origin"] != "corporation" {
			r.Errorf("the project follows with %v", got)
		}
		r.send(r.Collector.ID, 400, 400)
		preview := r.ask("admin", "POST", corporation+"/preview", `{"kind":"device_picture","days":90}`, 200)
		if rows := preview["deleted"].(map[string]any)["rows"]; rows != 1.0 {
			r.Errorf("preview of the corporation: %v rows", rows)
		}
		r.ask("owner", "PUT", r.project, `{"kind":"device_picture","days":0}`, 200)
		if got := picturesOf(r.ask("guest", "GET", r.project, "", 200)); got["days"] != 0.0 || got["origin"] != "project" || got["above"] != 365.0 {
			r.Errorf("the project's own: %v", got)
		}
		preview = r.ask("admin", "POST", corporation+"/preview", `{"kind":"device_picture","days":90}`, 200)
		if rows := preview["deleted"].(map[string]any)["rows"]; rows != 0.0 {
			r.Errorf("the project keeps its own, but the preview has %v rows", rows)
		}
		r.pass()
		r.run()
		if got := r.pictures(r.Collector.ID); len(got) != 1 {
			r.Errorf("the project keeps all, got %v", got)
		}
	})
}

func picturesOf(state map[string]any) map[string]any {
	return state["kinds"].([]any)[1].(map[string]any)
}

func TestOpenAlertsProtectTheirDevices(t *testing.T) {
	onBoth(t, func(r *rig) {
		r.sendDaily(r.Collector.ID, 410, 390) // feeds the level through its gauge
		r.keep(oneYear)
		alert := r.raise(r.Level.ID, 0, 398)
		preview := r.ask("manager", "POST", r.project+"/preview", oneYear, 200)
		by := preview["by"].([]any)[0].(map[string]any)
		if by["kind"] != "alert" || by["id"] != float64(alert) || by["name"] != r.Level.Name {
			r.Errorf("protected by %v", by)
		}
		deleted, protected := preview["deleted"].(map[string]any), preview["protected"].(map[string]any)
		if deleted["rows"] != 5.0 || protected["rows"] != 15.0 || preview["devices"] != 1.0 || deleted["bytes"] != 5000.0 {
			r.Errorf("would delete %v, protected %v", deleted, protected)
		}
		r.run()
		if got := r.pictures(r.Collector.ID); len(got) != 15 {
			r.Errorf("%d pictures are left, want those since 7 days before the alert", len(got))
		}
		r.settle(alert, alarm.Confirm)
		health := r.raise(0, r.Collector.ID, 388)
		r.run()
		if got := r.pictures(r.Collector.ID); len(got) != 5 {
			r.Errorf("%d pictures are left, want those since 7 days before the low voltage", len(got))
		}
		r.settle(health, alarm.Restore)
		r.run()
		if got := r.pictures(r.Collector.ID); len(got) != 0 {
			r.Errorf("%d pictures are left after the alerts", len(got))
		}
	})
}

// A point that is computed from another one refers to the devices of that one too, also by its formula.
func TestAlertsProtectWhatPointsAreComputedFrom(t *testing.T) {
	for name, rule := range map[string]string{
		"named in its text":  `{"computedField":"width","formulaType":"CUSTOM_FORMULA","formula":"P%d.waterLevel * 2"}`,
		"named by a setting": `{"computedField":"width","formulaType":"SYSTEM_FORMULA","sysFormula":"DIRECT","options":{"role":"P%d"}}`,
	} {
		t.Run(name, func(t *testing.T) { alertsProtectSources(t, rule) })
	}
}

func alertsProtectSources(t *testing.T, rule string) {
	onBoth(t, func(r *rig) {
		old := r.send(r.Gauge.ID, 400, 400)
		r.keep(oneYear)
		// Stored without a mark: a fold would withdraw an alert that no threshold explains.
		r.write(`INSERT INTO version (id, owner_kind, owner_id, aspect, valid_from, value, note, recorded_at, recorded_by, superseded_at, superseded_by)
			VALUES (1, $1, $2, $3, 0, $4, '', 0, 0, 0, 0)`, string(timeline.OfPoint), r.Crack.ID, string(definition.AspectFormula),
			fmt.Sprintf(`{"rules":[`+rule+`]}`, r.Level.ID))
		r.raise(r.Crack.ID, 0, 399)
		r.run()
		if !r.pictures(r.Gauge.ID)[old] {
			r.Error("the formula of the alert's point names the point of this device")
		}
	})
}

// A job that is cut off in the middle goes on on another server, and is in the operation log once.
func TestRunGoesOnAfterAKill(t *testing.T) {
	onBoth(t, func(r *rig) {
		r.sendDaily(r.Collector.ID, 420, 400)
		r.sendDaily(r.Gauge.ID, 410, 400)
		r.keep(oneYear)
		first, reached, batches := r.service(), make(chan struct{}), 0
		first.Batches(retention.DevicePicture, 3, func(ctx context.Context) error {
			if batches++; batches < 5 {
				return nil
			}
			close(reached)
			<-ctx.Done()
			return ctx.Err()
		})
		stop, job := r.node(first), r.enqueue()
		<-reached
		stop()
		if left := len(r.pictures(r.Collector.ID)); left != 8 {
			r.Errorf("%d pictures are left after four batches of three", left)
		}
		r.node(r.service())
		done := r.until(job)
		if done.State != jobs.Done || done.Attempt != 2 || done.Progress.Done != done.Progress.Total {
			r.Errorf("%s after %d attempts, %d of %d: %s", done.State, done.Attempt, done.Progress.Done, done.Progress.Total, done.Error)
		}
		if left := len(r.pictures(r.Collector.ID)) + len(r.pictures(r.Gauge.ID)); left != 0 {
			r.Errorf("%d pictures are left", left)
		}
		runs := r.ask("guest", "GET", r.project+"/runs", "", 200)["list"].([]any)
		if run := runs[0].(map[string]any); len(runs) != 1 || run["rows"] != 30.0 || run["bytes"] != 30000.0 {
			r.Errorf("runs %v", runs)
		}
		logs := r.ask("admin", "GET", fmt.Sprintf("/api/operation-logs?projectId=%d&scope=retention&action=deleteOld", r.Project.ID), "", 200)
		if logs["total"] != 1.0 {
			r.Fatalf("%v entries in the operation log", logs["total"])
		}
		text, err := json.Marshal(logs["list"])
		r.must(err)
		for _, want := range []string{"Delete old data", "Pictures of devices", `"after":"30"`, `"after":"30000"`, `"after":"365"`} {
			if !strings.Contains(string(text), want) {
				r.Errorf("the operation log lacks %s: %s", want, text)
			}
		}
	})
}

// A project that fails does not hold up the others, and is tried again.
func TestFailingProjectIsTriedAgain(t *testing.T) {
	r := start(t, apptest.Engines()[0])
	south, err := r.Projects.Create(r.Context(), apptest.Actor(r.Stranger), project.Project{CorporationID: r.Other.ID, Name: "South", UseStructure: true})
	r.must(err)
	r.write("UPDATE device SET corporation_id = $1, project_id = $2 WHERE id = $3", r.Other.ID, south.ID, r.Spare.ID)
	r.send(r.Collector.ID, 400, 400)
	r.send(r.Spare.ID, 400, 400)
	r.ask("stranger", "PUT", fmt.Sprintf("/api/projects/%d/retention", south.ID), oneYear, 200)
	r.keep(oneYear)
	s, batches := r.service(), 0
	s.Batches(retention.DevicePicture, 5, func(context.Context) error {
		if batches++; batches == 1 {
			return errors.New("no disk")
		}
		return nil
	})
	job := r.enqueue()
	stop := r.node(s)
	failed := r.when(job, func(j jobs.Job) bool { return j.Error != "" })
	stop()
	if north, south := len(r.pictures(r.Collector.ID)), len(r.pictures(r.Spare.ID)); north != 1 || south != 0 || failed.State != jobs.Waiting {
		r.Errorf("after the failure %d and %d pictures are left; the job is %s: %s", north, south, failed.State, failed.Error)
	}
	r.write("UPDATE job SET run_at = 0 WHERE id = $1", job)
	r.node(s)
	result := fmt.Sprintf(`{"project":%d,"rows":2,"bytes":2000}`, south.ID)
	if done := r.until(job); done.State != jobs.Done || len(r.pictures(r.Collector.ID)) != 0 || string(done.Progress.Result) != result {
		r.Errorf("%s: %s, want %s", done.State, done.Progress.Result, result)
	}
}

// A job that begins by an age stops at a longer one that is saved meanwhile, and at an alert that opens.
func TestRunFollowsChangesAtOnce(t *testing.T) {
	for name, change := range map[string]func(r *rig){
		"setting": func(r *rig) { r.ask("owner", "PUT", r.project, `{"kind":"device_picture","days":0}`, 200) },
		"alert":   func(r *rig) { r.raise(r.Level.ID, 0, 417) },
	} {
		t.Run(name, func(t *testing.T) {
			r := start(t, apptest.Engines()[0])
			r.sendDaily(r.Collector.ID, 420, 400)
			r.keep(oneYear)
			s, batches := r.service(), 0
			s.Batches(retention.DevicePicture, 3, func(context.Context) error { return nil })
			r.must(s.Clean(r.Context(), 1, retention.Place{Corporation: r.Corporation.ID, Project: r.Project.ID}, func() error {
				if batches++; batches == 1 {
					change(r)
				}
				return nil
			}))
			if left := len(r.pictures(r.Collector.ID)); left != 17 {
				r.Errorf("%d pictures are left, want all but the first batch", left)
			}
		})
	}
}

func TestAgesOutOfRangeAreRefused(t *testing.T) {
	r := start(t, apptest.Engines()[0])
	for body, want := range map[string]*errs.Message{
		`{"kind":"device_picture","days":29}`: errs.RetentionDays,
		`{"kind":"reading","days":90}`:        errs.RetentionFixed,
		`{"kind":"weather","days":90}`:        errs.NotOneOf,
	} {
		for _, path := range []string{r.project, r.project + "/preview"} {
			method := map[bool]string{true: "PUT", false: "POST"}[path == r.project]
			text, err := json.Marshal(r.ask("manager", method, path, body, 422))
			r.must(err)
			if !strings.Contains(string(text), fmt.Sprintf(`"code":%d`, want.Code)) {
				r.Errorf("%s: %s", body, text)
			}
		}
	}
	if got := picturesOf(r.ask("guest", "GET", r.project, "", 200)); got["changedAt"] != 0.0 {
		r.Errorf("changed to %v", got)
	}
}

func TestStrangersNeitherSeeNorSet(t *testing.T) {
	r := start(t, apptest.Engines()[0])
	corporation := fmt.Sprintf("/api/corporations/%d", r.Corporation.ID)
	for _, path := range []string{r.project, r.project + "/runs", corporation + "/retention", fmt.Sprintf("%s/devices/%d/retention", corporation, r.Gauge.ID)} {
		r.ask("stranger", "GET", path, "", 404)
	}
	r.ask("stranger", "PUT", r.project, oneYear, 404)
	r.ask("stranger", "PUT", corporation+"/retention", oneYear, 404)
	for _, who := range []string{"guest", "member"} {
		r.ask(who, "PUT", r.project, oneYear, 403)
	}
	r.ask("owner", "PUT", corporation+"/retention", oneYear, 403)
}
