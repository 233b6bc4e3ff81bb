package scope

import (
	"math"
	"strconv"
	"strings"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/report/content"
	"plumbline/internal/feature/report/template/placeholder"
	"plumbline/internal/platform/i18n"
)

// Missing is the text of a number that there is not (specification section 9).
const Missing = "#N/A"

// NoLevel is the level of values that are none.
const NoLevel = -2

// Value is what a placeholder is replaced with.
type Value struct {
	Text     string   // of a number as it is printed
	Number   *float64 // nil: a text
	Decimals int
	Level    int // of a level: 0 to 4, -1 not judged; NoLevel: it is none
}

func plain(text string) Value { return Value{Text: text, Level: NoLevel} }

func (s *Scope) label(l i18n.Label) Value { return plain(l.In(s.report.Language)) }

func count[N int | int64](n N) Value {
	v := float64(n)
	return Value{Text: strconv.FormatInt(int64(n), 10), Number: &v, Level: NoLevel}
}

// printed returns a number, rounded to its decimals, without the sign of a zero.
func printed(n content.Number) Value {
	if n.Value == nil || math.IsNaN(*n.Value) || math.IsInf(*n.Value, 0) {
		return plain(Missing)
	}
	decimals := min(max(n.Decimals, 0), 12)
	text := strconv.FormatFloat(*n.Value, 'f', decimals, 64)
	rounded, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return plain(Missing)
	}
	if rounded == 0 {
		rounded, text = 0, strings.TrimPrefix(text, "-")
	}
	return Value{Text: text, Number: &rounded, Decimals: decimals, Level: NoLevel}
}

// Texts that say that there is nothing.
var (
	notJudged  = i18n.Label{Zh: "未判定", En: "not judged", Tw: "未判定"}
	notEntered = i18n.Label{Zh: "未填写", En: "Not entered", Tw: "未填寫"}
	notIssued  = i18n.Label{Zh: "未签发", En: "Not issued", Tw: "未簽發"}
	stillOpen  = i18n.Label{Zh: "未结束", En: "Open", Tw: "未結束"}
	neverRead  = i18n.Label{Zh: "从未有测值", En: "No reading yet", Tw: "從未有測值"}
	noInterval = i18n.Label{Zh: "无采集间隔", En: "No interval", Tw: "無採集間隔"}
	noStations = i18n.Label{Zh: "无气象数据", En: "No weather data", Tw: "無氣象資料"}
	noRain     = i18n.Label{Zh: "无降雨数据", En: "No rain data", Tw: "無降雨資料"}
	noPoints   = i18n.Label{Zh: "无测点数据", En: "No data of points", Tw: "無測點資料"}
)

// Nothing returns the text of a list or picture that is empty.
func (s *Scope) Nothing(m *placeholder.Mark) string {
	l, known := nothing[m.Word.Name]
	if !known {
		return ""
	}
	text := l.In(s.report.Language)
	if len(m.Points) > 0 && m.Word.Name != placeholder.Signature {
		text += ": " + strings.Join(m.Points, ", ")
	}
	return text
}

var nothing = map[string]i18n.Label{
	placeholder.Points:       {Zh: "本期无测点数据", En: "No points in this period", Tw: "本期無測點資料"},
	placeholder.Nodes:        {Zh: "本期无节点数据", En: "No nodes in this period", Tw: "本期無節點資料"},
	placeholder.Maxima:       {Zh: "本期无极值", En: "No extreme values in this period", Tw: "本期無極值"},
	placeholder.Alarms:       {Zh: "本期无报警", En: "No alarms in this period", Tw: "本期無警報"},
	placeholder.Devices:      {Zh: "无设备", En: "No devices", Tw: "無設備"},
	placeholder.Absent:       {Zh: "无缺测", En: "No readings are missing", Tw: "無缺測"},
	placeholder.Stations:     {Zh: "无气象数据", En: "No weather data", Tw: "無氣象資料"},
	placeholder.Measurements: {Zh: "本期无监测项数据", En: "No measurements in this period", Tw: "本期無監測項資料"},
	placeholder.Holes:        {Zh: "本期无测孔数据", En: "No holes in this period", Tw: "本期無測孔資料"},
	placeholder.Chart:        {Zh: "本期无曲线", En: "No curve in this period", Tw: "本期無曲線"},
	placeholder.Charts:       {Zh: "本期无曲线", En: "No curves in this period", Tw: "本期無曲線"},
	placeholder.Plan:         {Zh: "无平面图", En: "No plan", Tw: "無平面圖"},
	placeholder.Plans:        {Zh: "无平面图", En: "No plans", Tw: "無平面圖"},
}

func (s *Scope) entered(text string) Value {
	if strings.TrimSpace(text) == "" {
		return s.label(notEntered)
	}
	return plain(text)
}

func (s *Scope) moment(t int64, none i18n.Label) Value {
	if t == 0 {
		return s.label(none)
	}
	return plain(time.UnixMilli(t).In(s.zone).Format("2006-01-02 15:04"))
}

func (s *Scope) level(level int) Value {
	v := s.label(notJudged)
	if level >= 0 {
		v = s.label(alarm.Level(level).Color())
	}
	v.Level = max(level, -1)
	return v
}

// stations lists what weather stations measured; only rain: those with a total.
func (s *Scope) stations(rain bool) Value {
	var parts []string
	for i := range s.report.Weather {
		w := &s.report.Weather[i]
		switch total := printed(w.Total); {
		case total.Number != nil:
			parts = append(parts, w.Point+" "+w.Name+" "+withUnit(total.Text, w.Total.Unit))
		case !rain && w.Least.Value != nil && w.Most.Value != nil:
			parts = append(parts, w.Point+" "+w.Name+" "+withUnit(printed(w.Least).Text+"–"+printed(w.Most).Text, w.Most.Unit))
		}
	}
	if len(parts) == 0 {
		if rain {
			return s.label(noRain)
		}
		return s.label(noStations)
	}
	return plain(strings.Join(parts, i18n.Label{Zh: "；", En: "; ", Tw: "；"}.In(s.report.Language)))
}

func withUnit(text, unit string) string {
	if unit == "" {
		return text
	}
	return text + " " + unit
}

// levels counts points by the highest level of their rows.
func (s *Scope) levels() (counts map[int]int, worst int) {
	of := map[int64]int{}
	for _, m := range s.measurements() {
		for i := range m.Rows {
			r := &m.Rows[i]
			if before, seen := of[r.PointID]; !seen || r.Level > before {
				of[r.PointID] = r.Level
			}
		}
	}
	counts, worst = map[int]int{}, NoLevel
	for _, level := range of {
		counts[level]++
		worst = max(worst, level)
	}
	return counts, worst
}

func (s *Scope) levelCounts() Value {
	counts, _ := s.levels()
	var parts []string
	for level := int(alarm.Red); level >= -1; level-- {
		if n := counts[level]; n > 0 {
			parts = append(parts, s.level(level).Text+" "+strconv.Itoa(n))
		}
	}
	if len(parts) == 0 {
		return s.label(noPoints)
	}
	return plain(strings.Join(parts, i18n.Label{Zh: "、", En: ", ", Tw: "、"}.In(s.report.Language)))
}
