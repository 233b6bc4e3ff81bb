package template_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"

	"plumbline/internal/feature/report/content"
	"plumbline/internal/feature/report/template"
)

// painter draws real pictures: a picture of the size in a color that depends on what is drawn.
type painter struct{ drawn []string }

func (p *painter) paint(what string, size template.Size) ([]byte, error) {
	p.drawn = append(p.drawn, fmt.Sprintf("%s %dx%d", what, size.Width, size.Height))
	img := image.NewGray(image.Rect(0, 0, size.Width, size.Height))
	for i := range img.Pix {
		img.Pix[i] = 0xE0
	}
	for x := range size.Width {
		y := int((math.Sin(float64(x)/40) + 1) / 2 * float64(size.Height-1))
		img.SetGray(x, y, color.Gray{})
	}
	var out bytes.Buffer
	err := png.Encode(&out, img)
	return out.Bytes(), err
}

func (p *painter) Curve(_ context.Context, c *content.Curve, size template.Size) ([]byte, error) {
	return p.paint(fmt.Sprint("curve ", c.Point, " ", c.View), size)
}

func (p *painter) Plan(_ context.Context, plan *content.Plan, size template.Size) ([]byte, error) {
	return p.paint("plan "+plan.Name, size)
}

func (p *painter) Signature(_ context.Context, s *content.Signature, size template.Size) ([]byte, error) {
	return p.paint("signature "+s.Name, size)
}

func number(v float64, unit string, decimals int) content.Number {
	return content.Number{Value: &v, Unit: unit, Decimals: decimals}
}

func none(unit string) content.Number { return content.Number{Unit: unit, Decimals: 2} }

const hour = 3_600_000

// begin is 2025-10-06 00:00 in Shanghai.
const begin = 1_759_680_000_000

func row(point string, id int64, quantity string, base float64, level int) content.Row {
	return content.Row{
		Point: point, PointID: id, Structure: "北坑", Quantity: quantity, Initial: number(0, "mm", 2), Previous: number(base-0.5, "mm", 2), This: number(base, "mm", 2),
		Change: number(0.5, "mm", 2), Accumulated: number(base, "mm", 2), Rate: number(0.52, "mm/d", 2), Control: "±30.00 / ±3.00", Level: level,
		Time: begin + 20*hour, PreviousTime: begin - 4*hour, Instrument: "SDM-500 No. 10234",
	}
}

