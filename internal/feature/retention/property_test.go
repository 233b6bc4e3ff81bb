package retention_test

import (
	"context"
	"errors"
	"maps"
	"testing"

	"pgregory.net/rapid"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/retention"
	"plumbline/internal/testing/apptest"
)

// level is what a level sets, as the test knows it.
type level struct {
	days  *int
	fresh bool // changed less than a day ago
}

// picture is a picture by the days since it was taken and received.
type picture struct{ device, taken, received int64 }

// alert is an open alert by the days since it opened, and the devices behind it.
type alert struct {
	opened  int64
	devices []int64
}

// world is what may be deleted, as the test knows it.
type world struct {
	project, corporation level
	pictures             map[int64]map[int64]picture // by device and time
	alerts               map[int64]alert
	elsewhere            map[int64]bool // devices in stock
}

// old reports whether a picture must be deleted: it is old enough, and nothing refers to it.
func (w *world) old(p picture) bool {
	days, fresh := 0, w.project.fresh || w.corporation.fresh
	switch {
	case w.project.days != nil:
		days, fresh = *w.project.days, w.project.fresh
	case w.corporation.days != nil:
		days = *w.corporation.days
	}
	if days == 0 || fresh || w.elsewhere[p.device] || p.taken < int64(days) || p.received < int64(days) {
		return false
	}
	for _, a := range w.alerts {
		for _, device := range a.devices {
			if kept := a.opened + retention.Margin/day; device == p.device && (p.taken < kept || p.received < kept) {
				return false
			}
		}
	}
	return true
}

// Whatever the order of pictures, settings, alerts, moves and runs, and wherever a run is cut off: what is younger than
// the age or protected is never deleted, and a run that ends leaves nothing else.
func TestOnlyOldAndUnprotectedDataAreDeleted(t *testing.T) {
	r := start(t, apptest.Engines()[0])
	devices := []int64{r.Collector.ID, r.Gauge.ID}
	place, corporation := retention.Place{Corporation: r.Corporation.ID, Project: r.Project.ID}, retention.Place{Corporation: r.Corporation.ID}
	admin, errCut, job := apptest.Actor(r.Admin), errors.New("cut off"), int64(0)
	ages := []int{-1, 0, 30, 60, 90}
	rapid.Check(t, func(t *rapid.T) {
		for _, table := range []string{"device_picture", "alert", "retention_project", "retention_corporation"} {
			r.write("DELETE FROM " + table)
		}
		r.write("UPDATE device SET project_id = $1 WHERE id = $2", r.Project.ID, r.Gauge.ID)
		w := &world{pictures: map[int64]map[int64]picture{devices[0]: {}, devices[1]: {}}, alerts: map[int64]alert{}, elsewhere: map[int64]bool{}}
		set := func(at retention.Place, l *level) {
			l.days, l.fresh = nil, true
			if days := rapid.SampledFrom(ages).Draw(t, "days"); days >= 0 {
				l.days = &days
			}
			r.must(r.service().Save(r.Context(), admin, at, retention.DevicePicture, l.days))
		}
		check := func(ended bool) {
			for _, device := range devices {
				left := r.pictures(device)
				for at, p := range w.pictures[device] {
					switch old := w.old(p); {
					case !left[at] && !old:
						t.Fatalf("%+v is gone: project %+v, corporation %+v, alerts %v", p, w.project, w.corporation, w.alerts)
					case left[at] && old && ended:
						t.Fatalf("%+v is left: project %+v, corporation %+v, alerts %v", p, w.project, w.corporation, w.alerts)
					case !left[at]:
						delete(w.pictures[device], at)
					}
				}
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"send": func(t *rapid.T) {
				for range rapid.IntRange(1, 8).Draw(t, "count") {
					p := picture{device: rapid.SampledFrom(devices).Draw(t, "device"), taken: rapid.Int64Range(20, 120).Draw(t, "taken")}
					p.received = rapid.SampledFrom([]int64{p.taken, p.taken, p.taken / 2}).Draw(t, "received")
					if at := r.ago(float64(p.taken) + 0.5); w.pictures[p.device][at] == (picture{}) {
						w.pictures[p.device][r.send(p.device, float64(p.taken)+0.5, float64(p.received)+0.5)] = p
					}
				}
			},
			"set":         func(*rapid.T) { set(place, &w.project) },
			"set default": func(*rapid.T) { set(corporation, &w.corporation) },
			"a day later": func(*rapid.T) {
				r.pass()
				w.project.fresh, w.corporation.fresh = false, false
			},
			"raise": func(t *rapid.T) {
				a := alert{opened: rapid.Int64Range(10, 110).Draw(t, "opened"), devices: devices}
				point, device := r.Level.ID, int64(0)
				if rapid.Bool().Draw(t, "health") {
					point, device, a.devices = 0, r.Collector.ID, devices[:1]
				}
				w.alerts[r.raise(point, device, float64(a.opened))] = a
			},
			"settle": func(t *rapid.T) {
				for id := range maps.Keys(w.alerts) {
					r.settle(id, rapid.SampledFrom([]alarm.Status{alarm.Confirm, alarm.FalseAlarm, alarm.Restore}).Draw(t, "status"))
					delete(w.alerts, id)
					return
				}
			},
			"move": func(t *rapid.T) {
				w.elsewhere[r.Gauge.ID] = rapid.Bool().Draw(t, "to stock")
				r.write("UPDATE device SET project_id = $1 WHERE id = $2", map[bool]int64{true: 0, false: r.Project.ID}[w.elsewhere[r.Gauge.ID]], r.Gauge.ID)
			},
			"run": func(t *rapid.T) {
				job++
				s, left := r.service(), rapid.IntRange(1, 12).Draw(t, "batches before the cut")
				s.Batches(retention.DevicePicture, rapid.IntRange(1, 4).Draw(t, "batch"), func(context.Context) error { return nil })
				err := s.Clean(r.Context(), job, place, func() error {
					if left--; left == 0 {
						return errCut
					}
					return nil
				})
				if err != nil && !errors.Is(err, errCut) {
					t.Fatal(err)
				}
				check(err == nil)
			},
		})
	})
}
