package placeholder

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestPlaceholdersAreFound(t *testing.T) {
	for text, want := range map[string]string{
		"a {{project.name}} b {{项目.名称}}{{專案.名稱}}": "project.name project.name project.name",
		"{{ PROJECT.Name }}":                       "project.name",
		"{{项目。名称}} {{项目．名称}}":                      "project.name project.name",
		"{{#points CX-* \"a b\" structure=North}}": "points[CX-* a b]map[structure:[North]]",
		"{{＃测点　CX-*，SW-1 监测项=水位}}":                 "points[CX-* SW-1]map[measurement:[水位]]",
		"{{chart CX-07 profile 480x200}}":          "chart[CX-07]profile 480x200",
		"{{图 CX-07 剖面 480×200}}":                   "chart[CX-07]profile 480x200",
		"{{{{weather}}":                            "weather",
		"{{weather":                                "",
		"}}{{}}":                                   "?",
		"{{nothing}}":                              "?",
	} {
		var got []string
		for _, m := range Find(text) {
			if text[m.Start:m.End] != m.Text {
				t.Errorf("%s: %q is at another place", text, m.Text)
			}
			if m.Word == nil {
				got = append(got, "?")
				continue
			}
			one := m.Word.Name
			if m.Points != nil {
				one += fmt.Sprint(m.Points)
			}
			if m.Filters != nil {
				one += fmt.Sprint(m.Filters)
			}
			if m.Width > 0 {
				one += fmt.Sprintf("%s %dx%d", m.View, m.Width, m.Height)
			}
			got = append(got, one)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s gives %q, want %q", text, got, want)
		}
	}
}

func TestNamesAreInTheLanguageOfTheirTemplate(t *testing.T) {
	for text, want := range map[string]string{
		"{{project.nmae}}": "{{project.name}}", "{{专案.名称}}": "{{项目.名称}}", "{{專案.名稍}}": "{{專案.名稱}}", "{{日速率}}": "", "{{#poimts CX-*}}": "{{#points CX-*}}",
		"{{xyzzy plugh}}": "", "{{chrat CX-07 480x200}}": "{{chart CX-07 480x200}}",
	} {
		m := Find(text)[0]
		if w, reason, got := m.Understood(nil); w != nil || got != want || reason.En == "" || reason.Zh == "" || reason.Tw == "" {
			t.Errorf("%s: %+v, suggestion %q, want %q", text, reason, got, want)
		}
	}
	m := Find("{{日速率}}")[0]
	if _, _, got := m.Understood([]string{Points}); got != "{{速率}}" {
		t.Errorf("in a row the suggestion is %q", got)
	}
	outside := Find("{{rate}}")[0]
	if w, reason, _ := outside.Understood(nil); w != nil || !strings.Contains(reason.En, "points, nodes") {
		t.Errorf("a value of a row outside of it: %+v", reason)
	}
}

func TestWordsAreExplainedAndDiffer(t *testing.T) {
	seen := map[string]string{}
	for _, w := range Vocabulary() {
		for _, l := range []string{w.Label.Zh, w.Label.En, w.Label.Tw, w.Explain.Zh, w.Explain.En, w.Explain.Tw, w.Example.Zh, w.Example.En, w.Example.Tw} {
			if l == "" {
				t.Errorf("%s lacks a text: %+v", w.Name, w)
			}
		}
		names := append([]string{w.Name, w.Label.Zh, w.Label.Tw}, w.also...)
		slices.Sort(names)
		for _, name := range slices.Compact(names) {
			for _, place := range append(w.Within, "anywhere") {
				at := fmt.Sprint(w.Kind, " ", key(name), " in ", place)
				if other, taken := seen[at]; taken && other != w.Name && place != "anywhere" {
					t.Errorf("%s is %s and %s", at, other, w.Name)
				}
				seen[at] = w.Name
			}
		}
		if w.Kind != View && w.Kind != Filter {
			for _, example := range []string{w.Example.Zh, w.Example.En, w.Example.Tw} {
				if m := Find(example); len(m) == 0 || m[0].Unread != "" {
					t.Errorf("the example %q is not understood", example)
				}
			}
		}
	}
}

func FuzzFind(f *testing.F) {
	f.Add("{{#points CX-* \"a b\" structure=North 12x}}{{/points}}{{图 a 1×1}}")
	f.Fuzz(func(t *testing.T, text string) {
		last := 0
		for _, m := range Find(text) {
			if m.Start < last || m.End > len(text) || text[m.Start:m.End] != m.Text {
				t.Fatalf("%q is not at %d", m.Text, m.Start)
			}
			last = m.End
			m.Understood([]string{Points})
		}
	})
}

func TestWordsThatStandAnywhereHaveAnEmptyList(t *testing.T) {
	for _, w := range Vocabulary() {
		if w.Within == nil {
			t.Errorf("%s: the list would be null in the API", w.Name)
		}
	}
}
