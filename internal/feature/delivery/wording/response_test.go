package wording_test

import (
	"strings"
	"testing"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery/wording"
)

// A group chat gets when the response time ends, but neither names nor plans.
func TestWhenTheResponseTimeEnds(t *testing.T) {
	const due = int64(1_795_000_000_000)
	at := time.UnixMilli(due).UTC().Format("2006-01-02 15:04 (UTC+00:00)")
	minutes := func(n int64) int64 { return n * time.Minute.Milliseconds() }
	for _, c := range []struct {
		language string
		response *wording.Response
		want     string
	}{
		{"zh", &wording.Response{DueAt: due, Now: due - minutes(125)}, "响应截止 " + at + "，剩余 2 小时 5 分钟"},
		{"zh-TW", &wording.Response{DueAt: due, Now: due - minutes(120)}, "回應截止 " + at + "，剩餘 2 小時"},
		{"en", &wording.Response{DueAt: due, Now: due - minutes(1) - 1}, "Response due by " + at + ", 2 min left"},
		{"en", &wording.Response{DueAt: due, Now: due}, "Response was due by " + at + ". Nobody has acknowledged the warning."},
		{"zh", &wording.Response{DueAt: due, Now: due + 1}, "响应已于 " + at + " 截止，无人响应"},
		{"en", &wording.Response{DueAt: due, Now: due, AcknowledgedAt: due, AcknowledgedBy: "Li"}, "Li acknowledged the warning at " + at},
		{"en", &wording.Response{Now: due}, ""},
		{"en", nil, ""},
	} {
		if c.response != nil {
			c.response.People = []wording.Responder{{Name: "Wang", State: wording.Seen, At: due}}
			c.response.Links = []wording.PlanLink{{Name: "Pit"}}
		}
		content := wording.Content{Event: alarm.EventRaised, Kind: alarm.OfGraded, Response: c.response}
		content.Language, content.TimeZone = c.language, "UTC"
		if got := content.RespondBy(); got != c.want {
			t.Errorf("%s: %q, want %q", c.language, got, c.want)
		}
		lines := strings.Join(content.Lines(), "\n")
		if !strings.Contains(lines, c.want) || strings.Contains(lines, "Wang") || strings.Contains(lines, "Pit") {
			t.Errorf("group chat: %s", lines)
		}
		if _, text := content.Push(); !strings.HasSuffix(text, c.want) {
			t.Errorf("browser: %s", text)
		}
	}
}
