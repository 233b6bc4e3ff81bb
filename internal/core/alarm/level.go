package alarm

import "plumbline/internal/platform/i18n"

// NotJudged is the absence of a level: no threshold has judged anything.
const NotJudged Level = -1

const (
	Normal Level = iota
	Blue
	Yellow
	Orange
	Red
)

// levelColors are the names of the levels' colors (domain glossary.md section 12).
var levelColors = [...]i18n.Label{
	{Zh: "正常", En: "normal", Tw: "正常"},
	{Zh: "蓝色", En: "blue", Tw: "藍色"},
	{Zh: "黄色", En: "yellow", Tw: "黃色"},
	{Zh: "橙色", En: "orange", Tw: "橙色"},
	{Zh: "红色", En: "red", Tw: "紅色"},
}

// levelNames are the names of the alerts of each level.
var levelNames = [...]i18n.Label{
	{Zh: "正常", En: "normal", Tw: "正常"},
	{Zh: "蓝色告警", En: "blue alert", Tw: "藍色告警"},
	{Zh: "黄色告警", En: "yellow alert", Tw: "黃色告警"},
	{Zh: "橙色告警", En: "orange alert", Tw: "橙色告警"},
	{Zh: "红色告警", En: "red alert", Tw: "紅色告警"},
}

// Color returns the color name of a level in three languages.
func (l Level) Color() i18n.Label { return levelColors[min(max(l, Normal), Red)] }

// Name returns the name of an alert of this level.
func (l Level) Name() i18n.Label { return levelNames[min(max(l, Normal), Red)] }
