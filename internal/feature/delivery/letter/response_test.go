package letter

import (
	"strings"
	"testing"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery/wording"
)

// In a mail about several alerts, a graded warning has its responders and plans under its line; in a group chat only the end.
func TestGatheredWarningsSayWhoResponds(t *testing.T) {
	warning := about("S1", "en", alarm.Red)
	warning.Kind = alarm.OfGraded
	warning.Response = &wording.Response{
		Now: warning.At, DueAt: warning.At + 600_000, People: []wording.Responder{{Name: "Li & Wu", State: wording.Seen, At: warning.At}},
		Links: []wording.PlanLink{{Level: alarm.Red, Name: "Evacuate", Page: "https://example.com/plans?grade=4"}},
	}
	g := Gather([]Line{{AlertID: 1, Content: warning}, {AlertID: 2, Content: about("S2", "en", alarm.Blue)}})
	made := g.Mail("id", Pictures{})
	const by = "Response due by 2026-01-01 08:10 (UTC+08:00), 10 min left"
	for _, want := range []string{"  " + by + "\n", "  - Li & Wu: has seen it (08:00)\n", "  Emergency plan “Evacuate” (red)\n  https://example.com/plans?grade=4\n"} {
		if strings.Count(made.Text, want) != 1 {
			t.Errorf("the text has not once %q: %s", want, made.Text)
		}
	}
	for _, want := range []string{by, "<li>Li &amp; Wu: has seen it (08:00)</li>", `<a href="https://example.com/plans?grade=4">Emergency plan “Evacuate” (red)</a>`} {
		if strings.Count(made.HTML, want) != 1 {
			t.Errorf("the HTML has not once %q: %s", want, made.HTML)
		}
	}
	_, lines := g.Chat()
	if said := strings.Join(lines, "\n"); strings.Count(said, by) != 1 || strings.Contains(said, "Li & Wu") {
		t.Errorf("group chat: %s", said)
	}
}
