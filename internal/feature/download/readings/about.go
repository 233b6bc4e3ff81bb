package readings

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"plumbline/internal/core/catalog"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/i18n"
)

const timeLayout = "2006-01-02 15:04:05"

var (
	aboutName     = i18n.Label{Zh: "说明", En: "About", Tw: "說明"}
	projectLabel  = i18n.Label{Zh: "项目", En: "Project", Tw: "專案"}
	pointLabel    = i18n.Label{Zh: "测点", En: "Measuring point", Tw: "測點"}
	pointsLabel   = i18n.Label{Zh: "测点", En: "Measuring points", Tw: "測點"}
	rangeLabel    = i18n.Label{Zh: "时间范围", En: "Time range", Tw: "時間範圍"}
	zoneLabel     = i18n.Label{Zh: "时区", En: "Time zone", Tw: "時區"}
	valuesLabel   = i18n.Label{Zh: "数值", En: "Values", Tw: "數值"}
	unitsLabel    = i18n.Label{Zh: "单位", En: "Units", Tw: "單位"}
	unitsText     = i18n.Label{Zh: "见各列标题", En: "In the heads of the columns", Tw: "見各欄標題"}
	unitColumn    = i18n.Label{Zh: "见 unit 列", En: "In the column unit", Tw: "見 unit 欄"}
	everyLabel    = i18n.Label{Zh: "抽取", En: "Reduced to", Tw: "抽取"}
	everyText     = i18n.Label{Zh: "每 %s 一条", En: "One reading per %s", Tw: "每 %s 一筆"}
	allText       = i18n.Label{Zh: "全部测值", En: "All readings", Tw: "全部測值"}
	abnormalLabel = i18n.Label{Zh: "异常值", En: "Readings that are not valid", Tw: "異常值"}
	keptText      = i18n.Label{Zh: "保留并标注", En: "Kept, with flags", Tw: "保留並標註"}
	leftOutText   = i18n.Label{Zh: "不含", En: "Left out", Tw: "不含"}
	knownLabel    = i18n.Label{Zh: "数据截至（当时已知）", En: "As known on", Tw: "資料截至（當時已知）"}
	missingLabel  = i18n.Label{Zh: "无数值", En: "No value", Tw: "無數值"}
	programLabel  = i18n.Label{Zh: "生成程序", En: "Made by", Tw: "產生程式"}
)

// about returns what the reader of a file has to know: pairs of a name and its content.
func (e *export) about(ctx context.Context) ([][]string, error) {
	lang := e.file.Language
	project, err := e.host.Projects.Get(ctx, access.Scope{Corporation: e.file.CorporationID, Project: e.file.ProjectID}, e.file.ProjectID)
	if err != nil {
		return nil, err
	}
	local := func(t int64) string { return time.UnixMilli(t).In(e.zone).Format(timeLayout) }
	filters := make([]string, 0, len(e.points))
	for i := range e.points {
		filters = append(filters, e.points[i].Name)
	}
	if most := 20; len(filters) > most {
		filters = append(filters[:most], "…")
	}
	abnormal, every, units := leftOutText, allText.In(lang), unitsText
	if e.request.IncludeAbnormal {
		abnormal = keptText
	}
	if e.request.Every > 0 {
		every = fmt.Sprintf(everyText.In(lang), time.Duration(e.request.Every)*time.Millisecond)
	}
	if e.file.Format == parquetFormat {
		units = unitColumn
	}
	return [][]string{
		{projectLabel.In(lang), project.Name},
		{pointsLabel.In(lang), strconv.Itoa(len(e.points)), strings.Join(filters, ", ")},
		{rangeLabel.In(lang), local(e.request.Start.Millis()) + " – " + local(e.request.End.Millis())},
		{zoneLabel.In(lang), e.zone.String()},
		{valuesLabel.In(lang), e.values()},
		{unitsLabel.In(lang), units.In(lang)},
		{everyLabel.In(lang), every},
		{abnormalLabel.In(lang), abnormal.In(lang)},
		{missingLabel.In(lang), "#N/A"},
		{knownLabel.In(lang), local(e.known)},
		{programLabel.In(lang), "Plumbline " + e.version},
	}, nil
}

// values names the value types.
func (e *export) values() string {
	var names []string
	for _, kind := range e.request.of(0).ValueTypes {
		name := string(kind)
		for _, option := range catalog.ValueTypes() {
			if option.Code == name {
				name = option.Label.In(e.file.Language)
			}
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}
