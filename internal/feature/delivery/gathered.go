package delivery

import (
	"cmp"
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery/wording"
	"plumbline/internal/platform/mail"
	"plumbline/internal/platform/webhook"
)

// listedInChat is the number of alerts that a group chat gets one by one.
const listedInChat = 10

var (
	gatheredSubject = wording.Phrase{
		Zh: "【{platform}】{summary}：{project}", En: "[{platform}] {summary}: {project}",
		Tw: "【{platform}】{summary}：{project}",
	}
	gatheredSMS = wording.Phrase{
		Zh: "【{platform}】{project}：{summary}。最严重：{worst}。", En: "[{platform}] {project}: {summary}. Worst: {worst}.",
		Tw: "【{platform}】{project}：{summary}。最嚴重：{worst}。",
	}
	gatheredOpen  = wording.Phrase{Zh: "{count} 条告警（{levels}）", En: "{count} alerts ({levels})", Tw: "{count} 條告警（{levels}）"}
	gatheredOver  = wording.Phrase{Zh: "{count} 条已恢复", En: "{count} over", Tw: "{count} 條已恢復"}
	gatheredComma = wording.Phrase{Zh: "，", En: ", ", Tw: "，"}
	gatheredLevel = wording.Phrase{Zh: "{level} {count}", En: "{count} {level}", Tw: "{level} {count}"}
	gatheredWhy   = wording.Phrase{
		Zh: "短时间内消息较多，已合并为一条。", En: "There were many messages within a short time. They were put into one.", Tw: "短時間內訊息較多，已合併為一則。",
	}
	gatheredRest = wording.Phrase{Zh: "另有 {count} 条", En: "and {count} more", Tw: "另有 {count} 條"}
	noStructure  = wording.Phrase{Zh: "其他", En: "Other", Tw: "其他"}
)

var colors = map[alarm.Level]wording.Phrase{
	alarm.Blue:   {Zh: "蓝", En: "blue", Tw: "藍"},
	alarm.Yellow: {Zh: "黄", En: "yellow", Tw: "黃"},
	alarm.Orange: {Zh: "橙", En: "orange", Tw: "橙"},
	alarm.Red:    {Zh: "红", En: "red", Tw: "紅"},
}

// gathered is what a message with others is about: one line for each alert, arranged by structure and level.
type gathered struct {
	wording.Content // of the gravest
	lines           []*Message
}

// gathering returns the message together with what it carries. Of several messages about one alert, the last one counts.
func (m *Message) gathering() gathered {
	last := map[int64]*Message{}
	all := []*Message{m}
	for i := range m.load {
		all = append(all, &m.load[i])
	}
	for _, one := range all {
		if known := last[one.AlertID]; known == nil || known.before(one) {
			last[one.AlertID] = one
		}
	}
	g := gathered{Content: m.Content}
	for _, one := range all {
		if last[one.AlertID] == one {
			g.lines = append(g.lines, one)
		}
	}
	slices.SortStableFunc(g.lines, func(a, b *Message) int {
		return cmp.Or(cmp.Compare(b.Content.Step.Level, a.Content.Step.Level), cmp.Compare(a.Content.At, b.Content.At))
	})
	if len(g.lines) > 0 {
		g.Content = g.lines[0].Content
	}
	return g
}

func (m *Message) before(other *Message) bool {
	return cmp.Or(cmp.Compare(m.CreatedAt, other.CreatedAt), cmp.Compare(m.ID, other.ID)) < 0
}

// summary returns how many alerts of which levels there are, and how many are over.
func (g gathered) summary(lines []*Message) string {
	var counts [alarm.Red + 1]int
	faults := map[string]int{}
	var names []string
	open, over := 0, 0
	for _, m := range lines {
		c := &m.Content
		if !c.Event.Open() {
			over++
			continue
		}
		open++
		if !c.Kind.Health() {
			counts[c.Step.Level]++
			continue
		}
		if faults[c.What()] == 0 {
			names = append(names, c.What())
		}
		faults[c.What()]++
	}
	var levels, parts []string
	for level := alarm.Red; level >= alarm.Blue; level-- {
		if counts[level] > 0 {
			levels = append(levels, g.In(gatheredLevel, "level", colors[level].In(g.Language), "count", strconv.Itoa(counts[level])))
		}
	}
	for _, name := range names {
		levels = append(levels, g.In(gatheredLevel, "level", name, "count", strconv.Itoa(faults[name])))
	}
	comma := gatheredComma.In(g.Language)
	if open > 0 {
		parts = append(parts, g.In(gatheredOpen, "count", strconv.Itoa(open), "levels", strings.Join(levels, comma)))
	}
	if over > 0 {
		parts = append(parts, g.In(gatheredOver, "count", strconv.Itoa(over)))
	}
	return strings.Join(parts, comma)
}

