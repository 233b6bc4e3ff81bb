package identity

import (
	"context"
	"errors"
	"testing"

	"plumbline/internal/platform/errs"
)

// A burst of sign-ins uses only its slots and its queue. Later requests fail at once; a cancelled request frees its
// place.
func TestPasswordCheckQueueIsBounded(t *testing.T) {
	h := newHasher()
	ctx, giveUp := context.WithCancel(context.Background())
	ended := make(chan error)
	for range argonAtOnce() {
		if err := h.enter(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for range argonWaiting {
		h.queue <- struct{}{} // fill the queue as enter does, so that the next call exceeds it
	}
	var refused *errs.Error
	if err := h.enter(t.Context()); !errors.As(err, &refused) || refused.Code != errs.TooManyRequests.Code || refused.Args["seconds"] != argonRetry {
		t.Errorf("over the limit got %v", err)
	}
	<-h.queue
	go func() { ended <- h.enter(ctx) }()
	giveUp()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled call got %v", err)
	}
	if got := len(h.queue); got != argonAtOnce()+argonWaiting-1 {
		t.Errorf("%d in the queue: the cancelled call kept its place", got)
	}
	h.leave()
	if err := h.enter(t.Context()); err != nil {
		t.Errorf("a free slot is refused: %v", err)
	}
	if got := h.checked.Load(); got != 1 {
		t.Errorf("%d checks counted, want 1", got)
	}
}
