package ingest_test

import (
	"context"
	"testing"

	"plumbline/internal/field/ingest"
)

func TestAttemptsAreBounded(t *testing.T) {
	var attempts ingest.Attempts
	for i := range 25 {
		attempts.Note(1, ingest.Attempt{Time: int64(i), Reason: ingest.WrongSecret})
	}
	list := attempts.List(1)
	if len(list) != 20 || list[0].Time != 5 || list[19].Time != 24 {
		t.Errorf("%d attempts, %+v", len(list), list)
	}
	for device := int64(2); device <= 1001; device++ {
		attempts.Note(device, ingest.Attempt{Time: 100 + device})
	}
	if list := attempts.List(1); len(list) != 0 {
		t.Errorf("the device that was silent longest still has %d attempts", len(list))
	}
	if list := attempts.List(2); len(list) != 1 {
		t.Errorf("device 2 keeps %d attempts", len(list))
	}
}

func TestAttemptsWakeWatchers(t *testing.T) {
	var attempts ingest.Attempts
	ctx, cancel := context.WithCancel(t.Context())
	own, all := attempts.Watch(ctx, 1, false), attempts.Watch(ctx, 1, true)
	woken := func(news <-chan struct{}) bool {
		select {
		case <-news:
			return true
		default:
			return false
		}
	}
	attempts.Note(2, ingest.Attempt{})
	if woken(own) || woken(all) {
		t.Error("a watcher was woken by another device")
	}
	attempts.Note(0, ingest.Attempt{})
	if woken(own) || !woken(all) {
		t.Error("an unknown device must wake only watchers of unknown devices")
	}
	attempts.Note(1, ingest.Attempt{})
	attempts.Note(1, ingest.Attempt{}) // a slow watcher is woken once
	if !woken(own) || !woken(all) || woken(own) {
		t.Error("an attempt of the device must wake both watchers once")
	}
	cancel()
}
