package alarm

import (
	"testing"

	"plumbline/internal/platform/errs"
)

func TestHandlingChecksTransitions(t *testing.T) {
	for _, c := range []struct {
		from, to Status
		want     *errs.Message
	}{
		{Pending, Confirm, nil},
		{Restore, FalseAlarm, nil},
		{Confirm, FalseAlarm, errs.AlertProcessed},
		{Status("Unheard"), Confirm, errs.AlertTransition},
	} {
		err := (&Handling{To: c.to, Note: "seen"}).check(c.from)
		if f, _ := errs.As(err); (c.want == nil) != (err == nil) || c.want != nil && (f == nil || f.Code != c.want.Code) {
			t.Errorf("from %s to %s: %v", c.from, c.to, err)
		}
	}
}
