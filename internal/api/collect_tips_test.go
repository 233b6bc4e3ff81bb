package api

import (
	"context"
	"testing"

	"plumbline/internal/platform/fault"
)

func TestWhatIsSaidOfAChangedCollection(t *testing.T) {
	for _, c := range []struct {
		mode                  string
		points, told, hanging int
		want                  *fault.Message
	}{
		{"UploadCollect", 1, 1, 0, fault.CollectSent},
		{"UploadCollect", 1, 1, 1, fault.CollectHanging},
		{"UploadCollect", 1, 0, 0, fault.CollectHere},
		{"CommandCollect", 1, 1, 0, fault.CollectAsked},
		{"NoCollect", 1, 0, 0, fault.CollectNone},
		{"", 2, 2, 1, fault.CollectBatch},
	} {
		if got := collectTips(c.mode, c.points, c.told, c.hanging); got.Code != c.want.Code {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

func TestACallThatTookTooLongSaysSo(t *testing.T) {
	for _, err := range []error{context.DeadlineExceeded, context.Canceled} {
		if e := envelopeOf(t.Context(), err); e.Code != fault.TimedOut.Code || e.GetStatus() != 503 || e.headers.Get("Retry-After") == "" {
			t.Errorf("%v: %+v", err, e)
		}
	}
}