// rich is a report with arrays, alarms, long names and a number of points of water level.
func rich(language string, points int) *content.Report {
	deep := content.Measurement{Code: "DeepDisplacement", Name: map[string]string{"en": "Deep horizontal displacement"}[language]}
	if deep.Name == "" {
		deep.Name = "深层水平位移"
	}
	for i, level := range []int{4, 3, 2, 1, 0, -1} {
		r := row(fmt.Sprintf("CX-%02d", i+1), int64(i+1), "A 向位移", 12.345-float64(i)*3.1, level)
		r.Depth = number(6.5, "m", 2)
		deep.Rows = append(deep.Rows, r)
	}
	absent := row("CX-10", 10, "A 向位移", 6.88, -1)
	absent.This, absent.Change, absent.Accumulated, absent.Rate, absent.Time, absent.Remark = none("mm"), none("mm"), none("mm"), none("mm/d"), 0, "无数据"
	deep.Rows = append(deep.Rows, absent)
	deep.Missing = []content.Missing{{Point: "CX-10", Last: begin - 60*hour, Reason: "采集仪离线 3 天：蓄电池电压 10.8 V，低于下限"}}
	for h := range 2 {
		hole := content.Hole{Point: fmt.Sprintf("CX-%02d", h+1), PointID: int64(h + 1), Structure: "北坑", Quantity: "A 向位移", Instrument: "SDM-500 No. 10234", Count: 512}
		for n := range 30 - 27*h {
			node := row(hole.Point, hole.PointID, "A 向位移", 8*math.Exp(-float64(n)/9), max(3-n, 0))
			node.Depth = number(float64(n)/2, "m", 2)
			hole.Rows = append(hole.Rows, node)
		}
		deep.Holes = append(deep.Holes, hole)
	}
	deep.Maxima = []content.Maximum{
		{Of: content.MostPositive, Quantity: "A 向位移", Value: number(12.345, "mm", 2), Point: "CX-01", Depth: number(6.5, "m", 2), Time: begin + 20*hour, Level: 4},
		{Of: content.Fastest, Quantity: "A 向位移", Value: number(0.52, "mm/d", 2), Point: "CX-01", Depth: number(6.5, "m", 2), Time: begin + 20*hour, Level: 4},
	}
	water := content.Measurement{Code: "Waterlevel", Name: "地下水位"}
	for i := range points {
		r := row(fmt.Sprintf("SW-%02d", i+1), int64(100+i), "水位", -1.5+float64(i)/10, i%5)
		if i == 3 {
			r.Point = "北侧连续墙外承压水观测井 SW-04（第二含水层）"
			r.Remark = "孔口被压，已人工复测"
		}
		water.Rows = append(water.Rows, r)
	}
	report := &content.Report{
		Language: language, Version: "1.2.3", Kind: content.Day, Title: "监测日报", Number: "CJL-RB-2025-279", From: begin, To: begin + 24*hour, KnownAt: begin + 26*hour,
		Project: content.Project{Name: "澄江路站深基坑", Address: "江南市澄江路与滨河大道交叉口东北侧", Corporation: "江南工程监测有限公司", Zone: "Asia/Shanghai"},
		Points:  7 + points, Measurements: []content.Measurement{deep, water},
		Alarms: []content.Alarm{{ID: 17, Kind: "阈值", Level: 4, Name: "CX-01", Quantity: "A 向位移", Reason: "累计变化 12.35 mm ≥ 5.50 mm（红色）", Opened: begin + 3*hour, Status: "处理中", Handled: "已停挖并加撑；加密至 1 次/2 h"}},
		Devices: []content.Device{
			{Name: "采集仪 1", Model: "HDA2", SNCode: "HDA2-000123", Expected: 96, Received: 95, Arrival: number(98.9583, "%", 1), Health: "正常"},
			{Name: "人工水位计", Model: "WL-50", SNCode: "WL-9", Received: 3, Arrival: none("%"), Health: "=1+1"},
		},
		Weather: []content.Weather{
			{Point: "QX-1", Name: "气温", Least: number(12.04, "°C", 1), Most: number(18.4, "°C", 1)},
			{Point: "QX-1", Name: "降雨量", Least: number(0, "mm", 1), Most: number(2.2, "mm", 1), Total: number(7.6, "mm", 1)},
		},
		Plans: []content.Plan{{Name: "总平面", Sheet: 1}},
		Typed: content.Typed{Working: "第三层土开挖，开挖面 -8.6 m", Conclusion: "CX-01 累计 12.35 mm，已停挖并加撑；SW-09 累计 -1.297 m，|-1.297| ≥ 1.000（橙）。其余正常，1 点未判定。\n加密监测至每 2 小时一次，直至速率小于 0.5 mm/d。"},
		Signatures: []content.Signature{
			{Role: content.Maker, Name: "周工", Time: begin + 25*hour, Picture: "u1"}, {Role: content.Checker, Name: "not yet"},
		},
	}
	for i := range 2 {
		report.Curves = append(report.Curves,
			content.Curve{Point: fmt.Sprintf("CX-%02d", i+1), PointID: int64(i + 1), View: content.Profile, Quantity: "A 向位移"},
			content.Curve{Point: fmt.Sprintf("CX-%02d", i+1), PointID: int64(i + 1), View: content.Process, Quantity: "A 向位移"})
	}
	if points > 0 {
		report.Curves = append(report.Curves, content.Curve{Point: "SW-01", PointID: 100, View: content.Process, Quantity: "水位"})
	}
	return report
}

// bare is a report in which there is nothing.
func bare(language string) *content.Report {
	return &content.Report{Language: language, Kind: content.Day, From: begin, To: begin + 24*hour, KnownAt: begin + 24*hour, Project: content.Project{Name: "P", Zone: "Asia/Shanghai"}}
}
