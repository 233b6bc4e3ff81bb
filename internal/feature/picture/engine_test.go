package picture

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image/png"
	"io/fs"
	"math"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/typeface"
)

const (
	yearStart = 1_735_689_600_000 // 2025-01-01 UTC
	yearEnd   = yearStart + 365*24*3_600_000
	perLine   = 2400 // number of points that the server returns for a longer series
)

// built returns engines with the script of the web app, which must be built.
func built(t testing.TB) *engines {
	t.Helper()
	if _, err := fs.Stat(embedded, "dist/picture.js"); err != nil {
		t.Skip("the web was not built: make build")
	}
	return newEngines(embedded)
}

// running returns engines with another script.
func running(t testing.TB, script string) *engines {
	t.Helper()
	if _, err := typeface.Embedded(); err != nil {
		t.Skip("the web was not built: make build")
	}
	return newEngines(fstest.MapFS{"dist/picture.js": {Data: []byte(script)}})
}

// aYear fakes the API: a point with three lines of a year, thinned like the server does.
func aYear() ask {
	label := `{"zh":"位移 <&>","en":"Displacement","zh-TW":"位移"}`
	var series []string
	for field := range 3 {
		times, values := make([]int64, perLine), make([]float64, perLine)
		for i := range times {
			times[i] = yearStart + int64(i)*(yearEnd-yearStart)/perLine
			values[i] = math.Round((10*math.Sin(float64(i)/200+float64(field))+math.Sin(float64(i)*12.9898))*1000) / 1000
		}
		at, _ := json.Marshal(times)
		is, _ := json.Marshal(values)
		series = append(series, fmt.Sprintf(`{"field":"%c","node":0,"depth":null,"valueType":"observed","label":%s,"unit":"mm","decimals":2,"reduced":true,
			"statistics":{"count":1,"abnormal":0,"mean":0,"max":null,"min":null,"last":null},"times":%s,"values":%s}`, 'x'+field, label, at, is))
	}
	chart := fmt.Sprintf(`{"start":%d,"end":%d,"first":0,"completeness":1,"series":[%s],"gaps":[],"abnormal":[],"marks":[],"thresholds":[],"ranges":[]}`,
		yearStart, yearEnd, strings.Join(series, ","))
	overview := `{"list":[{"measuringPointId":1,"structureId":2,"itemId":0,"name":"P1","projectId":3,"measurement":"Crack","category":"Crack","pages":["hda-chart"],
		"time":1,"level":null,"flags":[],"field":"x","node":0,"valueType":"observed","unit":"mm","decimals":2,"value":1,"observed":1,"accumulated":null,"rate":null,"share":null,"interval":1000,
		"judgement":{"code":"judged","reason":"","since":0,"fields":[]}}]}`
	return func(_, path, _ string) string {
		switch {
		case path == "/api/monitor/query":
			return chart
		case path == "/api/monitor/overview":
			return overview
		case path == "/api/constants/measurements":
			return `{"list":[]}`
		case strings.HasPrefix(path, "/api/projects/3/notes?"):
			return `{"list":[],"more":false}`
		case strings.HasSuffix(path, "/corrections"): // in effect, revoked, and of another time
			return fmt.Sprintf(`{"list":[
				{"id":1,"kind":"suspect","from":%[1]d,"to":%[2]d,"note":"heavy rain","recordedAt":1,"takenBackAt":0},
				{"id":2,"kind":"withdraw","from":%[1]d,"to":%[2]d,"note":"taken back","recordedAt":1,"takenBackAt":2},
				{"id":3,"kind":"suspect","from":1,"to":2,"note":"long ago","recordedAt":1,"takenBackAt":0}]}`,
				yearStart+(yearEnd-yearStart)/4, yearStart+(yearEnd-yearStart)/2)
		case strings.HasSuffix(path, "/chart-config"):
			return `{"list":[{"chart":"hda-chart","configs":{"fields":["x","y","z"]}}],"base":{}}`
		}
		return ""
	}
}

func wanted(view, language, theme string) string {
	text, _ := json.Marshal(request{
		View: view, Point: 1, Structure: 2, Project: 3, Place: 2, Zone: "Asia/Shanghai", Start: yearStart, End: yearEnd,
		Language: language, Theme: theme, Width: 1000, Height: 500,
	})
	return string(text)
}

