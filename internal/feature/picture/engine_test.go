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

	"plumbline/internal/platform/errs"
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

// running returns engines with another script and without fonts.
func running(script string) *engines {
	return newEngines(fstest.MapFS{"dist/picture.js": {Data: []byte(script)}, "dist/font/parts.json": {Data: []byte("[]")}})
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
	e := running("globalThis.picture = () => 'drawn'")
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
	if _, err := running(greedy).draw(t.Context(), "{}", aYear()); err == nil {
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
