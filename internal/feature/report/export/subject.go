package export

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/query"
	"plumbline/internal/feature"
	"plumbline/internal/feature/report/download"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

// Words of files.
var (
	CurvesName       = i18n.Label{Zh: "曲线", En: "Curves", Tw: "曲線"}
	AboutName        = i18n.Label{Zh: "说明", En: "About", Tw: "說明"}
	ProjectLabel     = i18n.Label{Zh: "项目", En: "Project", Tw: "專案"}
	StructureLabel   = i18n.Label{Zh: "结构物", En: "Structure", Tw: "結構物"}
	ItemLabel        = i18n.Label{Zh: "监测子项", En: "Item", Tw: "監測子項"}
	PointLabel       = i18n.Label{Zh: "测点", En: "Measuring point", Tw: "測點"}
	PointsLabel      = i18n.Label{Zh: "测点", En: "Measuring points", Tw: "測點"}
	MeasurementLabel = i18n.Label{Zh: "监测项", En: "Measurement", Tw: "監測項"}
	RangeLabel       = i18n.Label{Zh: "时间范围", En: "Time range", Tw: "時間範圍"}
	UnitsLabel       = i18n.Label{Zh: "单位", En: "Units", Tw: "單位"}
	UnitLabel        = i18n.Label{Zh: "单位", En: "Unit", Tw: "單位"}
	zoneLabel        = i18n.Label{Zh: "时区", En: "Time zone", Tw: "時區"}
	knownLabel       = i18n.Label{Zh: "数据截至（当时已知）", En: "As known on", Tw: "資料截至（當時已知）"}
	missingLabel     = i18n.Label{Zh: "无数值", En: "No value", Tw: "無數值"}
	programLabel     = i18n.Label{Zh: "生成程序", En: "Made by", Tw: "產生程式"}
)

// Missing is how a cell without a value reads (specification section 9).
const Missing = "#N/A"

// Subject is what a file in the making is about.
type Subject struct {
	Host    feature.Host
	Version string // of the product
	Project string // name
	File    *download.File
	Zone    *time.Location
	KnownAt int64 // UTC ms; 0: now
	Known   int64 // KnownAt, or when the making began
	Scope   access.Scope
}

// Open reads what the file of a request is about.
func Open(ctx context.Context, host feature.Host, version string, f *download.File, known httpapi.AskedTime) (*Subject, error) {
	s := &Subject{
		Host: host, Version: version, File: f, KnownAt: known.Millis(), Known: known.Millis(),
		Scope: access.Scope{Corporation: f.CorporationID, Project: f.ProjectID},
	}
	if s.Known == 0 {
		s.Known = clock.Now().UnixMilli()
	}
	project, err := host.Projects.Get(ctx, s.Scope, f.ProjectID)
	if err != nil {
		return nil, err
	}
	s.Project = project.Name
	if s.Zone, err = time.LoadLocation(project.TimeZone); err != nil {
		return nil, fmt.Errorf("time zone of project %d: %w", project.ID, err)
	}
	return s, nil
}

// Read returns what reads as known at the time of the request. At an earlier time it reads at most asknown.MostPoints points.
func (s *Subject) Read() *query.Service {
	if s.KnownAt != 0 {
		return s.Host.AsKnown.At(s.KnownAt)
	}
	return s.Host.Read
}

// Points returns the chosen points that still exist, at least one.
func (s *Subject) Points(ctx context.Context, chosen *Points) ([]Point, error) {
	list, err := chosen.List(ctx, s.Host)
	if err == nil && len(list) == 0 {
		err = errs.New(errs.NoPointsChosen)
	}
	return list, err
}

// Instruments names devices of the project's corporation by model and serial number.
func (s *Subject) Instruments(ctx context.Context, ids []int64) (map[int64]string, error) {
	var rows []struct {
		ID            int64
		Model, SnCode string
	}
	err := s.Host.Tables.Bun.NewSelect().TableExpr("device AS d").Column("d.id", "d.model", "d.sn_code").
		Where("d.corporation_id = ? AND d.id IN (?)", s.File.CorporationID, bun.List(ids)).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("instruments of an export: %w", err)
	}
	named := map[int64]string{}
	for _, r := range rows {
		named[r.ID] = strings.TrimSpace(r.Model + " " + r.SnCode)
	}
	return named, nil
}

// In returns a label in the language of the file.
func (s *Subject) In(label i18n.Label) string { return label.In(s.File.Language) }

// Head returns the names of columns in the language of the file.
func (s *Subject) Head(labels ...i18n.Label) []string {
	names := make([]string, len(labels))
	for i, label := range labels {
		names[i] = s.In(label)
	}
	return names
}

// Measurement names a measurement in the language of the file.
func (s *Subject) Measurement(code string) string {
	measurement, _ := catalog.MeasurementOf(code)
	return s.In(measurement.Label)
}

// ValueType names a value type in the language of the file.
func (s *Subject) ValueType(kind query.ValueType) string {
	for _, option := range catalog.ValueTypes() {
		if option.Code == string(kind) {
			return s.In(option.Label)
		}
	}
	return string(kind)
}

// Local returns a time in the zone of the project; #N/A for 0.
func (s *Subject) Local(t int64) string {
	if t == 0 {
		return Missing
	}
	return time.UnixMilli(t).In(s.Zone).Format(time.DateTime)
}

// Range names a range.
func (s *Subject) Range(start, end httpapi.AskedTime) []string {
	return []string{s.In(RangeLabel), s.Local(start.Millis()) + " – " + s.Local(end.Millis())}
}

// Named names points: their number, and the first of them.
func (s *Subject) Named(points []Point) []string {
	var names []string
	for i := range points {
		names = append(names, points[i].Name)
	}
	if most := 20; len(names) > most {
		names = append(names[:most], "…")
	}
	return []string{s.In(PointsLabel), strconv.Itoa(len(points)), strings.Join(names, ", ")}
}

// About returns what the reader of a file has to know: names and their content, with those of its kind in between.
func (s *Subject) About(own ...[]string) [][]string {
	lines := append([][]string{{s.In(ProjectLabel), s.Project}, {s.In(zoneLabel), s.Zone.String()}}, own...)
	return append(lines,
		[]string{s.In(missingLabel), Missing},
		[]string{s.In(knownLabel), s.Local(s.Known)},
		[]string{s.In(programLabel), "Plumbline " + s.Version},
	)
}

// RequestOf reads the request of a file.
func RequestOf[R any](f *download.File) (r R, err error) {
	if err := json.Unmarshal(f.Request, &r); err != nil {
		return r, fmt.Errorf("request of an export: %w", err)
	}
	return r, nil
}
