package letter

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
)

// Numbers of alerts that are listed one by one.
const (
	listedInChat = 10
	listedInPush = 3
	mostCurves   = 3
)

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
	pushGathered = wording.Phrase{Zh: "{project}：{summary}", En: "{project}: {summary}", Tw: "{project}：{summary}"}
	noStructure  = wording.Phrase{Zh: "其他", En: "Other", Tw: "其他"}
)

var colors = map[alarm.Level]wording.Phrase{
	alarm.Blue:   {Zh: "蓝", En: "blue", Tw: "藍"},
	alarm.Yellow: {Zh: "黄", En: "yellow", Tw: "黃"},
	alarm.Orange: {Zh: "橙", En: "orange", Tw: "橙"},
	alarm.Red:    {Zh: "红", En: "red", Tw: "紅"},
}

// Line is one alert in a message about several.
type Line struct {
	ID           int64 // of the message
	AlertID      int64
	TransitionID int64
	Link         string
	Content      wording.Content
}

// Gathered is what a message with others is about: one line for each alert, arranged by structure and level.
type Gathered struct {
	wording.Content // of the gravest
	Lines           []Line
}

// Gather arranges lines, of which there is one at least.
func Gather(lines []Line) Gathered {
	slices.SortStableFunc(lines, func(a, b Line) int {
		return cmp.Or(cmp.Compare(b.Content.Step.Level, a.Content.Step.Level), cmp.Compare(a.Content.At, b.Content.At))
	})
	return Gathered{Content: lines[0].Content, Lines: lines}
}

// summary returns how many alerts of which levels there are, and how many are over.
func (g Gathered) summary(lines []Line) string {
	var counts [alarm.Red + 1]int
	faults := map[string]int{}
	var names []string
	open, over := 0, 0
	for i := range lines {
		c := &lines[i].Content
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
func (g Gathered) structures() (names []string, lines map[string][]Line) {
	lines = map[string][]Line{}
	for _, line := range g.Lines {
		name := cmp.Or(line.Content.Structure, noStructure.In(g.Language))
		if lines[name] == nil {
			names = append(names, name)
		}
		lines[name] = append(lines[name], line)
	}
	return names, lines
}

func (g Gathered) platform() string { return cmp.Or(g.Platform, wording.Product.In(g.Language)) }

func (g Gathered) subject() string {
	return g.In(gatheredSubject, "platform", g.platform(), "summary", g.summary(g.Lines), "project", g.Project)
}

// SMS returns the message as a text message.
func (g Gathered) SMS() string {
	worst := g.Structure + " " + g.Thing() + " " + g.Reason()
	return g.In(gatheredSMS, "platform", g.platform(), "project", g.Project, "summary", g.summary(g.Lines), "worst", strings.TrimSpace(worst))
}

// SMSValues are the values for approved templates.
func (g Gathered) SMSValues() map[string]string {
	v := g.Content.SMSValues()
	v["place"], v["heading"], v["what"] = g.Project, g.summary(g.Lines), g.summary(g.Lines)
	v["reason"] = g.summary(g.Lines)
	return v
}

// Chat returns title and lines for a group chat, which shows few lines.
func (g Gathered) Chat() (title string, lines []string) {
	names, _ := g.structures()
	for _, one := range g.Lines[:min(len(g.Lines), listedInChat)] {
		lines = append(lines, strings.TrimSpace(one.Content.Structure+" "+one.Content.Line()+" "+one.Content.RespondBy()))
	}
	if rest := len(g.Lines) - listedInChat; rest > 0 {
		lines = append(lines, g.In(gatheredRest, "count", strconv.Itoa(rest))+gatheredComma.In(g.Language)+strings.Join(names, " "))
	}
	return g.subject(), append(lines, gatheredWhy.In(g.Language), g.Why())
}

// Push returns title and text of the message in a browser: how many alerts there are, and the gravest of them.
func (g Gathered) Push() (title, text string) {
	lines := []string{}
	for _, one := range g.Lines[:min(len(g.Lines), listedInPush)] {
		lines = append(lines, strings.TrimSpace(one.Content.Structure+" "+one.Content.Line()))
	}
	if rest := len(g.Lines) - listedInPush; rest > 0 {
		lines = append(lines, g.In(gatheredRest, "count", strconv.Itoa(rest)))
	}
	return g.In(pushGathered, "project", g.Project, "summary", g.summary(g.Lines)), strings.Join(lines, "\n")
}

// Translated returns the message in another language.
func (g Gathered) Translated(language string) Gathered {
	g.Language = language
	g.Lines = slices.Clone(g.Lines)
	for i := range g.Lines {
		g.Lines[i].Content.Language = language
	}
	return g
}

// Pictured returns the lines that a mail shows the curves of: the gravest of each structure, at most mostCurves.
func (g Gathered) Pictured() (lines []Line) {
	names, of := g.structures()
	for _, name := range names {
		at := slices.IndexFunc(of[name], func(line Line) bool { return line.Content.Drawable() })
		if at >= 0 && len(lines) < mostCurves {
			lines = append(lines, of[name][at])
		}
	}
	return lines
}

// Mail returns the message as a mail with an id. The address is the caller's to fill in.
func (g Gathered) Mail(id string, p Pictures) mail.Message {
	var plain, rich strings.Builder
	begin(&rich, g.Language)
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
			if one.Link != "" {
				linked = true
				shown = fmt.Sprintf(`<a href="%s">%s</a>`, html.EscapeString(one.Link), shown)
				fmt.Fprintf(&plain, "  %s\n", one.Link)
			}
			for _, paragraph := range one.Content.Responding() {
				fmt.Fprintf(&plain, "  %s\n", strings.ReplaceAll(paragraph, "\n", "\n  "))
			}
			fmt.Fprintf(&rich, "<li>%s", shown)
			respond(&rich, &one.Content)
			rich.WriteString("</li>")
		}
		plain.WriteString("\n")
		rich.WriteString("</ul>")
	}
	made := mail.Message{ID: id, Subject: g.subject(), Pictures: p.show(&rich, id)}
	quiet := []string{gatheredWhy.In(g.Language), g.Why()}
	if linked {
		quiet = append(quiet, ownLink.In(g.Language))
	}
	if p.Missing {
		quiet = slices.Insert(quiet, 0, undrawn(&g.Content, g.Lines[0].Link))
	}
	end(&rich, quiet)
	plain.WriteString(strings.Join(quiet, "\n\n") + "\n")
	made.Text, made.HTML = plain.String(), rich.String()
	return made
}
