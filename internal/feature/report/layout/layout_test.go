package layout

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"math"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/report/content"
	"plumbline/internal/platform/typeface"
	"plumbline/internal/testing/peers"
	"plumbline/internal/testing/rendered"
)

// painter draws empty pictures.
type painter struct{ curves int }

func (p *painter) Curve(_ context.Context, _ *content.Curve, width, height, _ int) ([]byte, error) {
	p.curves++
	return empty(width, height)
}

func (p *painter) Plan(_ context.Context, _ *content.Plan, width int) ([]byte, int, error) {
	data, err := empty(width, width/2)
	return data, width / 2, err
}

func (p *painter) Signature(_ context.Context, _ *content.Signature, width, height int) ([]byte, error) {
	return empty(width, height)
}

func empty(width, height int) ([]byte, error) {
	var out bytes.Buffer
	err := png.Encode(&out, image.NewGray(image.Rect(0, 0, width, height)))
	return out.Bytes(), err
}

const hour = 3_600_000

// begin is 2025-10-06 00:00 in Shanghai.
const begin = 1_759_680_000_000

func mm(v float64) content.Number { return content.Number{Value: &v, Unit: "mm", Decimals: 2} }

// large is a report with many points, an array, long texts and every level.
func large(lang string, points int) *content.Report {
	r := &content.Report{
		Language: lang, Version: "1.2.3", Kind: content.Week, Title: KindName(content.Week, lang), Number: "ZB-2025-007", Revision: 1,
		From: begin, To: begin + 7*24*hour, KnownAt: begin + 8*24*hour, Points: points + 1,
		Project: content.Project{Name: "澄江路站深基坑", Address: "江南市澄江路", Corporation: "江南工程监测有限公司", Zone: "Asia/Shanghai"},
		Typed:   content.Typed{Weather: "晴", Conclusion: strings.Repeat("各测点变化平稳，未见异常。", 200)},
		Plans:   []content.Plan{{Name: "总平面"}},
		Signatures: []content.Signature{
			{Role: content.Maker, Name: "周工", Time: begin}, {Role: content.Checker, Name: "李工", Time: begin}, {Role: content.Approver, Name: "王总", Time: begin},
		},
	}
	m := content.Measurement{Code: "Crack", Name: "裂缝"}
	for i := range points {
		name := fmt.Sprintf("LF-%03d", i+1)
		v := float64(i) / 7
		row := content.Row{
			Point: name, PointID: int64(i + 1), Quantity: "缝宽", Initial: mm(0), Previous: mm(v - 0.5), This: mm(v), Change: mm(0.5),
			Accumulated: mm(v), Rate: mm(0.07), Control: "±30 / ±3", Level: i%6 - 1, Time: begin + 100*hour,
		}
		if i == 3 {
			row.Point, row.Remark = "北侧连续墙外承压水观测井旁既有裂缝 LF-004（第二监测断面）", "孔口被压，已人工复测；下期须恢复自动采集"
		}
		m.Rows = append(m.Rows, row)
		r.Curves = append(r.Curves, content.Curve{Point: name, PointID: int64(i + 1), View: content.Process, Quantity: "缝宽"})
	}
	m.Maxima = []content.Maximum{{Of: content.MostPositive, Quantity: "缝宽", Value: mm(12.3), Point: "LF-001", Time: begin, Level: 4}}
	hole := content.Hole{Point: "CX-01", PointID: 900, Quantity: "X方向位移"}
	for n := range 120 {
		row := m.Rows[0]
		row.Depth = mm(float64(n) / 2)
		row.Accumulated = mm(8 * math.Exp(-float64(n)/9))
		hole.Rows = append(hole.Rows, row)
	}
	m.Holes = []content.Hole{hole}
	r.Curves = append(r.Curves, content.Curve{Point: "CX-01", PointID: 900, View: content.Profile, Quantity: "X方向位移"})
	m.Missing = []content.Missing{{Point: "LF-009", Reason: "自 2025-10-01 起无测值"}}
	r.Measurements = []content.Measurement{m}
	r.Alarms = []content.Alarm{
		{Kind: "红色告警", Level: int(alarm.Red), Name: "LF-001", Reason: "累计变化 12.30 mm ≥ 5.50 mm", Opened: begin, Handled: strings.Repeat("已停挖并加撑。", 300)},
	}
	return r
}

