package alarm

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

const hour = int64(3600_000)

// book keeps records as the store does.
type book struct {
	records []Record
	now     int64
	actions []Action
}

func (b *book) reconcile(values ...float64) []Change {
	b.now += hour
	changes := Reconcile(b.records, Refolded{
		From: -1, To: int64(len(values)), Episodes: judged(levels(21, 24, 27, 30), b.actions, values...), Now: b.now,
		Cause: func(int64, int64) int64 { return 77 },
	})
	for i := range changes {
		if r := &changes[i].Record; r.ID == 0 {
			r.ID = int64(len(b.records) + 1)
			b.records = append(b.records, *r)
		} else {
			b.records[r.ID-1] = *r
		}
	}
	return changes
}

func kinds(changes []Change) []TransitionKind {
	var list []TransitionKind
	for _, c := range changes {
		for _, t := range c.Transitions {
			list = append(list, t.Kind)
		}
	}
	return list
}

func TestRecordsFollowTheirEpisodes(t *testing.T) {
	b := &book{now: 10 * hour}
	steps := []struct {
		name   string
		values []float64
		want   []TransitionKind
		status Status
		level  Level
	}{
		{"opens", []float64{1, 22}, []TransitionKind{Raised}, Pending, Blue},
		{"goes on", []float64{1, 22, 22}, nil, Pending, Blue},
		{"rises by two levels at once", []float64{1, 22, 22, 28}, []TransitionKind{Escalated}, Pending, Orange},
		{"comes back", []float64{1, 22, 22, 28, 1, 1}, []TransitionKind{Restored}, Restore, Orange},
		{"a late reading says it had not", []float64{1, 22, 22, 28, 1, 25, 1}, []TransitionKind{Revised}, Pending, Orange},
		{"a correction leaves nothing of it", []float64{1, 2, 2, 2, 1, 2, 1}, []TransitionKind{Withdrawn}, Pending, Orange},
		{"nothing of it, still", []float64{1, 2, 2, 2, 1, 2, 1}, nil, Pending, Orange},
		{"the correction is taken back", []float64{1, 22, 22, 28, 1, 25, 1}, []TransitionKind{Reinstated}, Pending, Orange},
	}
	for _, step := range steps {
		changes := b.reconcile(step.values...)
		if diff := cmp.Diff(step.want, kinds(changes)); diff != "" {
			t.Fatalf("%s: %s", step.name, diff)
		}
		if len(b.records) != 1 {
			t.Fatalf("%s: %d records", step.name, len(b.records))
		}
		if r := b.records[0]; r.Status != step.status || r.Level != step.level {
			t.Fatalf("%s: %s at %d", step.name, r.Status, r.Level)
		}
	}
	if b.records[0].FoundLate != true {
		t.Error("an episode of the first day is not found late on the tenth hour")
	}
}

func TestWithdrawnRecordsNameTheirCorrection(t *testing.T) {
	b := &book{now: hour}
	b.reconcile(1, 22)
	b.reconcile(1, 2)
	if r := b.records[0]; r.WithdrawnAt == 0 || r.CorrectionID != 77 || r.Active() {
		t.Errorf("%+v", r)
	}
}

func TestWhatPeopleDecidedIsKept(t *testing.T) {
	b := &book{now: hour}
	b.reconcile(1, 22)
	decided, action := Decide(&b.records[0], Decision{To: Confirm, At: 2, Latest: 1, By: 5, Note: "seen"})
	b.records[0] = decided
	b.actions = append(b.actions, action)
	b.reconcile(1, 22, 22, 22)
	if len(b.records) != 1 || b.records[0].Status != Confirm || b.records[0].Ended != 2 {
		t.Fatalf("%+v", b.records)
	}
	// A late reading was red before the decision: the decision knew nothing of it.
	b.reconcile(1, 31, 22, 22)
	if len(b.records) != 2 {
		t.Fatalf("%d records", len(b.records))
	}
	old, fresh := b.records[0], b.records[1]
	if old.Status != Confirm || old.ProcessedLevel != Blue || old.Note != "seen" || old.WithdrawnAt != 0 {
		t.Errorf("decided: %+v", old)
	}
	if fresh.Status != Pending || fresh.Level != Red || fresh.Opened != 1 {
		t.Errorf("news: %+v", fresh)
	}
}
