package alarm

import (
	"fmt"
	"strconv"
	"strings"

	"plumbline/internal/core/catalog"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

// The texts of reasons and locations (domain thresholds.md 2.5 and 2.6).
var (
	reachedUpper = i18n.Label{
		Zh: "{quantity} {inequality}，达到{level}阈值",
		En: "{quantity} {inequality}: {level} threshold reached",
		Tw: "{quantity} {inequality}，達到{level}門檻值",
	}
	reachedLower = i18n.Label{
		Zh: "{quantity} {inequality}，达到{level}下限",
		En: "{quantity} {inequality}: {level} lower limit reached",
		Tw: "{quantity} {inequality}，達到{level}下限",
	}
	noData = i18n.Label{
		Zh: "超过 {limit} 分钟没有收到数据",
		En: "No data for more than {limit} min",
		Tw: "超過 {limit} 分鐘沒有收到資料",
	}
	lowVoltage = i18n.Label{
		Zh: "供电电压 {value} V，低于 {limit} V",
		En: "Supply voltage {value} V, below {limit} V",
		Tw: "供電電壓 {value} V，低於 {limit} V",
	}
	dataRepeated = i18n.Label{
		Zh: "读数长时间完全相同，仪器可能卡滞",
		En: "Readings have been identical for a long time, the instrument may be stuck",
		Tw: "讀數長時間完全相同，儀器可能卡滯",
	}
	atNode = i18n.Label{
		Zh: "{point} 节点{node}",
		En: "{point}, node {node}",
		Tw: "{point} 節點{node}",
	}
	atDepth = i18n.Label{
		Zh: "{point} 深度{depth}m 节点{node}",
		En: "{point}, depth {depth} m, node {node}",
		Tw: "{point} 深度{depth}m 節點{node}",
	}
	valueTypeNames = map[ValueType]i18n.Label{
		Observed:    {Zh: "测值", En: "observed value", Tw: "測值"},
		Accumulated: {Zh: "累计变化量", En: "accumulated change", Tw: "累計變化量"},
		Rate:        {Zh: "变化速率", En: "change rate", Tw: "變化速率"},
	}
)

// Reason returns the reason for which a record was opened, by its highest level, in a language. The record stores only
// the parameters.
func Reason(r *Record, lang errs.Language) string {
	if len(r.Steps) == 0 {
		return ""
	}
	step := r.Last()
	language := string(lang)
	switch r.Kind {
	case OfDataLost:
		return fill(noData.In(language), "limit", strconv.FormatFloat(step.Limit, 'f', 0, 64))
	case OfLowVoltage:
		return fill(lowVoltage.In(language), "value", strconv.FormatFloat(step.Value, 'f', 2, 64), "limit", strconv.FormatFloat(step.Limit, 'f', -1, 64))
	case OfDataRepeated:
		return dataRepeated.In(language)
	case OfGraded:
		return gradedReason(step, lang)
	}
	text := reachedUpper
	if step.Side == LowerLimit {
		text = reachedLower
	}
	return fill(text.In(language), "quantity", Quantity(r.Measurement, r.Key).In(language),
		"inequality", Inequality(r.Measurement, r.Key, step), "level", step.Level.Name().In(language))
}

// Shown returns the unit of a step's values and the number of decimals to display.
func Shown(measurement string, key Key, step Step) (unit string, decimals int) {
	attribute := catalog.Shown(measurement, key.Field)
	if step.Unit != "" {
		return step.Unit, 1
	}
	if key.ValueType == Rate {
		return attribute.Unit + "/d", attribute.Decimals
	}
	return attribute.Unit, attribute.Decimals
}

// Location returns where on a point the value was measured: the point itself, or the worst node of an array.
func Location(r *Record, point string, lang errs.Language) string {
	switch {
	case r.Kind == OfGraded && point == "":
		return severalPoints.In(string(lang))
	case len(r.Steps) == 0:
		return point
	}
	node := strconv.Itoa(int(r.Last().Node))
	switch {
	case r.Depth != nil:
		return fill(atDepth.In(string(lang)), "point", point, "node", node, "depth", fmt.Sprintf("%.2f", *r.Depth))
	case r.Last().Node != 0:
		return fill(atNode.In(string(lang)), "point", point, "node", node)
	}
	return point
}

// fill replaces {names} by values.
func fill(text string, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		pairs[i] = "{" + pairs[i] + "}"
	}
	return strings.NewReplacer(pairs...).Replace(text)
}
