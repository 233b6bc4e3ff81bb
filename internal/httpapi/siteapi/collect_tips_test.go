package siteapi

import (
	"context"
	"testing"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/errs"
)

func TestCollectTips(t *testing.T) {
	for _, c := range []struct {
		mode                  string
		points, told, hanging int
		want                  *errs.Message
	}{
		{"UploadCollect", 1, 1, 0, errs.CollectSent},
		{"UploadCollect", 1, 1, 1, errs.CollectHanging},
		{"UploadCollect", 1, 0, 0, errs.CollectHere},
		{"CommandCollect", 1, 1, 0, errs.CollectAsked},
		{"NoCollect", 1, 0, 0, errs.CollectNone},
		{"", 2, 2, 1, errs.CollectBatch},
	} {
		if got := collectTips(c.mode, c.points, c.told, c.hanging); got.Code != c.want.Code {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

func TestTimeoutReturnsRetryAfter(t *testing.T) {
	for _, err := range []error{context.DeadlineExceeded, context.Canceled} {
		if e := httpapi.EnvelopeOf(t.Context(), err); e.Code != errs.TimedOut.Code || e.GetStatus() != 503 || e.Headers.Get("Retry-After") == "" {
			t.Errorf("%v: %+v", err, e)
		}
	}
}
