package readings

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/query"
	"plumbline/internal/feature"
	"plumbline/internal/feature/report/download"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

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

// subject is what a file is about.
type subject struct {
	version   string // of the product
	project   string // name
	file      *download.File
	selection *Selection
	read      *query.Service
	known     int64 // UTC ms
	zone      *time.Location
	points    []chosen
}

// newSubject reads what the file of a request is about.
func newSubject(ctx context.Context, host feature.Host, version string, f *download.File, s *Selection) (*subject, error) {
	b := &subject{version: version, file: f, selection: s, read: host.Read, known: s.KnownAt.Millis()}
	if b.known != 0 {
		b.read = host.AsKnown.At(b.known)
	} else {
		b.known = clock.Now().UnixMilli()
	}
	project, err := host.Projects.Get(ctx, access.Scope{Corporation: f.CorporationID, Project: f.ProjectID}, f.ProjectID)
	if err != nil {
		return nil, err
	}
	b.project = project.Name
	if b.zone, err = time.LoadLocation(project.TimeZone); err != nil {
		return nil, fmt.Errorf("time zone of project %d: %w", project.ID, err)
	}
	b.points, err = pointsOf(ctx, host, s)
	if err == nil && len(b.points) == 0 {
		err = errs.New(errs.NoPointsChosen)
	}
	return b, err
}

// about returns what the reader of a file has to know: names and their content, with those of its kind in between.
func (b *subject) about(own ...[]string) [][]string {
	lang := b.file.Language
	var names []string
	for i := range b.points {
		names = append(names, b.points[i].Name)
	}
	if most := 20; len(names) > most {
		names = append(names[:most], "…")
	}
	lines := [][]string{
		{projectLabel.In(lang), b.project},
		{pointsLabel.In(lang), strconv.Itoa(len(b.points)), strings.Join(names, ", ")},
		{rangeLabel.In(lang), b.local(b.selection.Start.Millis()) + " – " + b.local(b.selection.End.Millis())},
		{zoneLabel.In(lang), b.zone.String()},
	}
	return append(append(lines, own...),
		[]string{missingLabel.In(lang), "#N/A"},
		[]string{knownLabel.In(lang), b.local(b.known)},
		[]string{programLabel.In(lang), "Plumbline " + b.version},
	)
}

func (b *subject) local(t int64) string { return time.UnixMilli(t).In(b.zone).Format(time.DateTime) }

// aboutReadings returns what the reader of a file of readings has to know.
func (e *export) aboutReadings() [][]string {
	lang := e.file.Language
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
	return e.about(
		[]string{valuesLabel.In(lang), e.values()},
		[]string{unitsLabel.In(lang), units.In(lang)},
		[]string{everyLabel.In(lang), every},
		[]string{abnormalLabel.In(lang), abnormal.In(lang)},
	)
}

// values names the value types.
func (e *export) values() string {
	var names []string
	for _, kind := range e.request.of(0).ValueTypes {
		names = append(names, valueName(string(kind), e.file.Language))
	}
	return strings.Join(names, ", ")
}

// valueName names a value type.
func valueName(code, lang string) string {
	for _, option := range catalog.ValueTypes() {
		if option.Code == code {
			return option.Label.In(lang)
		}
	}
	return code
}
