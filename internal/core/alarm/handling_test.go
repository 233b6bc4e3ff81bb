package alarm

import (
	"testing"

	"plumbline/internal/platform/fault"
)

func TestAHandlingFollowsTheTransitions(t *testing.T) {
	for _, c := range []struct {
		from, to Status
		want     *fault.Message
	}{
		{Pending, Confirm, nil},
		{Restore, FalseAlarm, nil},
		{Confirm, FalseAlarm, fault.AlertProcessed},
		{Status("Unheard"), Confirm, fault.AlertTransition},
	} {
		err := (&Handling{To: c.to, Note: "seen"}).check(c.from)
		if f, _ := fault.As(err); (c.want == nil) != (err == nil) || c.want != nil && (f == nil || f.Code != c.want.Code) {
			t.Errorf("from %s to %s: %v", c.from, c.to, err)
		}
	}
}
