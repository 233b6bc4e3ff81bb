package nsbd

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"plumbline/internal/core/asknown"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/query"
	"plumbline/internal/feature"
	"plumbline/internal/feature/report/download"
	"plumbline/internal/feature/report/export"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
	"plumbline/internal/site/point"
)

// NSBDReportExport asks for the report of the South-to-North Water Diversion.
type NSBDReportExport struct {
	export.Points
	Time   httpapi.AskedTime `json:"time,omitempty" doc:"UTC ms: the last valid reading in the window before it, see reportPreview; 0: now, or knownAt"`
	Format string            `json:"format" enum:"csv,xlsx" doc:"csv: a zip with a file for each table; xlsx: a sheet for each"`
}

var (
	infoName        = i18n.Label{Zh: "考证表", En: "Information", Tw: "考證表"}
	dataName        = i18n.Label{Zh: "数据表", En: "Data", Tw: "資料表"}
	designLabel     = i18n.Label{Zh: "设计编号", En: "Design number", Tw: "設計編號"}
	rangeLabel      = i18n.Label{Zh: "量程", En: "Range", Tw: "量程"}
	offsetLabel     = i18n.Label{Zh: "轴距 (m)", En: "Offset from axis (m)", Tw: "軸距 (m)"}
	cableLabel      = i18n.Label{Zh: "电缆长度 (m)", En: "Cable length (m)", Tw: "電纜長度 (m)"}
	installerLabel  = i18n.Label{Zh: "埋设人", En: "Installed by", Tw: "埋設人"}
	remarksLabel    = i18n.Label{Zh: "备注", En: "Remarks", Tw: "備註"}
	chainageLabel   = i18n.Label{Zh: "桩号", En: "Chainage", Tw: "樁號"}
	elevationLabel  = i18n.Label{Zh: "高程 (m)", En: "Elevation (m)", Tw: "高程 (m)"}
	installLabel    = i18n.Label{Zh: "埋设日期", En: "Installed on", Tw: "埋設日期"}
	initialLabel    = i18n.Label{Zh: "初始值", En: "Initial value", Tw: "初始值"}
	quantityLabel   = i18n.Label{Zh: "监测量", En: "Quantity", Tw: "監測量"}
	depthLabel      = i18n.Label{Zh: "深度或距离 (m)", En: "Depth or distance (m)", Tw: "深度或距離 (m)"}
	timeLabel       = i18n.Label{Zh: "本次时间", En: "Time", Tw: "本次時間"}
	incompleteLabel = i18n.Label{Zh: "考证资料不全的测点", En: "Points with incomplete information", Tw: "考證資料不全的測點"}
	incompleteText  = i18n.Label{Zh: "空白处没有记录", En: "What is not recorded stays empty", Tw: "空白處沒有記錄"}

	infoHead = []i18n.Label{
		designLabel, export.PointLabel, export.MeasurementLabel,
		{Zh: "仪器类型", En: "Instrument type", Tw: "儀器類型"},
		{Zh: "仪器型号及编号", En: "Instrument model and serial number", Tw: "儀器型號及編號"},
		rangeLabel, chainageLabel, offsetLabel, elevationLabel, cableLabel, installLabel, installerLabel, quantityLabel, export.UnitLabel, initialLabel,
		{Zh: "初始值日期", En: "Date of the initial value", Tw: "初始值日期"},
		{Zh: "K", En: "K", Tw: "K"},
		{Zh: "f0", En: "f0", Tw: "f0"},
		{Zh: "t0", En: "t0", Tw: "t0"},
		remarksLabel,
		{Zh: "照片", En: "Picture", Tw: "照片"},
	}
	dataHead = []i18n.Label{
		designLabel, export.PointLabel, chainageLabel, elevationLabel, installLabel, depthLabel, quantityLabel, export.UnitLabel, initialLabel,
		{Zh: "本次测值", En: "This value", Tw: "本次測值"},
		{Zh: "变化单位", En: "Change unit", Tw: "變化單位"},
		{Zh: "累计变化", En: "Accumulated change", Tw: "累計變化"},
		timeLabel,
	}
)

