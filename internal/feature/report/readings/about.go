package readings

import (
	"fmt"
	"strings"
	"time"

	"plumbline/internal/feature/report/export"
	"plumbline/internal/platform/i18n"
)

var (
	valuesLabel   = i18n.Label{Zh: "数值", En: "Values", Tw: "數值"}
	unitsText     = i18n.Label{Zh: "见各列标题", En: "In the heads of the columns", Tw: "見各欄標題"}
	unitColumn    = i18n.Label{Zh: "见 unit 列", En: "In the column unit", Tw: "見 unit 欄"}
	everyLabel    = i18n.Label{Zh: "抽取", En: "Reduced to", Tw: "抽取"}
	everyText     = i18n.Label{Zh: "每 %s 一条", En: "One reading per %s", Tw: "每 %s 一筆"}
	allText       = i18n.Label{Zh: "全部测值", En: "All readings", Tw: "全部測值"}
	abnormalLabel = i18n.Label{Zh: "异常值", En: "Readings that are not valid", Tw: "異常值"}
	keptText      = i18n.Label{Zh: "保留并标注", En: "Kept, with flags", Tw: "保留並標註"}
	leftOutText   = i18n.Label{Zh: "不含", En: "Left out", Tw: "不含"}
)

// aboutReadings returns what the reader of a file of readings has to know.
func (e *file) aboutReadings() [][]string {
	abnormal, every, units := leftOutText, e.In(allText), unitsText
	if e.request.IncludeAbnormal {
		abnormal = keptText
	}
	if e.request.Every > 0 {
		every = fmt.Sprintf(e.In(everyText), time.Duration(e.request.Every)*time.Millisecond)
	}
	if e.File.Format == parquetFormat {
		units = unitColumn
	}
	return e.About(
		e.Named(e.points),
		e.Range(e.request.Start, e.request.End),
		[]string{e.In(valuesLabel), e.values()},
		[]string{e.In(export.UnitsLabel), e.In(units)},
		[]string{e.In(everyLabel), every},
		[]string{e.In(abnormalLabel), e.In(abnormal)},
	)
}

// values names the value types.
func (e *file) values() string {
	var names []string
	for _, kind := range e.request.of(0).ValueTypes {
		names = append(names, e.ValueType(kind))
	}
	return strings.Join(names, ", ")
}
