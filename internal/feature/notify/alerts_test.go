package notify_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/notify"
	"plumbline/internal/platform/database"
	"plumbline/internal/testing/apptest"
)

func TestAlertNotifications(t *testing.T) {
	s := apptest.OpenSite(t, database.SQLite)
	ctx, now := context.Background(), time.Now().UnixMilli()
	record := alarm.Record{
		ID: 7, CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, PointID: s.Level.ID, Kind: alarm.OfThreshold,
		Key: alarm.Key{Field: "level", ValueType: alarm.Accumulated}, Measurement: "Waterlevel",
	}
	lost := alarm.Record{ID: 8, CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, DeviceID: s.Collector.ID, Kind: alarm.OfDataLost}
	open, filled := record, lost
	open.Status, filled.WithdrawnAt = alarm.Pending, now
	at := func(kind alarm.TransitionKind, time int64, level alarm.Level) alarm.Transition {
		return alarm.Transition{Kind: kind, To: alarm.Pending, Time: time, RecordedAt: now, Level: level, Value: -1.3, Limit: 1}
	}
	changes := []alarm.Change{
		{Record: record, Transitions: []alarm.Transition{
			at(alarm.Raised, now-3*time.Hour.Milliseconds(), 1), // too old to notify
			at(alarm.Escalated, now, 3), at(alarm.Revised, now, 1), at(alarm.Restored, now, 0),
		}},
		{Record: lost, Transitions: []alarm.Transition{at(alarm.Raised, now, 0)}},
		{Record: open, Transitions: []alarm.Transition{
			at(alarm.Restored, now, 0), at(alarm.Reopened, now-3*time.Hour.Milliseconds(), 2), at(alarm.Reopened, now-time.Hour.Milliseconds(), 2),
		}},
		{
			Record: filled, Transitions: []alarm.Transition{
				{Kind: alarm.Withdrawn, From: alarm.Pending, Time: now - 9*time.Hour.Milliseconds(), RecordedAt: now},
			},
		},
	}
	if err := s.DB.Write(ctx, func(tx *database.Tx) error {
		return notify.NewAlerts(s.Store).NotifyAlerts(ctx, tx.Tx, changes)
	}); err != nil {
		t.Fatal(err)
	}
	page, err := notify.New(s.Store).List(ctx, s.Guest.Scope(), s.Guest.ID, notify.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	var zh, en []string
	for _, n := range page.List {
		zh, en = append(zh, n.Title("zh")), append(en, n.Title("en"))
	}
	if diff := cmp.Diff([]string{
		"Logger 数据缺失已恢复", "SW-09 恢复已撤销，仍为黄色告警", "SW-09 已恢复", "Logger 数据缺失", "SW-09 已恢复", "SW-09 升级为橙色告警",
	}, zh); diff != "" {
		t.Errorf("titles (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{
		"Logger: data lost, back to normal", "SW-09: reopened, still yellow alert", "SW-09: restored",
		"Logger: data lost", "SW-09: restored", "SW-09: escalated to orange alert",
	}, en); diff != "" {
		t.Errorf("titles (-want +got):\n%s", diff)
	}
}

// The notification of a graded warning says until when somebody has to respond.
func TestNotificationSaysWhenTheResponseTimeEnds(t *testing.T) {
	s := apptest.OpenSite(t, database.SQLite)
	now := time.Now().UnixMilli()
	changes := []alarm.Change{{
		Record:      alarm.Record{ID: 7, CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, Kind: alarm.OfGraded, Status: alarm.Pending, Level: 2},
		Transitions: []alarm.Transition{{Kind: alarm.Raised, To: alarm.Pending, Time: now, RecordedAt: now, Level: 2}},
		RespondBy:   now + time.Hour.Milliseconds(),
	}}
	err := s.DB.Write(t.Context(), func(tx *database.Tx) error {
		return notify.NewAlerts(s.Store).NotifyAlerts(t.Context(), tx.Tx, changes)
	})
	if err != nil {
		t.Fatal(err)
	}
	page, err := notify.New(s.Store).List(t.Context(), s.Guest.Scope(), s.Guest.ID, notify.Filter{})
	if err != nil || len(page.List) != 1 {
		t.Fatalf("%+v %v", page.List, err)
	}
	if args, ok := page.List[0].Alert(); !ok || args.RespondBy != changes[0].RespondBy {
		t.Errorf("%+v, want the end at %d", args, changes[0].RespondBy)
	}
}

// A graded warning has the words of warnings, and one about several points says so.
func TestGradedTitles(t *testing.T) {
	record := alarm.Record{ID: 7, Kind: alarm.OfGraded, PointID: 3, Level: alarm.Orange, Steps: []alarm.Step{{Level: alarm.Orange}}}
	overdue, err := notify.Overdue(&alarm.Change{Record: record}, 5)
	if err != nil {
		t.Fatal(err)
	}
	several := overdue
	overdue.PointName = "CX-07"
	for language, want := range map[string][2]string{
		"zh": {"CX-07 橙色预警超时未响应", "多指标 橙色预警超时未响应"}, "zh-TW": {"CX-07 橙色預警逾時未回應", "多指標 橙色預警逾時未回應"},
		"en": {"CX-07: orange early warning, nobody has responded in time", "several indices: orange early warning, nobody has responded in time"},
	} {
		if got := [2]string{overdue.Title(language), several.Title(language)}; got != want || overdue.AccountID != 5 {
			t.Errorf("%s: %q, want %q", language, got, want)
		}
	}
}
