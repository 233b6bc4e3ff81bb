package alarm

import (
	"context"
	"io"
	"strconv"
	"time"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/csvfile"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

var exportHead = []i18n.Label{
	{Zh: "编号", En: "ID", Tw: "編號"},
	{Zh: "等级", En: "Level", Tw: "等級"},
	{Zh: "状态", En: "Status", Tw: "狀態"},
	{Zh: "项目", En: "Project", Tw: "專案"},
	{Zh: "结构物", En: "Structure", Tw: "結構物"},
	{Zh: "监测子项", En: "Item", Tw: "監測子項"},
	{Zh: "测点", En: "Measuring point", Tw: "測點"},
	{Zh: "设备", En: "Device", Tw: "設備"},
	{Zh: "原因", En: "Reason", Tw: "原因"},
	{Zh: "数值", En: "Value", Tw: "數值"},
	{Zh: "阈值", En: "Threshold", Tw: "門檻值"},
	{Zh: "单位", En: "Unit", Tw: "單位"},
	{Zh: "发生时间", En: "Raised", Tw: "發生時間"},
	{Zh: "达到最高等级", En: "Highest level at", Tw: "達到最高等級"},
	{Zh: "恢复时间", En: "Restored at", Tw: "恢復時間"},
	{Zh: "负责人", En: "Assigned to", Tw: "負責人"},
	{Zh: "处理人", En: "Processed by", Tw: "處理人"},
	{Zh: "处理时间", En: "Processed at", Tw: "處理時間"},
	{Zh: "告警原因", En: "Cause", Tw: "告警原因"},
	{Zh: "处置措施", En: "Measure taken", Tw: "處置措施"},
	{Zh: "说明", En: "Note", Tw: "說明"},
	{Zh: "时区", En: "Time zone", Tw: "時區"},
}

var statusNames = map[Status]i18n.Label{
	Pending:    {Zh: "待处理", En: "Pending", Tw: "待處理"},
	Notice:     {Zh: "已通知", En: "Notified", Tw: "已通知"},
	Confirm:    {Zh: "已确认", En: "Confirmed", Tw: "已確認"},
	FalseAlarm: {Zh: "误报", En: "False alarm", Tw: "誤報"},
	Restore:    {Zh: "已恢复", En: "Restored", Tw: "已恢復"},
}

// Name returns the name of a status.
func (s Status) Name() i18n.Label { return statusNames[s] }

// Export writes the records that match a filter as CSV (UTF-8 with byte order mark), newest first and without a limit.
// Times are in the zone of each record's project, which the last column names.
func (s *Service) Export(ctx context.Context, w io.Writer, scope access.Scope, filter Filter, lang errs.Language) error {
	return csvfile.Write(w, csvfile.Head(exportHead, string(lang)), func(out *csvfile.Writer) error {
		return s.store.EachAlert(ctx, scope, filter, func(l Listed) error { return out.Line(exported(&l, lang)...) })
	})
}

// LevelName returns the name of a record's level; device health has none.
func LevelName(r *Record) i18n.Label {
	switch {
	case r.Kind == OfGraded:
		return r.Level.Warning()
	case r.Kind.Health():
		return i18n.Label{Zh: "设备健康", En: "Device health", Tw: "設備健康"}
	}
	return r.Level.Name()
}

func exported(l *Listed, lang errs.Language) []string {
	zone, err := time.LoadLocation(l.TimeZone)
	if err != nil || l.TimeZone == "" {
		zone = time.UTC
	}
	at := func(ms int64) string {
		if ms == 0 {
			return ""
		}
		return time.UnixMilli(ms).In(zone).Format(time.DateTime)
	}
	reached := l.Opened
	var value, limit, unit string
	if len(l.Steps) > 0 && l.Kind == OfThreshold {
		last := l.Last()
		var decimals int
		unit, decimals = Shown(l.Measurement, l.Key, last)
		reached, value, limit = last.Time, strconv.FormatFloat(last.Value, 'f', decimals, 64), strconv.FormatFloat(last.Limit, 'f', -1, 64)
	}
	return []string{
		strconv.FormatInt(l.ID, 10), LevelName(&l.Record).In(string(lang)), l.Status.Name().In(string(lang)), l.ProjectName, l.StructureName, l.ItemName,
		Location(&l.Record, l.PointName, lang), l.DeviceName, Reason(&l.Record, lang), value, limit, unit, at(l.Opened), at(reached), at(l.Ended),
		l.AssigneeName, l.ProcessedName, at(l.ProcessedAt), l.Cause, l.Measure, l.Note, zone.String(),
	}
}