func TestDrawYearOfThreeLines(t *testing.T) {
	e := built(t)
	for _, c := range []struct{ language, theme, words, ground string }{
		{"zh", "light", "测值 (mm)", "#FFFFFF"}, {"en", "dark", "Observed value (mm)", ""}, {"zh-TW", "light", "(mm)", "#FFFFFF"},
	} {
		svg, err := e.draw(t.Context(), wanted("hda-chart", c.language, c.theme), aYear())
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(svg, c.words) || !strings.Contains(svg, "2025-03") || !strings.Contains(svg, c.ground) {
			t.Errorf("%s: %s, the months or the ground are missing", c.language, c.words)
		}
		if lines := strings.Count(svg, `stroke-width="1.6"`); lines != 3 {
			t.Errorf("%d lines", lines)
		}
		marked := map[string]string{"zh": "▽ 标记可疑 · heavy rain", "en": "▽ Suspect readings · heavy rain", "zh-TW": "▽ 標記可疑 · heavy rain"}[c.language]
		if !strings.Contains(svg, marked) || strings.Contains(svg, "taken back") || strings.Contains(svg, "long ago") {
			t.Errorf("%s: %s is missing, or another correction is drawn", c.language, marked)
		}
		if strings.Contains(svg, "<&>") {
			t.Error("a name is not escaped")
		}
	}
	again, err := e.draw(t.Context(), wanted("hda-chart", "zh", "light"), aYear())
	first, _ := e.draw(t.Context(), wanted("hda-chart", "zh", "light"), aYear())
	if err != nil || len(again) != len(first) {
		t.Errorf("the same picture has %d and %d bytes: %v", len(again), len(first), err)
	}
}

func TestViewWithoutChartIsEmpty(t *testing.T) {
	if svg, err := built(t).draw(t.Context(), wanted("camera", "zh", "light"), aYear()); svg != "" || err != nil {
		t.Errorf("%q, %v", svg, err)
	}
}