func printed(t *testing.T, r *content.Report, o Options) ([]byte, *painter) {
	t.Helper()
	if _, err := typeface.Embedded(); err != nil {
		t.Skip("the web was not built: make build")
	}
	var out bytes.Buffer
	p := &painter{}
	if err := PDF(t.Context(), &out, r, p, o); err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), p
}

func TestSameReportGivesTheSameBytes(t *testing.T) {
	o := Options{Verify: "https://monitor.example.com/projects/1/reports/project/2"}
	first, p := printed(t, large("zh", 40), o)
	again, _ := printed(t, large("zh", 40), o)
	if !bytes.Equal(first, again) {
		t.Error("the second print differs")
	}
	if p.curves != 41 {
		t.Errorf("%d curves were drawn", p.curves)
	}
}

// TestNothingIsLost reads the text of prints in all sizes: each point and the whole of long texts are there.
func TestNothingIsLost(t *testing.T) {
	peers.Need(t, filepath.Join("..", "..", "..", ".."), "pdftotext")
	for _, o := range []Options{{}, {Turned: true}, {Paper: "A3"}, {Paper: "A3", Turned: true}} {
		for _, lang := range []string{"zh", "en", "zh-TW"} {
			data, _ := printed(t, large(lang, 40), o)
			command := exec.CommandContext(t.Context(), "pdftotext", "-layout", "-", "-")
			command.Stdin = bytes.NewReader(data)
			text, err := command.Output()
			if err != nil {
				t.Fatal(err)
			}
			said := strings.Join(strings.Fields(string(text)), "")
			for i := range 40 {
				if name := fmt.Sprintf("LF-%03d", i+1); !strings.Contains(said, name) {
					t.Errorf("%+v %s: %s is missing", o, lang, name)
				}
			}
			if n := strings.Count(said, "已停挖并加撑"); n < 290 { // some are broken over two lines
				t.Errorf("%+v %s: %d sentences of 300", o, lang, n)
			}
			if n := strings.Count(said, "59.50"); n != 1 {
				t.Errorf("%+v %s: the last depth is there %d times", o, lang, n)
			}
		}
	}
}

// TestNothingSpills renders the pages in all sizes: none is blank, and nothing is printed beyond its margins.
func TestNothingSpills(t *testing.T) {
	root := filepath.Join("..", "..", "..", "..")
	for _, of := range []struct {
		lang          string
		o             Options
		width, height float64
	}{
		{"zh", Options{}, 595, 842}, {"en", Options{Turned: true}, 842, 595}, {"zh-TW", Options{Paper: "A3"}, 842, 1191}, {"zh", Options{Paper: "A3", Turned: true}, 1191, 842},
	} {
		of.o.Verify = "https://monitor.example.com/projects/1/reports/project/2"
		name := fmt.Sprintf("report-%s-%s-%v", of.lang, of.o.Paper, of.o.Turned)
		data, _ := printed(t, large(of.lang, 40), of.o)
		pages := rendered.Pages(t, root, name, data)
		rendered.Spills(t, name, pages, marginX-2, 18)
		for i, page := range pages {
			if width, height := page.Size(); math.Abs(width-of.width) > 2 || math.Abs(height-of.height) > 2 {
				t.Errorf("%s: page %d is %.0f × %.0f points", name, i+1, width, height)
			}
		}
	}
}

func TestEmptyReportSaysSo(t *testing.T) {
	data, _ := printed(t, &content.Report{Language: "en", Kind: content.Day, Title: "Daily", Project: content.Project{Name: "P", Zone: "UTC"}}, Options{})
	if !bytes.HasPrefix(data, []byte("%PDF-")) {
		t.Errorf("%.20q", data)
	}
}

// BenchmarkReport prints a monthly report with 60 curves without drawing them.
func BenchmarkReport(b *testing.B) {
	if _, err := typeface.Embedded(); err != nil {
		b.Skip("the web was not built: make build")
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := PDF(b.Context(), &bytes.Buffer{}, large("zh", 60), &painter{}, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
