// Package dataapi implements the calls about data: results, corrections, alerts, statistics, recomputation and the
// event stream.
package dataapi

import (
	"context"
	"io"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compute"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/events"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/platform/secrets"
	"plumbline/internal/platform/upload"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
	"plumbline/internal/site/pointconfig"
	"plumbline/internal/site/preview"
	"plumbline/internal/site/project"
	"plumbline/internal/site/stats"
)

// Services are the dependencies of the calls.
type Services struct {
	Uploads       *upload.Service
	Projects      *project.Service
	Points        *point.Service
	Devices       *device.Service
	Corrections   *correction.Service
	Configuration *pointconfig.Service
	Alerts        *alarm.Service
	Stats         *stats.Service
	Jobs          *jobs.Service
	Monitor       Monitor
	AsKnown       AsKnown
	Previews      *preview.Service
	Failures      func(context.Context) ([]compute.Failure, error)
	Bus           events.Bus
	Secrets       *secrets.Vault
}

type server struct {
	*httpapi.Kernel
	Services
}

// Register adds the calls of the area.
func Register(k *httpapi.Kernel, services Services) {
	s := &server{Kernel: k, Services: services}
	for _, calls := range []func(){
		s.monitor, s.windRoses, s.levelLines, s.masters, s.sections, s.surveys, s.casingQuality, s.pipes, s.manualCompares, s.gatewayTilts,
		s.knowledge, s.characteristics,
		s.reports, s.exports, s.alerts, s.corrections,
		s.manualData, s.manualWorkbooks, s.artificial, s.shiftImports,
		s.tasks, s.recompute, s.eventCalls,
	} {
		calls()
	}
}

// Monitor reads data; query.Service implements it.
type Monitor interface {
	Query(ctx context.Context, r query.Request) (query.Chart, error)
	// Table returns one page of readings, newest first if down.
	Table(ctx context.Context, r query.Request, page, size int, down bool) (query.Table, error)
	// Times returns the times of the newest results in a range, at most limit, rising.
	Times(ctx context.Context, pointID, start, end int64, limit int) ([]int64, error)
	// Latest returns the newest values in the order of ids; unknown points have Project 0.
	Latest(ctx context.Context, ids []int64) ([]query.Latest, error)
	// AppendLatest is Latest that appends to a list, so that its memory can be reused.
	AppendLatest(ctx context.Context, list []query.Latest, ids []int64) ([]query.Latest, error)
	// Report returns the rows of points at two times.
	Report(ctx context.Context, r query.ReportRequest) (query.Report, error)
	// RawBefore returns the last n readings of a channel, ObservedBefore the last n valid observed values of a point,
	// before a time, newest first.
	RawBefore(ctx context.Context, device int64, channel int32, before int64, n int) ([]query.Reading, error)
	ObservedBefore(ctx context.Context, pointID, before int64, n int) ([]query.Reading, error)
	// Completeness returns the completeness of the last 24 hours in the order of ids.
	Completeness(ctx context.Context, ids []int64) ([]query.Completeness, error)
	// Weather returns the newest value of each element that the points measure.
	Weather(ctx context.Context, points []int64) ([]query.WeatherValue, error)
	// WindRose counts the readings of a range by direction and speed of the wind.
	WindRose(ctx context.Context, pointID, start, end int64) (query.WindRose, error)
	// LevelLine returns the readings of a line of hydrostatic levels.
	LevelLine(ctx context.Context, r query.LineRequest) (query.LevelLine, error)
	// Master returns a composite point and its sub-points as series, MasterTable one page of their readings.
	Master(ctx context.Context, r query.Request) (query.Master, error)
	MasterTable(ctx context.Context, r query.Request, page, size int, down bool) (query.MasterTable, error)
	// Sectioned returns those of the points that compute a field of sections, Section their values.
	Sectioned(ctx context.Context, ids []int64, field string, at int64) ([]int64, error)
	Section(ctx context.Context, r query.SectionRequest) (query.Section, error)
	Surveys(ctx context.Context, r query.SurveyRequest) ([]query.Survey, error)
	// Casing returns the stations of a casing at a time, and where a survey of it is stored.
	Casing(ctx context.Context, pointID, at int64) ([]query.SurveyNode, query.SurveyChannel, error)
	// CasingQuality estimates the systematic errors of a survey of a casing.
	CasingQuality(ctx context.Context, r query.CasingRequest) (query.CasingQuality, error)
	// Characteristics returns the characteristic values of a point.
	Characteristics(ctx context.Context, r query.Request) (query.Characteristics, error)
	// Samples returns the valid values of one column in a range.
	Samples(ctx context.Context, r query.Request, node int32) (query.Sampled, error)
	PipeSurveys(ctx context.Context, r query.SurveyRequest) ([]query.PipeSurvey, error)
	// ManualCompare compares a manual run with an array in the same hole.
	ManualCompare(ctx context.Context, r query.ManualRequest) (query.ManualCompare, error)
	Explain(ctx context.Context, pointID int64, column query.Column, at int64) (query.Explanation, error)
	// UnpairedFace returns the time of a newest reading that waits for the other face; 0: none.
	UnpairedFace(ctx context.Context, pointID int64) (int64, error)
	// Extent returns the time range of a point's results.
	Extent(ctx context.Context, pointID int64) (query.Extent, error)
	// Computed returns the fields that the formulas of points compute now.
	Computed(ctx context.Context, ids []int64) ([][]query.ComputedField, error)
	// Pages returns the data views of points, the default first.
	Pages(ctx context.Context, ids []int64) ([][]string, error)
	// Shiftable returns the columns of points to which corrections apply.
	Shiftable(ctx context.Context, ids []int64) ([]query.Shiftable, error)
	// Feeding returns the devices that fed a point in a range.
	Feeding(ctx context.Context, pointID, start, end int64) ([]int64, error)
	ExportCSV(ctx context.Context, w io.Writer, r query.Request, lang string) error
	ExportXLSX(ctx context.Context, w io.Writer, r query.Request, lang string) error
}