// A picture has the requested size, the background of its theme, and the colors of its lines and text.
func TestPNGSizeAndColors(t *testing.T) {
	e := built(t)
	svg, err := e.draw(t.Context(), wanted("hda-chart", "zh", "dark"), aYear())
	if err != nil {
		t.Fatal(err)
	}
	packed, err := e.png(svg)
	if err != nil {
		t.Fatal(err)
	}
	painted, err := png.Decode(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	if size := painted.Bounds().Size(); size.X != 1000 || size.Y != 500 {
		t.Errorf("%v", size)
	}
	ground := painted.At(0, 0)
	words, lines := 0, 0
	for y := range 500 {
		for x := range 1000 {
			switch other := painted.At(x, y) != ground; {
			case other && y < 30:
				words++
			case other && x > 100 && x < 900 && y > 60 && y < 440:
				lines++
			}
		}
	}
	if words < 100 || lines < 10_000 {
		t.Errorf("%d pixels of words, %d of lines", words, lines)
	}
}

func TestEnginesSurviveFailedPicture(t *testing.T) {
	e := built(t)
	for _, broken := range []string{`{`, `{"view":"hda-chart"}`, strings.Replace(wanted("hda-chart", "zh", "light"), "Asia/Shanghai", "No/Where", 1)} {
		if _, err := e.draw(t.Context(), broken, aYear()); err == nil {
			t.Errorf("%s was drawn", broken)
		}
	}
	if _, err := e.draw(t.Context(), wanted("hda-chart", "zh", "light"), aYear()); err != nil {
		t.Error(err)
	}
}

func TestTooManyPicturesAtOnce(t *testing.T) {
	e := running(t, "globalThis.picture = () => 'drawn'")
	for range mostEngines {
		e.places <- struct{}{}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := e.draw(ctx, "{}", aYear()); !errs.Is(err, errs.PicturesBusy) {
		t.Errorf("%v", err)
	}
	<-e.places
	if svg, err := e.draw(t.Context(), "{}", aYear()); svg != "drawn" || err != nil {
		t.Errorf("%q, %v", svg, err)
	}
}

func TestEngineMemoryIsLimited(t *testing.T) {
	greedy := "globalThis.picture = () => { const all = []; for (;;) all.push(new Float64Array(1e6).fill(1)); }"
	if _, err := running(t, greedy).draw(t.Context(), "{}", aYear()); err == nil {
		t.Error("memory is not limited")
	}
}

// BenchmarkPicture draws three lines of a year as SVG and PNG; peak-MB is the memory of the whole process.
func BenchmarkPicture(b *testing.B) {
	e := built(b)
	year := aYear()
	for b.Loop() {
		svg, err := e.draw(b.Context(), wanted("hda-chart", "zh", "light"), year)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := e.png(svg); err != nil {
			b.Fatal(err)
		}
	}
	if status, err := os.ReadFile("/proc/self/status"); err == nil {
		var kB float64
		_, after, _ := strings.Cut(string(status), "VmHWM:")
		if _, err := fmt.Sscan(after, &kB); err == nil {
			b.ReportMetric(kB/1024, "peak-MB")
		}
	}
}

// anAlert is a week of readings, one each quarter of an hour, that ends with a red alert.
func anAlert(language, zone string) *curve {
	limits := [4]float64{1, 2, 3, 4}
	c := &curve{
		Name: map[string]string{"zh": "裂缝宽度测值", "en": "Crack width observed value", "zh-TW": "裂縫寬度測值"}[language], Unit: "mm", Decimals: 2,
		Gaps: []gap{}, Start: yearStart, End: yearStart + before, Zone: zone, Language: language, Width: curveWidth, Height: curveHeight,
		Threshold: &alarm.Threshold{
			Field: "width", ValueType: alarm.Observed, Enable: true, Blue: &limits[0], Yellow: &limits[1], Orange: &limits[2], Red: &limits[3],
		},
		Turns: []turn{{yearStart + before, 4.4, alarm.Red, "4.40 mm"}},
	}
	for i := range mostSamples {
		v := 0.5 + 0.1*math.Sin(float64(i)/40)
		if i == mostSamples-1 {
			v = 4.4
		}
		c.Times, c.Values = append(c.Times, yearStart+int64(i+1)*before/mostSamples), append(c.Values, &v)
	}
	return c
}

// The curve of an alert speaks the language of the project and has its days.
func TestAlertCurveInThreeLanguages(t *testing.T) {
	e := built(t)
	for language, words := range map[string][]string{
		"zh": {"裂缝宽度测值 (mm)", "红色 4.00"}, "en": {"Crack width observed value (mm)", "Red 4.00"}, "zh-TW": {"裂縫寬度測值 (mm)", "紅色 4.00"},
	} {
		text, _ := json.Marshal(anAlert(language, "Asia/Shanghai"))
		svg, err := e.call(t.Context(), "alertCurve", string(text), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range append(words, "4.40 mm", `fill="#FFFFFF"`, `#ED4C33`, "2025-01-02") {
			if !strings.Contains(svg, word) {
				t.Errorf("%s: no %s", language, word)
			}
		}
	}
	ticks := map[string]string{}
	for _, zone := range []string{"Asia/Shanghai", "America/New_York"} {
		text, _ := json.Marshal(anAlert("en", zone))
		svg, err := e.call(t.Context(), "alertCurve", string(text), nil)
		if err != nil {
			t.Fatal(err)
		}
		ticks[zone] = svg
	}
	if ticks["Asia/Shanghai"] == ticks["America/New_York"] {
		t.Error("days begin at the same time in both zones")
	}
}

// BenchmarkAlertCurve draws the curve of an alert for a mail as PNG.
func BenchmarkAlertCurve(b *testing.B) {
	a := &Alerts{Studio: &Studio{built(b)}}
	one := anAlert("zh", "Asia/Shanghai")
	if err := a.Warm(b.Context()); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	var size int
	for b.Loop() {
		made, err := a.curve(b.Context(), one)
		if err != nil {
			b.Fatal(err)
		}
		size = len(made)
	}
	b.ReportMetric(float64(size), "B/picture")
}

// BenchmarkFirstAlertCurve starts an engine for the picture, as a server does once.
func BenchmarkFirstAlertCurve(b *testing.B) {
	one := anAlert("zh", "Asia/Shanghai")
	for b.Loop() {
		a := &Alerts{Studio: &Studio{built(b)}}
		if _, err := a.curve(b.Context(), one); err != nil {
			b.Fatal(err)
		}
	}
}
