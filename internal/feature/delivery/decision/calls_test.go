package decision

import (
	"strings"
	"testing"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/feature/delivery/wording"
	"plumbline/internal/platform/errs"
)

// The calls are tested with the ledger: TestRecipientsDecideByCode of package delivery.

// The note is required, and ends with who decided in the language of the project.
func TestTheNoteNamesWhoDecided(t *testing.T) {
	about := func(language string) *delivery.Message {
		return &delivery.Message{Address: "shift@example.com", Content: wording.Content{Names: wording.Names{Language: language}}}
	}
	for language, want := range map[string]string{
		"en": "A crane stood on it. (decided by s…@example.com, by the link in a message and a code)",
		"zh": "A crane stood on it.（s…@example.com 通过消息链接和验证码处理）",
	} {
		d := AlertDecision{Status: "FalseAlarm", Level: 3, Note: " A crane stood on it. "}
		h, err := d.handling(about(language))
		if err != nil || h.To != alarm.FalseAlarm || h.Seen != alarm.Orange || h.Note != want {
			t.Errorf("%s: %+v, %v", language, h, err)
		}
	}
	for note, want := range map[string]*errs.Message{" ": errs.AlertNoteRequired, strings.Repeat("裂", maxNote+1): errs.TooLong} {
		d := AlertDecision{Status: "Confirm", Note: note}
		if _, err := d.handling(about("en")); !errs.Is(err, want) {
			t.Errorf("%d characters: %v", len(note), err)
		}
	}
}
