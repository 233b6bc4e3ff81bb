package compute

import (
	"errors"
	"testing"
	"time"
)

// The delay of a failing point doubles up to a minute; the list gives its reason.
func TestFailingPointBacksOff(t *testing.T) {
	q := newQuarantine()
	now := int64(1_000_000)
	want := []time.Duration{time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second, 16 * time.Second, 32 * time.Second, time.Minute, time.Minute}
	for i, pause := range want {
		_, got := q.fail(5, now, errors.New("damaged page"))
		if got != pause {
			t.Fatalf("attempt %d waits %s, want %s", i+1, got, pause)
		}
		if due := q.due(now + got.Milliseconds() - 1); len(due) != 0 {
			t.Fatalf("attempt %d is due early", i+1)
		}
		now += got.Milliseconds()
		if due := q.due(now); len(due) != 1 || due[0] != 5 {
			t.Fatalf("attempt %d: due %v", i+1, due)
		}
	}
	list := q.failures()
	if len(list) != 1 || list[0].Attempts != len(want) || list[0].Since != 1_000_000 || list[0].Error != "damaged page" {
		t.Fatalf("%+v", list)
	}
	q.release(5)
	if len(q.failures()) != 0 {
		t.Error("a released point is still listed")
	}
}

// New configuration may have fixed the failure: the point is retried at the next check.
func TestNewConfigurationEndsBackoff(t *testing.T) {
	q := newQuarantine()
	q.fail(5, 0, errors.New("no such field"))
	q.fail(5, 1000, errors.New("no such field"))
	q.hurry(5)
	q.hurry(6) // never failed
	if due := q.due(1001); len(due) != 1 {
		t.Fatalf("due %v", due)
	}
}
