package delivery_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"strings"
	"sync"
	"testing"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/feature/delivery/gallery"
)

// easel draws a dot for each alert, once a test lets it.
type easel struct {
	mu    sync.Mutex
	drawn int
	hold  chan struct{} // nil: at once
}

func (e *easel) Draw(_ context.Context, _ *alarm.Listed, _ alarm.Step, _ string, withPlan bool) (curve, plan []byte, sheet string, err error) {
	if e.hold != nil {
		<-e.hold
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.drawn++
	var dot bytes.Buffer
	err = png.Encode(&dot, image.NewGray(image.Rect(0, 0, 1, 1)))
	if withPlan {
		return dot.Bytes(), dot.Bytes(), "Plan", err
	}
	return dot.Bytes(), nil, "", err
}

func (e *easel) Warm(context.Context) error { return nil }

func (e *easel) count() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.drawn
}

func (r *rig) easel(e *easel) *easel {
	r.sender.Gallery = gallery.New(e, r.sender.Alerts, r.sender.Log)
	return e
}

func TestFiftyRecipientsAreDrawnForOnce(t *testing.T) {
	on(t, func(r *rig) {
		e := r.easel(&easel{})
		r.rule("all", func(rule *delivery.Rule) {
			onlyShift(rule)
			rule.Addresses = nil
			for i := range 50 {
				rule.Addresses = append(rule.Addresses, fmt.Sprintf("shift%d@example.com", i))
			}
		})
		r.store(r.raised(alarm.Orange))
		r.send(0)
		mails := r.post.Mails()
		for _, m := range mails {
			if len(m.Pictures) != 2 {
				t.Errorf("%s has %d pictures", m.To, len(m.Pictures))
			}
		}
		if len(mails) != 50 || e.count() != 1 {
			t.Errorf("%d mails, drawn %d times", len(mails), e.count())
		}
	})
}

// A mail about a red alert leaves without pictures that take too long. The same mail later has them, and the same id.
func TestMailDoesNotWaitForPictures(t *testing.T) {
	on(t, func(r *rig) {
		e := r.easel(&easel{hold: make(chan struct{})})
		r.rule("all", onlyShift)
		r.store(r.raised(alarm.Red))
		r.post.Hang(true)
		ctx, cancel := context.WithTimeout(r.Context(), 1500*time.Millisecond)
		defer cancel()
		if err := r.sender.SendDue(ctx, r.now); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		if e.count() != 0 {
			t.Error("it was drawn before it was allowed")
		}
		close(e.hold)
		r.sender.Gallery.Wait()
		r.post.Hang(false)
		r.send(2 * time.Minute)
		mails := r.post.Mails()
		if len(mails) != 2 || len(mails[0].Pictures) != 0 || len(mails[1].Pictures) != 2 {
			t.Fatalf("%d mails: %+v", len(mails), mails)
		}
		const missing = "图未能绘制"
		if !strings.Contains(mails[0].Text, missing) || !strings.Contains(mails[0].HTML, missing) || strings.Contains(mails[1].Text+mails[1].HTML, missing) {
			t.Errorf("%s\n%s", mails[0].Text, mails[1].Text)
		}
		if a, b := mails[0].Header.Get("Message-ID"), mails[1].Header.Get("Message-ID"); a != b || a == "" {
			t.Errorf("%s and %s", a, b)
		}
	})
}

func TestGatheredMailShowsTheGravest(t *testing.T) {
	on(t, func(r *rig) {
		r.now = r.now.Truncate(time.Minute)
		e := r.easel(&easel{})
		r.rule("all", onlyShift)
		r.storm(9, alarm.Blue)
		r.storm(2, alarm.Orange)
		r.send(0)
		before := e.count()
		r.send(30 * time.Second)
		mails := r.post.Mails()
		last := mails[len(mails)-1]
		if len(last.Pictures) != 1 || e.count() != before+1 || len(mails) != 6 {
			t.Fatalf("%d pictures, %d drawn for %d mails: %s", len(last.Pictures), e.count()-before, len(mails), last.HTML)
		}
		caption := last.HTML[strings.Index(last.HTML, "alt="):]
		if caption, _, _ = strings.Cut(caption, ">"); !strings.Contains(caption, "橙色") || !strings.Contains(caption, r.Structure.Name) {
			t.Errorf("the curve is not of the gravest alert, or does not name it: %s", caption)
		}
	})
}

// Messages about devices and tests of webhooks have no curve, so nothing is missing.
func TestMailAboutADeviceHasNoPicture(t *testing.T) {
	on(t, func(r *rig) {
		e := r.easel(&easel{})
		r.rule("all", onlyShift)
		silent := r.raised(alarm.Blue)
		silent.Record.Kind, silent.Record.Key, silent.Record.PointID = alarm.OfDataLost, alarm.Key{}, 0
		r.store(silent)
		r.send(0)
		mails := r.post.Mails()
		if len(mails) != 1 || len(mails[0].Pictures) != 0 || e.count() != 0 || strings.Contains(mails[0].Text, "图") {
			t.Errorf("%d drawn, %+v", e.count(), mails)
		}
	})
}
