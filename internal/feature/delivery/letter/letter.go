// Package letter makes mails of messages about alerts, and the texts of several messages in one.
package letter

import (
	"fmt"
	"html"
	"slices"
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

// Mail returns a message about one alert as a mail with an id, and with a link unless that is empty. The address is the
// caller's to fill in.
func Mail(c *wording.Content, id, link string, p Pictures) mail.Message {
	facts, quiet := c.Facts(), []string{c.Why()}
	var rich strings.Builder
	begin(&rich, c.Language)
	for _, fact := range facts {
		fmt.Fprintf(&rich, "<p>%s</p>", html.EscapeString(fact))
	}
	respond(&rich, c)
	facts = append(facts, c.Responding()...)
	if link != "" {
		title := look.In(c.Language)
		if c.Drill {
			title = confirm.In(c.Language)
		}
		fmt.Fprintf(&rich, `<p><a href="%s" style="%s">%s</a></p>`, html.EscapeString(link), buttonStyle, html.EscapeString(title))
		facts = append(facts, title+"\n"+link)
		quiet = append(quiet, ownLink.In(c.Language))
	}
	made := mail.Message{ID: id, Subject: c.Subject(), Pictures: p.show(&rich, id)}
	if p.Missing {
		quiet = slices.Insert(quiet, 0, undrawn(c, link))
	}
	end(&rich, quiet)
	made.Text, made.HTML = strings.Join(slices.Concat(facts, quiet), "\n\n")+"\n", rich.String()
	return made
}

func begin(rich *strings.Builder, language string) {
	fmt.Fprintf(rich, `<!doctype html><html lang="%s"><body style="%s">`, language, bodyStyle)
}

func end(rich *strings.Builder, quiet []string) {
	for _, line := range quiet {
		fmt.Fprintf(rich, `<p style="%s">%s</p>`, quietStyle, html.EscapeString(line))
	}
	rich.WriteString("</body></html>")
}
