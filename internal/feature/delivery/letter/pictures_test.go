package letter

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery/wording"
)

func about(structure, language string, level alarm.Level) wording.Content {
	return wording.Content{
		Names: wording.Names{Language: language, TimeZone: "Asia/Shanghai", Project: "North line", Structure: structure, Point: "P<1>"},
		Event: alarm.EventRaised, At: 1_767_225_600_000, Kind: alarm.OfThreshold, Measurement: "Crack",
		Key: alarm.Key{Field: "width", ValueType: alarm.Observed}, Step: alarm.Step{Level: level, Value: 4.4, Limit: 4, Side: alarm.Upper},
	}
}

// A mail shows at most three curves, each of the gravest alert about values of its structure.
func TestPicturedLines(t *testing.T) {
	var lines []Line
	for i := range 5 {
		for level := alarm.Blue; level <= alarm.Red; level++ {
			lines = append(lines, Line{AlertID: int64(10*i) + int64(level), Content: about(fmt.Sprintf("S%d", i), "en", level)})
		}
	}
	silent := about("S0", "en", alarm.Red)
	silent.Kind, silent.At = alarm.OfDataLost, 1
	lines = append(lines, Line{AlertID: 99, Content: silent})
	var got []int64
	for _, line := range Gather(lines).Pictured() {
		got = append(got, line.AlertID)
	}
	if fmt.Sprint(got) != "[4 14 24]" {
		t.Errorf("%v", got)
	}
}

func TestPicturesInMails(t *testing.T) {
	var curve, plan bytes.Buffer
	if err := png.Encode(&curve, image.NewGray(image.Rect(0, 0, 960, 480))); err != nil {
		t.Fatal(err)
	}
	if err := jpeg.Encode(&plan, image.NewGray(image.Rect(0, 0, 500, 480)), nil); err != nil {
		t.Fatal(err)
	}
	for language, words := range map[string]struct{ curve, plan, missing, there string }{
		"en":    {"Curve and limits of P&lt;1&gt;, as of 2026-01-01 08:00 (UTC+08:00)", "P&lt;1&gt; on the drawing “A”", "by the link", "in the platform"},
		"zh":    {"P&lt;1&gt;的曲线与限值，截至 2026-01-01 08:00 (UTC+08:00)", "P&lt;1&gt;在图纸“A”上的位置", "请通过链接查看告警", "请在平台上查看告警"},
		"zh-TW": {"P&lt;1&gt;的曲線與限值，截至 2026-01-01 08:00 (UTC+08:00)", "P&lt;1&gt;在圖紙「A」上的位置", "請透過連結查看告警", "請在平台上查看告警"},
	} {
		c := about("S", language, alarm.Red)
		p := Pictures{List: []Picture{{About: c, Data: curve.Bytes(), At: c.At}, {About: c, Data: plan.Bytes(), Sheet: "A"}}}
		m := Mail(&c, "alert-7", "https://example.com/a/x", p)
		for _, part := range []string{
			`src="cid:curve-1.alert-7@plumbline" alt="` + words.curve + `" width="640"`, `src="cid:plan-2.alert-7@plumbline" alt="` + words.plan + `" width="500"`,
		} {
			if !strings.Contains(m.HTML, part) {
				t.Errorf("%s: no %s in %s", language, part, m.HTML)
			}
		}
		if len(m.Pictures) != 2 || m.Pictures[0].Name != "curve-1.png" || m.Pictures[1].Type != "image/jpeg" || strings.Contains(m.Text, "curve-1") ||
			strings.Contains(m.Text, words.missing) {
			t.Errorf("%s: %+v", language, m)
		}
		without := Mail(&c, "alert-7", "https://example.com/a/x", Pictures{Missing: true})
		if !strings.Contains(without.Text, words.missing) || !strings.Contains(without.HTML, words.missing) || len(without.Pictures) != 0 {
			t.Errorf("%s: %s", language, without.Text)
		}
		broken := Gather([]Line{{Content: c}}).Mail("alert-7", Pictures{List: []Picture{{About: c, Data: []byte("no picture")}}})
		if !strings.Contains(broken.Text, words.there) || len(broken.Pictures) != 0 || strings.Contains(broken.HTML, "<img") {
			t.Errorf("%s: %s", language, broken.Text)
		}
	}
}
