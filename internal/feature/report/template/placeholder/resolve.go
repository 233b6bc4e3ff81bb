package placeholder

import (
	"slices"
	"strings"

	"plumbline/internal/platform/i18n"
)

// Resolve returns the word of a value inside lists and blocks, the innermost last. It returns nil if the value is unknown or does
// not stand there.
func (m *Mark) Resolve(inside []string) *Word {
	named := index[Value][key(m.Name)]
	for _, list := range slices.Backward(inside) {
		for _, w := range named {
			if slices.Contains(w.Within, list) {
				return w
			}
		}
	}
	for _, w := range named {
		if len(w.Within) == 0 {
			return w
		}
	}
	return nil
}

// Column returns the word of a row's value that a text names without braces, as in {{#points CX-*}} name; nil: it names none.
func Column(text, list string) *Word {
	for _, w := range index[Value][key(text)] {
		if slices.Contains(w.Within, list) {
			return w
		}
	}
	return nil
}

// Understood reports whether a placeholder is replaced where it stands. If not it returns the reason, and a placeholder to write
// instead if one is near.
func (m *Mark) Understood(inside []string) (w *Word, reason i18n.Label, suggestion string) {
	if m.Form == Plain && (m.Word == nil || m.Word.Kind == Value) {
		if w := m.Resolve(inside); w != nil {
			return w, i18n.Label{}, ""
		}
		return nil, m.valueReason(), m.suggest(inside)
	}
	if m.Word == nil {
		return nil, text("没有这个列表", "There is no such list", "沒有這個清單"), m.suggest(inside)
	}
	if m.Unread != "" {
		return nil, text("不认识“"+m.Unread+"”", "“"+m.Unread+"” is not understood", "不認識「"+m.Unread+"」"), ""
	}
	alone := m.Word.Name == Chart && len(m.Points) == 0 && len(m.Filters) == 0
	if alone && !slices.Contains(inside, Holes) && !slices.Contains(inside, Measurements) {
		return nil, text("须写出测点，或放在监测项、测孔中", "Name a point, or put it into measurements or holes", "須寫出測點，或放在監測項、測孔中"), m.Word.Example.In(m.language())
	}
	return m.Word, i18n.Label{}, ""
}

func (m *Mark) valueReason() i18n.Label {
	if m.Name == "" {
		return text("括号内为空", "There is nothing between the braces", "括號內為空")
	}
	if m.Word == nil {
		return text("没有此字段", "There is no such name", "沒有此欄位")
	}
	var zh, en, tw []string
	for _, name := range m.Word.Within {
		list := lookup(name, List, Block)
		zh, en, tw = append(zh, list.Label.Zh), append(en, list.Label.En), append(tw, list.Label.Tw)
	}
	return text("只能用在“"+strings.Join(zh, "、")+"”的重复行或重复段中", "It stands only in a repeated row or part of "+strings.Join(en, ", "),
		"只能用在「"+strings.Join(tw, "、")+"」的重複列或重複段中")
}

// suggest returns the placeholder with the nearest name in the language of the mark; empty: none is near.
func (m *Mark) suggest(inside []string) string {
	kinds := []Kind{Value}
	before, after := "", ""
	name, rest, _ := strings.Cut(m.Name, " ")
	if m.Form == Open || m.Form == Close {
		kinds, before = []Kind{List, Block}, "#"
		if m.Form == Close {
			before = "/"
		}
		if _, args, some := strings.Cut(m.Text[2:len(m.Text)-2], m.Name); some {
			after = strings.TrimRight(args, " ")
		}
	} else if rest != "" {
		if found := nearest(name, m.language(), inside, []Kind{Picture}); found != "" {
			return "{{" + found + " " + rest + "}}"
		}
	}
	if found := nearest(m.Name, m.language(), inside, kinds); found != "" {
		return "{{" + before + found + after + "}}"
	}
	return ""
}

// nearest returns the name with the fewest edits that differs in less than half of its characters. Parts between points count each,
// so that 气象.温度 is near 气象.天气.
func nearest(name, language string, inside []string, kinds []Kind) string {
	name = key(name)
	best, least := "", 1.0
	for i := range words {
		w := &words[i]
		if !slices.Contains(kinds, w.Kind) || len(w.Within) > 0 && !slices.ContainsFunc(w.Within, func(l string) bool { return slices.Contains(inside, l) }) {
			continue
		}
		for n, candidate := range append([]string{w.Label.In(language)}, w.also...) {
			if n > 0 && languageOf(candidate) != language && language == "en" {
				continue
			}
			against := key(candidate)
			share := float64(edits(name, against)) / float64(max(len([]rune(name)), len([]rune(against))))
			if strings.HasSuffix(name, against) || strings.HasPrefix(name, against) {
				share /= 2 // 日速率 is 速率 with a word before it
			}
			if share < least {
				best, least = candidate, share
			}
		}
	}
	if least > 0.5 {
		return ""
	}
	return best
}

// language is the language of the name of a mark.
func (m *Mark) language() string { return languageOf(m.Name) }

// traditional are characters of names that only zh-TW writes.
const traditional = "專稱報號監測項結論變計歷單點儀氣圖線備註簽審編製極數值說時間開標題週類軟體據測設狀態應實達總績"

// both are characters that zh and zh-TW write alike.
const both = "值"

func languageOf(name string) string {
	han := false
	for _, r := range name {
		if r < 0x2E80 {
			continue
		}
		han = true
		if strings.ContainsRune(traditional, r) && !strings.ContainsRune(both, r) {
			return "zh-TW"
		}
	}
	if han {
		return "zh"
	}
	return "en"
}

// edits returns the number of insertions, deletions and replacements between two texts.
func edits(a, b string) int {
	x, y := []rune(a), []rune(b)
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		diagonal := row[0]
		row[0] = i + 1
		for j := range y {
			cost := diagonal
			if x[i] != y[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(y)]
}