// structures returns the lines by structure, those with the gravest alert first.
func (g gathered) structures() (names []string, lines map[string][]*Message) {
	lines = map[string][]*Message{}
	for _, m := range g.lines {
		name := cmp.Or(m.Content.Structure, noStructure.In(g.Language))
		if lines[name] == nil {
			names = append(names, name)
		}
		lines[name] = append(lines[name], m)
	}
	return names, lines
}

func (g gathered) platform() string { return cmp.Or(g.Platform, wording.Product.In(g.Language)) }

func (g gathered) subject() string {
	return g.In(gatheredSubject, "platform", g.platform(), "summary", g.summary(g.lines), "project", g.Project)
}

func (g gathered) sms() string {
	worst := g.Structure + " " + g.Thing() + " " + g.Reason()
	return g.In(gatheredSMS, "platform", g.platform(), "project", g.Project, "summary", g.summary(g.lines), "worst", strings.TrimSpace(worst))
}

// SMSValues are the values for approved templates.
func (g gathered) SMSValues() map[string]string {
	v := g.Content.SMSValues()
	v["place"], v["heading"], v["what"] = g.Project, g.summary(g.lines), g.summary(g.lines)
	v["reason"] = g.summary(g.lines)
	return v
}

// card returns the message for a group chat, which shows few lines.
func (g gathered) card() webhook.Card {
	card := cardOf(g.Content)
	card.Title, card.Lines = g.subject(), nil
	names, _ := g.structures()
	for _, m := range g.lines[:min(len(g.lines), listedInChat)] {
		card.Lines = append(card.Lines, strings.TrimSpace(m.Content.Structure+" "+m.Content.Line()))
	}
	if rest := len(g.lines) - listedInChat; rest > 0 {
		card.Lines = append(card.Lines, g.In(gatheredRest, "count", strconv.Itoa(rest))+gatheredComma.In(g.Language)+strings.Join(names, " "))
	}
	card.Lines = append(card.Lines, gatheredWhy.In(g.Language), g.Why())
	return card
}

// letter returns the message as a mail. link returns the link of each line; empty: none.
func (g gathered) letter(m *Message, link func(*Message) string) mail.Message {
	var plain, rich strings.Builder
	fmt.Fprintf(&rich, `<!doctype html><html lang="%s"><body style="%s">`, g.Language, bodyStyle)
	names, lines := g.structures()
	linked := false
	for _, name := range names {
		heading := name + " · " + g.summary(lines[name])
		fmt.Fprintf(&plain, "%s\n", heading)
		fmt.Fprintf(&rich, `<p><b>%s</b></p><ul>`, html.EscapeString(heading))
		for _, one := range lines[name] {
			text := one.Content.Line()
			shown := html.EscapeString(text)
			fmt.Fprintf(&plain, "- %s\n", text)
			if to := link(one); to != "" {
				linked = true
				shown = fmt.Sprintf(`<a href="%s">%s</a>`, html.EscapeString(to), shown)
				fmt.Fprintf(&plain, "  %s\n", to)
			}
			fmt.Fprintf(&rich, "<li>%s</li>", shown)
		}
		plain.WriteString("\n")
		rich.WriteString("</ul>")
	}
	quiet := []string{gatheredWhy.In(g.Language), g.Why()}
	if linked {
		quiet = append(quiet, ownLink.In(g.Language))
	}
	for _, line := range quiet {
		fmt.Fprintf(&rich, `<p style="%s">%s</p>`, quietStyle, html.EscapeString(line))
	}
	rich.WriteString("</body></html>")
	plain.WriteString(strings.Join(quiet, "\n\n") + "\n")
	return mail.Message{To: m.Address, Subject: g.subject(), Text: plain.String(), HTML: rich.String(), ID: m.key()}
}