// NewReports returns what makes reports.
func NewReports(host feature.Host, version string) download.Maker {
	return &export.Tables[NSBDReportExport]{
		Host: host, Version: version, Name: "nsbd-report",
		Call: httpapi.Operation{
			ID:       "exportNsbdReport",
			Example:  `{"projectId":{projectId},"format":"xlsx"}`,
			NearMiss: httpapi.NearMiss{Body: `{"projectId":{projectId},"knownAt":4102444800000,"format":"xlsx"}`, Field: "knownAt"},
			Summary:  "The form of the South-to-North Water Diversion as a file",
			Detail:   "Needs Device:Retrieve too. An information table and a data table of each structure. What nobody has recorded stays empty.",
		},
		Ask:   ask,
		Known: func(r *NSBDReportExport) httpapi.AskedTime { return r.KnownAt },
		Write: write,
	}
}

func ask(ctx context.Context, host feature.Host, r *NSBDReportExport) (f download.File, err error) {
	place, points, err := r.Choose(ctx, host)
	if err == nil {
		err = httpapi.CallerOf(ctx).Require(export.SeeDevices, r.ProjectID)
	}
	if err != nil {
		return f, err
	}
	if r.Time == 0 {
		r.Time = cmp.Or(r.KnownAt, httpapi.AskedTime(clock.Now().UnixMilli()))
	}
	return place.File("nsbd-report", r.Format, place.Title(points, place.Day(r.Time)), r)
}

// tables writes the tables of a file.
type tables struct {
	*export.Subject
	book    export.Book
	request *NSBDReportExport
	lines   int64
}

// known is what is known about a point.
type known struct {
	point       *export.Point
	fields      Fields
	engineering point.Engineering
	report      query.ReportPoint
	rows        []query.ReportRow
	instrument  string
}

// complete reports whether the fields that every form has are recorded.
func (k *known) complete() bool {
	e := &k.engineering
	return k.fields.DesignNumber != "" && e.Chainage != "" && e.Elevation != nil && e.InstalledAt != 0
}

// name is what instruments are known by: the design number, or the name of the point.
func (k *known) name() string { return cmp.Or(k.fields.DesignNumber, k.point.Name) }

func write(ctx context.Context, s *export.Subject, w io.Writer, r *NSBDReportExport, progress download.Progress) (int64, error) {
	points, err := s.Points(ctx, &r.Points)
	if err != nil {
		return 0, err
	}
	t := &tables{Subject: s, request: r}
	var all []known
	incomplete := 0
	for page := range slices.Chunk(points, asknown.MostPoints) {
		list, err := t.known(ctx, page)
		if err != nil {
			return 0, err
		}
		for i := range list {
			if !list[i].complete() {
				incomplete++
			}
		}
		all = append(all, list...)
		if err := progress(int64(len(all)), int64(len(points))); err != nil {
			return 0, err
		}
	}
	t.book, err = s.NewBook(w, s.About(
		s.Named(points),
		[]string{s.In(timeLabel), s.Local(r.Time.Millis())},
		[]string{s.In(incompleteLabel), fmt.Sprint(incomplete), s.In(incompleteText)},
	))
	if err != nil {
		return 0, err
	}
	for first := 0; first < len(all); {
		next := first + 1
		for next < len(all) && all[next].point.StructureID == all[first].point.StructureID {
			next++
		}
		if err := t.structure(ctx, all[first:next]); err != nil {
			return t.lines, err
		}
		first = next
	}
	return t.lines, t.book.Close()
}

// known returns what is known about points.
func (t *tables) known(ctx context.Context, points []export.Point) ([]known, error) {
	ids := make([]int64, len(points))
	for i := range points {
		ids[i] = points[i].ID
	}
	at := t.request.Time.Millis()
	report, err := t.Read().Report(ctx, query.ReportRequest{Points: ids, Time: at})
	if err != nil {
		return nil, err
	}
	engineering, err := t.Host.Points.EngineeringOf(ctx, ids, at)
	if err != nil {
		return nil, err
	}
	fields, err := (&Store{t.Host.Tables}).Of(ctx, ids)
	if err != nil {
		return nil, err
	}
	devices := make([]int64, len(points))
	for i := range report.Points {
		devices[i] = report.Points[i].Device
	}
	instruments, err := t.Instruments(ctx, devices)
	if err != nil {
		return nil, err
	}
	list := make([]known, len(points))
	for i := range points {
		list[i] = known{
			point: &points[i], fields: fields[ids[i]], engineering: engineering[ids[i]], report: report.Points[i], instrument: instruments[devices[i]],
		}
	}
	for _, row := range report.Rows {
		list[row.Point].rows = append(list[row.Point].rows, row)
	}
	return list, nil
}

