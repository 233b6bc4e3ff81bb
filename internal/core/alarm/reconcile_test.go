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

func TestRecordsFollowEpisodes(t *testing.T) {
	b := &book{now: 10 * hour}
	steps := []struct {
		name   string
		values []float64
		want   []TransitionKind
		status Status
		level  Level
	}{
		{"opens", []float64{1, 22}, []TransitionKind{Raised}, Pending, Blue},
		{"continues", []float64{1, 22, 22}, nil, Pending, Blue},
		{"rises by two levels", []float64{1, 22, 22, 28}, []TransitionKind{Escalated}, Pending, Orange},
		{"restores", []float64{1, 22, 22, 28, 1, 1}, []TransitionKind{Restored}, Restore, Orange},
		{"a late reading revokes the restore", []float64{1, 22, 22, 28, 1, 25, 1}, []TransitionKind{Reopened}, Pending, Orange},
		{"a correction removes the exceedance", []float64{1, 2, 2, 2, 1, 2, 1}, []TransitionKind{Withdrawn}, Pending, Orange},
		{"no further change", []float64{1, 2, 2, 2, 1, 2, 1}, nil, Pending, Orange},
		{"the correction is revoked", []float64{1, 22, 22, 28, 1, 25, 1}, []TransitionKind{Reinstated}, Pending, Orange},
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
		t.Error("FoundLate is false")
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

func TestDecisionsAreKept(t *testing.T) {
	b := &book{now: hour}
	b.reconcile(1, 22)
	decided, action := Decide(&b.records[0], Decision{Handling: Handling{To: Confirm, Note: "seen"}, At: 2, Latest: 1, By: 5})
	b.records[0] = decided
	b.actions = append(b.actions, action)
	b.reconcile(1, 22, 22, 22)
	if len(b.records) != 1 || b.records[0].Status != Confirm || b.records[0].Ended != 2 {
		t.Fatalf("%+v", b.records)
	}
	// A late reading was red before the decision, which could not take it into account.
	b.reconcile(1, 31, 22, 22)
	if len(b.records) != 2 {
		t.Fatalf("%d records", len(b.records))
	}
	old, fresh := b.records[0], b.records[1]
	if old.Status != Confirm || old.ProcessedLevel != Blue || old.Note != "seen" || old.WithdrawnAt != 0 {
		t.Errorf("decided: %+v", old)
	}
	if fresh.Status != Pending || fresh.Level != Red || fresh.Opened != 1 {
		t.Errorf("new: %+v", fresh)
	}
}

// In a refold of several pieces, readings that do not count (withdrawn ones) can move a decision into a later piece
// than the one in which it lies.
func TestDecisionsAreJudgedInTheirPiece(t *testing.T) {
	key := Key{Field: "width", ValueType: Observed}
	steps := func(t int64, levels ...Level) []Step {
		var list []Step
		for _, level := range levels {
			list = append(list, Step{Level: level, Time: t, Value: 30})
		}
		return list
	}
	decided := func(id, opened, at int64, level Level, of []Step) Record {
		return Record{
			ID: id, Kind: OfThreshold, Key: key, Status: Confirm, Opened: opened, Ended: at, ProcessedAt: at, SeenUntil: at - 1,
			ProcessedLevel: level, Level: of[len(of)-1].Level, CurrentLevel: level, Steps: of,
		}
	}
	blue := decided(1, 33, 46, Blue, steps(33, Blue))
	red := decided(2, 33, 44, Red, steps(33, Yellow, Orange, Red))
	high := Episode{Key: key, Opened: 33, Steps: steps(33, Yellow, Orange, Red), Current: Red}
	whole := Episode{Key: key, Opened: 1, Steps: steps(1, Blue, Yellow, Orange, Red), Current: Red}
	ended := whole
	ended.Ended, ended.Processed = 44, Red

	first := Reconcile([]Record{blue, red}, Refolded{From: -1, To: 132, JudgedFrom: -1, JudgedTo: 43, Progress: Piece, Episodes: []Episode{whole}, Now: 200})
	if len(first) != 0 {
		t.Fatalf("decisions that are still to be applied were judged: %+v", first)
	}
	last := Reconcile([]Record{blue, red}, Refolded{From: 132, To: 140, JudgedFrom: 43, JudgedTo: 140, Episodes: []Episode{ended}, Now: 200})
	withdrawn := map[int64]bool{}
	for _, change := range last {
		withdrawn[change.Record.ID] = change.Record.WithdrawnAt != 0
	}
	if diff := cmp.Diff(map[int64]bool{1: true, 2: false}, withdrawn); diff != "" {
		t.Errorf("the earlier decision ended all of it; withdrawn: %s", diff)
	}

	// A decision applied by an earlier piece stands, whatever happens to its episode later.
	rest := Record{ID: 3, Kind: OfThreshold, Key: key, Status: Pending, Opened: 33, Level: Red, CurrentLevel: Red, Steps: high.Steps}
	later := Reconcile([]Record{blue, rest}, Refolded{From: 50, To: 60, JudgedFrom: 50, JudgedTo: 60, Episodes: []Episode{high}, Now: 200})
	if len(later) != 0 {
		t.Errorf("a decision of an earlier piece was judged again: %+v", later)
	}
}

// Late data show that the exceedance a person decided on had already ended. The exceedance that was open at the time
// of the decision takes over the decision, once, and stays.
func TestDecisionMovesToOpenExceedance(t *testing.T) {
	key := Key{Field: "width", ValueType: Observed}
	step := func(level Level, at int64) Step { return Step{Level: level, Time: at, Value: 20} }
	seen := Record{
		ID: 1, Kind: OfThreshold, Key: key, Status: Confirm, Level: Yellow, CurrentLevel: Normal, Opened: 10,
		Ended: 20, Steps: []Step{step(Blue, 10), step(Yellow, 10)},
		ProcessedAt: 90, ProcessedBy: 4, ProcessedLevel: Orange, SeenUntil: 100, Note: "crane",
	}
	r := Refolded{From: -1, To: 120, JudgedFrom: -1, JudgedTo: 120, Now: 1000, Episodes: []Episode{
		{Key: key, Opened: 10, Ended: 20, Steps: seen.Steps},
		{Key: key, Opened: 50, Ended: 100, Processed: Orange, Steps: []Step{step(Yellow, 50), step(Orange, 50)}, Current: Orange},
		{Key: key, Opened: 50, Steps: []Step{step(Red, 50)}, Current: Red},
	}}
	stored := []Record{seen}
	for i, c := range Reconcile(stored, r) {
		if c.Record.ID == 1 {
			t.Fatalf("the decided record changed: %+v", c)
		}
		c.Record.ID = int64(i + 2)
		stored = append(stored, c.Record)
	}
	if len(stored) != 3 {
		t.Fatalf("%d records, want three", len(stored))
	}
	if got := stored[1]; got.Status != Confirm || got.ProcessedBy != 4 || got.ProcessedLevel != Orange || got.SeenUntil != 100 || got.Note != "crane" {
		t.Errorf("the exceedance at the decision: %+v", got)
	}
	if stored[2].Status != Pending || stored[2].Level != Red {
		t.Errorf("higher exceedance: %+v", stored[2])
	}
	if again := Reconcile(stored, r); len(again) != 0 {
		t.Errorf("reconciling again changes %+v", again)
	}
}

// A decision shared by two records counts once.
func TestSharedDecisionCountsOnce(t *testing.T) {
	keys := []Key{{Field: "width", ValueType: Observed}}
	decision := Action{Key: keys[0], At: 100, Seen: 100, Level: Orange}
	if f := NewFold(keys, []Action{decision, decision}); len(f.actions) != 1 {
		t.Errorf("%d actions", len(f.actions))
	}
}

// A fold that stops where everything later is unchanged may end with a reading that the spike filter still holds. What
// alarms decided about it before stays: an alert that it opened, and the end of one that it closed.
func TestUndecidedReadingKeepsItsAlerts(t *testing.T) {
	b := &book{now: 10 * hour}
	b.reconcile(1, 22, 22, 1, 1, 22)
	if len(b.records) != 2 || b.records[0].Ended == 0 || b.records[1].Ended != 0 {
		t.Fatalf("%+v", b.records)
	}
	for _, end := range []int64{b.records[0].Ended, b.records[1].Opened} {
		episodes := judged(levels(21, 24, 27, 30), nil, []float64{1, 22, 22, 1, 1, 22}[:end]...)
		changes := Reconcile(b.records, Refolded{From: -1, To: end, JudgedFrom: -1, JudgedTo: end - 1, Progress: AsBefore, Episodes: episodes, Now: 11 * hour})
		if len(changes) != 0 {
			t.Errorf("stopped at %d: %v", end, kinds(changes))
		}
	}
}
