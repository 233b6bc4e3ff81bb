package delivery

import (
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/feature/delivery/wording"
	"plumbline/internal/platform/mail"
)

var (
	look    = wording.Phrase{Zh: "查看告警并回复", En: "See the alert and answer", Tw: "查看告警並回覆"}
	confirm = wording.Phrase{Zh: "打开演练并确认收到", En: "Open the drill and confirm", Tw: "開啟演練並確認收到"}
	ownLink = wording.Phrase{
		Zh: "链接仅供您本人使用，24 小时内有效，无需登录。", En: "The link is for you alone, needs no sign-in and holds for 24 hours.",
		Tw: "連結僅供您本人使用，24 小時內有效，無需登入。",
	}
)

// Styles of mails, as mail programs show no style sheets.
const (
	bodyStyle   = "font-family:sans-serif;color:#1f2329;line-height:1.6"
	quietStyle  = "color:#646a73;font-size:13px"
	buttonStyle = "display:inline-block;padding:8px 16px;border-radius:4px;background:#1557d6;color:#ffffff;text-decoration:none"
)

// letter returns a message as a mail, with a link unless that is empty. Its id is the same for every attempt, so that a
// mail server can recognize one that it already has.
func (m *Message) letter(link string) mail.Message {
	lines := m.Content.Lines()
	facts, quiet := lines[:len(lines)-1], lines[len(lines)-1:]
	var rich strings.Builder
	fmt.Fprintf(&rich, `<!doctype html><html lang="%s"><body style="%s">`, m.Content.Language, bodyStyle)
	for _, fact := range facts {
		fmt.Fprintf(&rich, "<p>%s</p>", html.EscapeString(fact))
	}
	if link != "" {
		title := look.In(m.Content.Language)
		if m.Content.Drill {
			title = confirm.In(m.Content.Language)
		}
		fmt.Fprintf(&rich, `<p><a href="%s" style="%s">%s</a></p>`, html.EscapeString(link), buttonStyle, html.EscapeString(title))
		facts = append(slices.Clone(facts), title+"\n"+link)
		quiet = append(slices.Clone(quiet), ownLink.In(m.Content.Language))
	}
	for _, line := range quiet {
		fmt.Fprintf(&rich, `<p style="%s">%s</p>`, quietStyle, html.EscapeString(line))
	}
	rich.WriteString("</body></html>")
	return mail.Message{
		To: m.Address, Subject: m.Content.Subject(), Text: strings.Join(slices.Concat(facts, quiet), "\n\n") + "\n", HTML: rich.String(),
		ID: m.key(),
	}
}

// key is the same for every attempt to send the message.
func (m *Message) key() string {
	if m.DrillID != 0 {
		return "drill-" + strconv.FormatInt(m.ID, 10)
	}
	if m.Content.TestBy != "" {
		return "test-" + strconv.FormatInt(m.ID, 10)
	}
	return "alert-" + strconv.FormatInt(m.ID, 10)
}