// structure writes the two tables of a structure.
func (t *tables) structure(ctx context.Context, list []known) error {
	name := list[0].point.Structure
	t.book.Begin(name+" "+t.In(infoName), t.Head(infoHead...))
	for i := range list {
		if err := t.info(ctx, &list[i]); err != nil {
			return err
		}
	}
	t.book.Begin(name+" "+t.In(dataName), t.Head(dataHead...))
	for i := range list {
		t.data(&list[i])
	}
	return nil
}

func (t *tables) info(ctx context.Context, k *known) error {
	coefficients, err := t.coefficients(ctx, k.report.Device)
	if err != nil {
		return err
	}
	b, e := t.book, &k.engineering
	b.Line()
	b.Text(k.name())
	b.Text(k.point.Name)
	b.Text(t.Measurement(k.point.Measurement))
	b.Text(k.point.Category)
	b.Text(k.instrument)
	b.Text(k.fields.Range)
	b.Text(e.Chainage)
	t.number(k.fields.Offset)
	t.number(e.Elevation)
	t.number(k.fields.CableLength)
	t.date(e.InstalledAt)
	b.Text(k.fields.Installer)
	if len(k.rows) == 1 { // that of an array is a profile, see the data table
		r := &k.rows[0]
		b.Text(t.In(r.Column.Label))
		b.Text(r.Column.Unit)
		b.Number(export.Rounded(r.Initial, r.Column.Decimals))
	} else {
		b.Empty()
		b.Empty()
		b.Empty()
	}
	t.date(k.report.InitialFrom)
	for _, name := range []string{"K", "f0", "t0"} {
		if v, there := coefficients[name]; there {
			b.Number(v)
		} else {
			b.Empty()
		}
	}
	b.Text(k.fields.Remarks)
	b.Text(e.PhotoURL)
	t.lines++
	return nil
}

// coefficients returns the calibration of a device at the time of the report.
func (t *tables) coefficients(ctx context.Context, device int64) (map[string]float64, error) {
	if device == 0 {
		return nil, nil
	}
	config, err := t.Host.Devices.InForce(ctx, t.Scope, device, t.request.Time.Millis())
	if errs.Is(err, errs.NothingHere) { // it has left the project
		return nil, nil
	}
	var found definition.Coefficients
	if text := config[definition.AspectCoefficients]; err == nil && text != nil {
		err = json.Unmarshal(text, &found)
	}
	if err != nil {
		return nil, fmt.Errorf("calibration of device %d: %w", device, err)
	}
	return found.Values, nil
}

func (t *tables) data(k *known) {
	for i := range k.rows {
		b, r, e := t.book, &k.rows[i], &k.engineering
		b.Line()
		b.Text(k.name())
		b.Text(k.point.Name)
		b.Text(e.Chainage)
		t.number(e.Elevation)
		t.date(e.InstalledAt)
		t.number(r.Column.Depth)
		b.Text(t.In(r.Column.Label))
		b.Text(r.Column.Unit)
		b.Number(export.Rounded(r.Initial, r.Column.Decimals))
		b.Number(export.Rounded(r.Value, r.Column.Decimals))
		b.Text(r.Changed.Unit)
		b.Number(export.Rounded(r.Accumulated, r.Changed.Decimals))
		b.Time(k.report.Time)
		t.lines++
	}
}

// number writes a number that people record; empty: not recorded.
func (t *tables) number(v *float64) {
	if v == nil {
		t.book.Empty()
		return
	}
	t.book.Number(*v)
}

// date writes a time that people record; empty: not recorded.
func (t *tables) date(at int64) {
	if at == 0 {
		t.book.Empty()
		return
	}
	t.book.Time(at)
}
