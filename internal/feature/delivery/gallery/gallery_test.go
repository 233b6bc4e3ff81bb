package gallery_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery/gallery"
	"plumbline/internal/platform/access"
)

// hand draws alerts one after another, each when a test lets it.
type hand struct {
	mu    sync.Mutex
	drawn []string
	begun chan struct{}
	goes  chan error
}

func (h *hand) Get(_ context.Context, scope access.Scope, id int64) (alarm.Listed, error) {
	if scope.Corporation != 7 || scope.All {
		return alarm.Listed{}, errors.New("not this corporation")
	}
	return alarm.Listed{Record: alarm.Record{ID: id}}, nil
}

func (h *hand) Draw(_ context.Context, about *alarm.Listed, step alarm.Step, language string, _ bool) (curve, plan []byte, sheet string, err error) {
	h.begun <- struct{}{}
	err = <-h.goes
	h.mu.Lock()
	defer h.mu.Unlock()
	h.drawn = append(h.drawn, fmt.Sprintf("%d:%d %s", about.ID, step.Level, language))
	return []byte("curve"), nil, "", err
}

func (h *hand) Warm(context.Context) error { return nil }

func wanted(alert int64, level alarm.Level) gallery.Wanted {
	return gallery.Wanted{AlertID: alert, TransitionID: 100 + alert, CorporationID: 7, Step: alarm.Step{Level: level}, Language: "en"}
}

// The gravest is drawn first. Of more than 16 that wait, the latest of the least grave goes without.
func TestGravestFirstAndAFewAtATime(t *testing.T) {
	h := &hand{begun: make(chan struct{}), goes: make(chan error)}
	g := gallery.New(h, h, slog.New(slog.DiscardHandler))
	got := map[int64]bool{}
	var mu sync.Mutex
	var asking sync.WaitGroup
	ask := func(w gallery.Wanted) {
		asking.Go(func() {
			_, ok := g.Get(t.Context(), w, time.Minute)
			mu.Lock()
			defer mu.Unlock()
			got[w.AlertID] = ok
		})
	}
	ask(wanted(1, alarm.Blue))
	<-h.begun
	// With no time left, a picture is asked for and not waited for.
	for id := int64(2); id <= 17; id++ {
		if _, ok := g.Get(t.Context(), wanted(id, alarm.Yellow), 0); ok {
			t.Errorf("%d was drawn at once", id)
		}
	}
	if _, ok := g.Get(t.Context(), wanted(18, alarm.Yellow), time.Hour); ok {
		t.Error("the 17th that waits was drawn")
	}
	if _, ok := g.Get(t.Context(), wanted(19, alarm.Red), 0); ok {
		t.Error("the red one was drawn at once")
	}
	if _, ok := g.Get(t.Context(), wanted(17, alarm.Yellow), time.Hour); ok {
		t.Error("the one that had to go for it was drawn")
	}
	ask(wanted(19, alarm.Red))
	for i := range 17 {
		h.goes <- nil
		if i < 16 {
			<-h.begun
		}
	}
	asking.Wait()
	g.Wait()
	if !got[1] || !got[19] {
		t.Errorf("%v", got)
	}
	if len(h.drawn) != 17 || h.drawn[1] != "19:4 en" || slices.Contains(h.drawn, "17:2 en") || slices.Contains(h.drawn, "18:2 en") {
		t.Errorf("%v", h.drawn)
	}
}

func TestOnePictureForAllWhoAsk(t *testing.T) {
	h := &hand{begun: make(chan struct{}), goes: make(chan error)}
	g := gallery.New(h, h, slog.New(slog.DiscardHandler))
	var asking sync.WaitGroup
	for range 50 {
		asking.Go(func() {
			if p, ok := g.Get(t.Context(), wanted(1, alarm.Red), time.Minute); !ok || string(p.Curve) != "curve" || p.At == 0 {
				t.Errorf("%q, %v", p.Curve, ok)
			}
		})
	}
	<-h.begun
	h.goes <- nil
	asking.Wait()
	other := wanted(1, alarm.Red)
	other.Language = "zh"
	asking.Go(func() {
		if _, ok := g.Get(t.Context(), other, time.Minute); ok {
			t.Error("a failed picture is shown")
		}
	})
	<-h.begun
	h.goes <- errors.New("no ink")
	asking.Wait()
	g.Wait()
	if want := []string{"1:4 en", "1:4 zh"}; !slices.Equal(h.drawn, want) {
		t.Errorf("%v", h.drawn)
	}
}

// A message that keeps others from being sent waits for the picture that is being drawn, but not behind another one.
func TestWhatIsSentAloneWaitsBehindNoOther(t *testing.T) {
	h := &hand{begun: make(chan struct{}), goes: make(chan error)}
	g := gallery.New(h, h, slog.New(slog.DiscardHandler))
	alone := func(alert int64) gallery.Wanted {
		w := wanted(alert, alarm.Red)
		w.Alone = true
		return w
	}
	first := make(chan bool)
	go func() {
		_, ok := g.Get(t.Context(), alone(1), time.Hour)
		first <- ok
	}()
	<-h.begun
	if found, missing := g.All(t.Context(), []gallery.Wanted{alone(2)}, time.Hour); !missing || found[0].Curve != nil {
		t.Error("it waited behind another picture")
	}
	h.goes <- nil
	if !<-first {
		t.Error("the first one has no picture")
	}
	<-h.begun
	h.goes <- nil
	g.Wait()
	if _, ok := g.Get(t.Context(), alone(2), 0); !ok {
		t.Error("the next recipient has no picture")
	}
}
