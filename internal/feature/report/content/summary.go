package content

import (
	"fmt"
	"strings"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/i18n"
)

var (
	countedText = i18n.Label{
		Zh: "本期报告 %d 个测点，其中 %d 个无测值。", En: "This report is about %d measuring points; %d of them had no reading.",
		Tw: "本期報告 %d 個測點，其中 %d 個無測值。",
	}
	mostText      = i18n.Label{Zh: "%s：%s%s最大 %s（%s）。", En: "%s: largest %s %s %s at %s.", Tw: "%s：%s%s最大 %s（%s）。"}
	changeText    = i18n.Label{Zh: "累计变化", En: "accumulated change", Tw: "累計變化"}
	rateText      = i18n.Label{Zh: "变化速率", En: "rate", Tw: "變化速率"}
	depthText     = i18n.Label{Zh: "%s，深度 %s", En: "%s, depth %s", Tw: "%s，深度 %s"}
	reachedText   = i18n.Label{Zh: "%s级：%s。", En: "%s level: %s.", Tw: "%s級：%s。"}
	noLevelText   = i18n.Label{Zh: "没有测点达到预警值。", En: "No measuring point reached a warning level.", Tw: "沒有測點達到預警值。"}
	unjudgedText  = i18n.Label{Zh: "%d 个测点未设阈值，未判定。", En: "%d measuring points have no thresholds and were not judged.", Tw: "%d 個測點未設門檻值，未判定。"}
	alarmsText    = i18n.Label{Zh: "本期告警 %d 条，其中 %d 条尚未结束。", En: "%d alerts in the period; %d of them have not ended.", Tw: "本期告警 %d 筆，其中 %d 筆尚未結束。"}
	noAlarmsText  = i18n.Label{Zh: "本期无告警。", En: "No alerts in the period.", Tw: "本期無告警。"}
	andMoreText   = i18n.Label{Zh: "等 %d 个测点", En: "and others, %d in all", Tw: "等 %d 個測點"}
	separatorText = i18n.Label{Zh: "、", En: ", ", Tw: "、"}
)

// mostNamed is the number of points that a sentence names.
const mostNamed = 12

// Summary says in sentences what the tables of a report say: by rule, and nothing else. A person edits it before it is issued.
func Summary(r *Report) string {
	lang := r.Language
	missing, unjudged := 0, 0
	byLevel := map[int][]string{}
	lines := []string{""}
	for i := range r.Measurements {
		m := &r.Measurements[i]
		missing += len(m.Missing)
		levels := map[string]int{}
		var order []string
		for k := range m.Rows {
			row := &m.Rows[k]
			if _, known := levels[row.Point]; !known {
				order = append(order, row.Point)
				levels[row.Point] = row.Level
			}
			levels[row.Point] = max(levels[row.Point], row.Level)
		}
		for _, name := range order {
			if level := levels[name]; level > 0 {
				byLevel[level] = append(byLevel[level], name)
			}
		}
		for k := range m.Rows {
			if m.Rows[k].Level < 0 && m.Rows[k].Time != 0 && levels[m.Rows[k].Point] < 0 {
				unjudged++
				levels[m.Rows[k].Point] = 0 // counted once
			}
		}
		lines = append(lines, mostOf(m, lang)...)
	}
	lines[0] = fmt.Sprintf(countedText.In(lang), r.Points, missing)
	lines = append(lines, reached(byLevel, lang)...)
	if unjudged > 0 {
		lines = append(lines, fmt.Sprintf(unjudgedText.In(lang), unjudged))
	}
	return strings.Join(append(lines, alarmed(r)), "\n")
}

// mostOf says the largest change and rate of a measurement.
func mostOf(m *Measurement, lang string) (lines []string) {
	change, rate := -1, -1
	above := func(i, than int) bool {
		return than < 0 || abs(*m.Maxima[i].Value.Value) > abs(*m.Maxima[than].Value.Value)
	}
	for i := range m.Maxima {
		switch {
		case m.Maxima[i].Of == Fastest && above(i, rate):
			rate = i
		case m.Maxima[i].Of != Fastest && above(i, change):
			change = i
		}
	}
	for _, one := range []struct {
		at   int
		what i18n.Label
	}{{change, changeText}, {rate, rateText}} {
		if one.at >= 0 {
			x := &m.Maxima[one.at]
			where := x.Point
			if x.Depth.Value != nil {
				where = fmt.Sprintf(depthText.In(lang), x.Point, Text(&x.Depth, true))
			}
			lines = append(lines, fmt.Sprintf(mostText.In(lang), m.Name, x.Quantity, one.what.In(lang), Text(&x.Value, true), where))
		}
	}
	return lines
}

func abs(v float64) float64 { return max(v, -v) }

// reached names the points that reached each level, the highest first.
func reached(byLevel map[int][]string, lang string) (lines []string) {
	for level := int(alarm.Red); level > 0; level-- {
		names := byLevel[level]
		if len(names) == 0 {
			continue
		}
		text := strings.Join(names[:min(len(names), mostNamed)], separatorText.In(lang))
		if len(names) > mostNamed {
			text += separatorText.In(lang) + fmt.Sprintf(andMoreText.In(lang), len(names))
		}
		lines = append(lines, fmt.Sprintf(reachedText.In(lang), alarm.Level(level).Color().In(lang), text))
	}
	if lines == nil {
		lines = []string{noLevelText.In(lang)}
	}
	return lines
}

func alarmed(r *Report) string {
	total, open := len(r.Alarms)+r.MoreAlarms, 0
	for i := range r.Alarms {
		if r.Alarms[i].Ended == 0 {
			open++
		}
	}
	if total == 0 {
		return noAlarmsText.In(r.Language)
	}
	return fmt.Sprintf(alarmsText.In(r.Language), total, open)
}
