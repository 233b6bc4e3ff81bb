package compare

import (
	"context"
	"io"

	"plumbline/internal/core/query"
	"plumbline/internal/feature/report/export"
	"plumbline/internal/platform/i18n"
)

var (
	summaryName    = i18n.Label{Zh: "汇总", En: "Summary", Tw: "彙總"}
	arrayLabel     = i18n.Label{Zh: "自动测点", En: "Automatic", Tw: "自動測點"}
	holeLabel      = i18n.Label{Zh: "人工测点", En: "Manual", Tw: "人工測點"}
	fieldLabel     = i18n.Label{Zh: "分量", En: "Component", Tw: "分量"}
	toeLabel       = i18n.Label{Zh: "对齐孔底", En: "Same toe", Tw: "對齊孔底"}
	yesText        = i18n.Label{Zh: "是", En: "Yes", Tw: "是"}
	noText         = i18n.Label{Zh: "否", En: "No", Tw: "否"}
	manualRuleText = i18n.Label{Zh: "人工减自动；人工测值按节点深度线性内插", En: "Manual less automatic; manual results are interpolated linearly at the depths of the nodes", Tw: "人工減自動；人工測值按節點深度線性內插"}

	summaryHead = []i18n.Label{
		arrayLabel,
		holeLabel,
		{Zh: "人工测量时间", En: "Manual run", Tw: "人工測量時間"},
		{Zh: "自动读数时间", En: "Automatic reading", Tw: "自動讀數時間"},
		{Zh: "归零的人工测量", En: "Manual run at zero", Tw: "歸零的人工測量"},
		{Zh: "归零的自动读数", En: "Automatic reading at zero", Tw: "歸零的自動讀數"},
		{Zh: "仅比较增量", En: "Only increments", Tw: "僅比較增量"},
		{Zh: "对比点数", En: "Depths compared", Tw: "對比點數"},
		{Zh: "最大差值 (mm)", En: "Largest difference (mm)", Tw: "最大差值 (mm)"},
		{Zh: "最大差值深度 (m)", En: "Its depth (m)", Tw: "最大差值深度 (m)"},
		{Zh: "平均差值 (mm)", En: "Mean difference (mm)", Tw: "平均差值 (mm)"},
		{Zh: "均方根差 (mm)", En: "RMS difference (mm)", Tw: "均方根差 (mm)"},
		{Zh: "相关系数", En: "Correlation", Tw: "相關係數"},
	}
	pairHead = []i18n.Label{
		{Zh: "深度 (m)", En: "Depth (m)", Tw: "深度 (m)"},
		{Zh: "人工 (mm)", En: "Manual (mm)", Tw: "人工 (mm)"},
		{Zh: "自动 (mm)", En: "Automatic (mm)", Tw: "自動 (mm)"},
		{Zh: "差值 (mm)", En: "Difference (mm)", Tw: "差值 (mm)"},
	}
)

// millimeters is the number of decimals of displacements (domain measurements.md 0.2).
const millimeters = 2

// manual writes a summary of the pairs, and a table for each. Their depths are kept: at most 100 pairs of some hundred nodes.
func (t *tables) manual(ctx context.Context, w io.Writer) (int64, error) {
	m := t.request.Manual
	pairs, err := pairsOf(ctx, t.Host, t.request)
	if err != nil {
		return 0, err
	}
	toe := noText
	if m.SameToe {
		toe = yesText
	}
	var arrays []export.Point
	for i := range pairs {
		arrays = append(arrays, pairs[i].array)
	}
	t.book, err = t.NewBook(w, t.About(
		t.Named(arrays),
		t.Range(m.Start, m.End),
		[]string{t.In(fieldLabel), m.Field},
		[]string{t.In(toeLabel), t.In(toe)},
		[]string{t.In(differenceLabel), t.In(manualRuleText)},
	))
	if err != nil {
		return 0, err
	}
	found := make([]query.ManualCompare, len(pairs))
	t.book.Begin(t.In(summaryName), t.Head(summaryHead...))
	for i := range pairs {
		found[i], err = t.Read().ManualCompare(ctx, query.ManualRequest{
			Point: pairs[i].array.ID, Manual: pairs[i].hole.ID, Field: m.Field, Start: m.Start.Millis(), End: m.End.Millis(),
			Base: m.Base.Millis(), SameToe: m.SameToe,
		})
		if err != nil {
			return t.lines, err
		}
		t.summary(&pairs[i], &found[i])
		if err := t.progress(int64(i+1), int64(len(pairs))); err != nil {
			return t.lines, err
		}
	}
	for i := range pairs {
		t.book.Begin(pairs[i].array.Name, t.Head(pairHead...))
		for _, p := range found[i].Pairs {
			t.book.Line()
			t.book.Number(p.Depth)
			for _, v := range []float64{p.Manual, p.Automatic, p.Difference()} {
				t.book.Number(export.Rounded(v, millimeters))
			}
			t.lines++
		}
	}
	return t.lines, t.book.Close()
}

func (t *tables) summary(p *pair, c *query.ManualCompare) {
	b, st := t.book, &c.Statistics
	b.Line()
	b.Text(p.array.Path())
	b.Text(p.hole.Path())
	for _, at := range []int64{c.Run, c.Reading, c.ZeroRun, c.ZeroReading} {
		b.Time(at)
	}
	only := noText
	if c.Increments {
		only = yesText
	}
	b.Text(t.In(only))
	b.Number(float64(st.Count))
	b.Number(export.Rounded(st.Max, millimeters))
	b.Number(export.Rounded(st.MaxDepth, millimeters))
	b.Number(export.Rounded(st.Mean, millimeters))
	b.Number(export.Rounded(st.RMS, millimeters))
	b.Number(export.Rounded(st.Correlation, 4))
	t.lines++
}
