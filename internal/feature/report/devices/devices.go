// Package devices exports how reliably devices report: expected and received readings, voltages, health events and the share of
// abnormal results (domain measurements.md section 5, device-research).
package devices

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/query"
	"plumbline/internal/feature"
	"plumbline/internal/feature/report/download"
	"plumbline/internal/feature/report/export"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

// most is the number of devices of a file.
const most = 5_000

// DeviceResearchExport asks for the statistics of devices.
type DeviceResearchExport struct {
	ProjectID int64             `json:"projectId" minimum:"1"`
	DeviceIDs []int64           `json:"deviceIds,omitempty" maxItems:"5000" doc:"Of the project; empty: all"`
	Start     httpapi.AskedTime `json:"start" doc:"UTC ms"`
	End       httpapi.AskedTime `json:"end" doc:"UTC ms, not included; at most 366 days after start. What is not due yet is not expected"`
	KnownAt   httpapi.AskedTime `json:"knownAt,omitempty" doc:"UTC ms: as known at this time; 0: as known when the file is made"`
	Format    string            `json:"format" enum:"csv,xlsx" doc:"csv: a zip with a file for each table; xlsx: a sheet for each"`
}

// New returns what makes statistics of devices.
func New(host feature.Host, version string) download.Maker {
	return &export.Tables[DeviceResearchExport]{
		Host: host, Version: version, Name: "device-research",
		Call: httpapi.Operation{
			ID:       "exportDeviceResearch",
			Example:  `{"projectId":{projectId},"start":1799000000000,"end":1799900000000,"format":"xlsx"}`,
			NearMiss: httpapi.NearMiss{Body: `{"projectId":{projectId},"start":1699000000000,"end":1799900000000,"format":"xlsx"}`, Field: "start"},
			Summary:  "How reliably devices report, as a file",
			Detail: "Needs Device:Retrieve too. Tables of devices, of their arrival and lowest voltage by day, and of their health events. In a workbook the voltages are drawn too. Arrival is the share of the scheduled readings that came, " +
				"each counted once, if it came within seven days.",
		},
		Ask:   ask,
		Known: func(r *DeviceResearchExport) httpapi.AskedTime { return r.KnownAt },
		Write: write,
	}
}

// device is a device of a file.
type device struct {
	ID        int64
	Name      string
	Type      string
	Model     string
	SnCode    string
	CreatedAt int64
}

var titleText = i18n.Label{Zh: "设备统计 %s", En: "Devices, %s", Tw: "設備統計 %s"}

func ask(ctx context.Context, host feature.Host, r *DeviceResearchExport) (f download.File, err error) {
	place, err := export.Enter(ctx, host, r.ProjectID, r.KnownAt, export.SeeDevices)
	if err == nil {
		err = export.CheckRange(r.Start, r.End)
	}
	if err != nil {
		return f, err
	}
	if r.End.Millis()-r.Start.Millis() > query.MostArrivalDays*86_400_000 {
		return f, errs.OnField("start", errs.SpanTooLong, "days", query.MostArrivalDays)
	}
	slices.Sort(r.DeviceIDs)
	r.DeviceIDs = slices.Compact(r.DeviceIDs)
	list, err := list(ctx, host, r)
	switch {
	case err != nil:
		return f, err
	case len(list) < len(r.DeviceIDs):
		return f, errs.OnField("deviceIds", errs.NothingHere)
	case len(list) == 0:
		return f, errs.OnField("deviceIds", errs.NoDevicesChosen)
	case len(list) > most:
		return f, errs.OnField("deviceIds", errs.TooManyEntries, "max", most)
	}
	return place.File("device-research", r.Format, fmt.Sprintf(titleText.In(place.Language), place.Span(r.Start, r.End)), r)
}

// list returns the devices of a request that exist, by name.
//
// Unscoped: the caller has checked access to the project.
func list(ctx context.Context, host feature.Host, r *DeviceResearchExport) (list []device, err error) {
	q := host.Tables.Bun.NewSelect().TableExpr("device AS d").Column("d.id", "d.name", "d.type", "d.model", "d.sn_code", "d.created_at").
		Where("d.project_id = ?", r.ProjectID).OrderExpr("d.name, d.id").Limit(most + 1)
	if len(r.DeviceIDs) > 0 {
		q = q.Where("d.id IN (?)", bun.List(r.DeviceIDs))
	}
	if err := q.Scan(ctx, &list); err != nil {
		return nil, fmt.Errorf("devices of an export: %w", err)
	}
	return list, nil
}

// event is a health event of a device.
type event struct {
	DeviceID      int64
	Kind          alarm.Kind
	Opened, Ended int64 // UTC ms; 0: open
}

// events returns the health events of devices that were open in a period, by device and time.
//
// Unscoped: the caller has checked access to the project of the devices.
func events(ctx context.Context, s *export.Subject, ids []int64, r *DeviceResearchExport) (list []event, err error) {
	err = s.Host.Tables.Bun.NewSelect().TableExpr("alert AS a").Column("a.device_id", "a.kind", "a.opened", "a.ended").
		Where("a.device_id IN (?) AND a.kind IN (?)", bun.List(ids), bun.List(alarm.HealthKinds())).
		Where("a.opened < ? AND (a.ended = 0 OR a.ended > ?)", r.End.Millis(), r.Start.Millis()).
		Where("a.recorded_at <= ? AND (a.withdrawn_at = 0 OR a.withdrawn_at > ?)", s.Known, s.Known).
		OrderExpr("a.device_id, a.opened, a.kind").Scan(ctx, &list)
	if err != nil {
		return nil, fmt.Errorf("health events of an export: %w", err)
	}
	for i := range list {
		if list[i].Ended > s.Known {
			list[i].Ended = 0
		}
	}
	return list, nil
}

// write writes the tables of a request. Arrivals are counted once for both tables: the days of all devices are kept, 366 at most
// for each.
func write(ctx context.Context, s *export.Subject, w io.Writer, r *DeviceResearchExport, progress download.Progress) (int64, error) {
	devices, err := list(ctx, s.Host, r)
	if err != nil {
		return 0, err
	}
	if len(devices) == 0 {
		return 0, errs.New(errs.NoDevicesChosen)
	}
	points, err := (&export.Points{ProjectID: r.ProjectID}).List(ctx, s.Host)
	if err != nil {
		return 0, err
	}
	ids := make([]int64, len(points))
	for i := range points {
		ids[i] = points[i].ID
	}
	fed, err := s.Read().MainPoints(ctx, ids)
	if err != nil {
		return 0, err
	}
	book, err := s.NewBook(w, about(s, r, len(devices)))
	if err != nil {
		return 0, err
	}
	t := &table{Subject: s, book: book, request: r}
	book.Begin(s.In(devicesName), s.Head(deviceHead...))
	for i := range devices {
		if err := t.device(ctx, &devices[i], fed[devices[i].ID]); err != nil {
			return t.lines, err
		}
		if err := progress(int64(i+1), int64(len(devices))); err != nil {
			return t.lines, err
		}
	}
	t.daily(devices)
	t.voltages(devices)
	t.happened(devices)
	book.Charts(s.In(export.CurvesName))
	return t.lines, book.Close()
}
