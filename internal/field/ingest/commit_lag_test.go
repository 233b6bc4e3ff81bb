package ingest

import (
	"errors"
	"testing"
	"time"
)

// A commit that hangs or fails is seen; a success, or silence after a failure, ends it.
func TestCommitsThatDoNotSucceed(t *testing.T) {
	var s commitStats
	begin := time.UnixMilli(1_780_000_000_000)
	at := func(seconds int) time.Time { return begin.Add(time.Duration(seconds) * time.Second) }
	expect := func(when string, now, seconds int) {
		t.Helper()
		if got := s.lag(at(now)); got != time.Duration(seconds)*time.Second {
			t.Errorf("%s: %s, want %d s", when, got, seconds)
		}
	}
	failed := errors.New("no room")
	expect("nothing came", 100, 0)
	s.begin(at(0))
	expect("it hangs", 90, 90)
	s.end(at(91), nil)
	expect("it succeeded", 92, 0)
	s.begin(at(100))
	s.end(at(101), failed)
	expect("it failed", 110, 10)
	s.begin(at(300))
	expect("the second one runs", 310, 210)
	s.end(at(310), failed)
	expect("it failed as well", 600, 500)
	expect("nobody tried again", 611, 0)
	s.begin(at(700))
	s.end(at(701), nil)
	expect("it works again", 702, 0)
}
