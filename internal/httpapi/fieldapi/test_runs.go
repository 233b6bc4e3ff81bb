package fieldapi

import (
	"cmp"
	"context"
	"mime"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/field/testrun"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
)

// TestRun is a saved test run of a device.
type TestRun struct {
	ID          int64  `json:"id"`
	Name        string `json:"name"`
	Remark      string `json:"remark"`
	From        int64  `json:"from" doc:"UTC ms"`
	To          int64  `json:"to" doc:"UTC ms"`
	AccountName string `json:"accountName" doc:"Who saved it"`
	CreatedAt   int64  `json:"createdAt" doc:"UTC ms"`
}

// TestChannel is what arrived on a channel of a device.
type TestChannel struct {
	ChannelNo int32       `json:"channelNo" doc:"0: the device itself"`
	Count     int64       `json:"count" doc:"Readings"`
	First     int64       `json:"first" doc:"UTC ms: time of the first reading"`
	Last      int64       `json:"last" doc:"UTC ms: time of the last reading"`
	Typical   int64       `json:"typical" doc:"ms: median of the first 10,000 intervals between readings; 0: fewer than two readings"`
	Shortest  int64       `json:"shortest" doc:"ms"`
	Longest   int64       `json:"longest" doc:"ms"`
	Gaps      int64       `json:"gaps" doc:"Intervals longer than 1.5 times the typical one"`
	Missing   int64       `json:"missing" doc:"Readings that fit into the gaps"`
	Widest    []TestGap   `json:"widest" doc:"The 20 longest gaps, in order of time"`
	Fields    []TestField `json:"fields"`
}

// TestGap is a long interval between two readings.
type TestGap struct {
	From int64 `json:"from" doc:"UTC ms"`
	To   int64 `json:"to" doc:"UTC ms"`
}

// TestField is the statistics of a field.
type TestField struct {
	Field string   `json:"field"`
	Node  int32    `json:"node" doc:"0: of the whole point"`
	Count int64    `json:"count"`
	Min   float64  `json:"min"`
	Max   float64  `json:"max"`
	Mean  *float64 `json:"mean" doc:"null: too large for a number"`
	Std   *float64 `json:"std" doc:"Standard deviation of a sample; 0 for one value; null: too large for a number"`
	Last  float64  `json:"last"`
}

// TestRunBody is a run to save.
type TestRunBody struct {
	Name   string `json:"name" minLength:"1" maxLength:"100"`
	Remark string `json:"remark,omitempty" maxLength:"1000"`
	From   int64  `json:"from" minimum:"0" doc:"UTC ms"`
	To     int64  `json:"to" minimum:"0" doc:"UTC ms; at most 31 days after from"`
}

type testStatisticsInput struct {
	httpapi.DevicePath
	From int64 `query:"from" minimum:"0" required:"true" doc:"UTC ms"`
	To   int64 `query:"to" minimum:"0" doc:"UTC ms, at most 31 days after from; 0: now"`
}

type testRunCreate struct {
	httpapi.DevicePath
	Body TestRunBody
}

// TestRunPath identifies a saved run.
type TestRunPath struct {
	httpapi.DevicePath
	TestRunID int64 `path:"testRunId" minimum:"1"`
}

type testRunExport struct {
	TestRunPath
	Format string `query:"format" enum:"csv,xlsx" default:"csv"`
}

func (s *server) testRuns() {
	const one = "/corporations/{corporationId}/devices/{deviceId}"
	see, change := httpapi.DevicePermission(access.Retrieve), httpapi.DevicePermission(access.Update)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "testStatistics", Method: http.MethodGet, Path: one + "/test-statistics", Tag: "devices", Need: see,
		Query:   "from=1700000000000&to=1700000600000",
		Summary: "What arrived from a device in a period: statistics of each field, and gaps",
		Detail:  "By the times of the readings, which are those of receipt for readings without a time. Raw values as received. At most 31 days.",
	}, s.testStatistics)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listTestRuns", Method: http.MethodGet, Path: one + "/test-runs", Tag: "devices", Need: see,
		Summary: "Saved test runs of a device, the latest first",
	}, s.listTestRuns)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "createTestRun", Method: http.MethodPost, Path: one + "/test-runs", Tag: "devices", Need: change, Status: http.StatusCreated,
		Summary:  "Save a test run of a device",
		Detail:   "A run is a period: its readings and statistics are those of the device in that period. At most 200 of a device.",
		Example:  `{"name":"acceptance","remark":"zero load","from":1700000000000,"to":1700000600000}`,
		NearMiss: httpapi.NearMiss{Body: `{"name":"acceptance","from":1700000600000,"to":1700000000000}`, Field: "to"},
	}, s.createTestRun)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deleteTestRun", Method: http.MethodDelete, Path: one + "/test-runs/{testRunId}", Tag: "devices", Need: change,
		Summary: "Remove a saved test run; the readings stay",
	}, s.deleteTestRun)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "exportTestRun", Method: http.MethodGet, Path: one + "/test-runs/{testRunId}/export", Tag: "devices", Need: see, Limit: -1,
		Extra: httpapi.TableContent, Unmeasured: "a file of any length, streamed",
		Summary: "Readings of a test run as csv, or with its statistics as xlsx",
		Detail:  "Times in the time zone of the device. csv is streamed, with no row limit; xlsx has at most 65,535 readings.",
	}, s.exportTestRun)
}

func (s *server) testStatistics(ctx context.Context, in *testStatisticsInput) (*httpapi.Output[httpapi.List[TestChannel]], error) {
	if in.To == 0 {
		in.To = max(in.From+1, clock.Now().UnixMilli())
	}
	if err := testrun.CheckPeriod(in.From, in.To); err != nil {
		return nil, err
	}
	list, err := s.TestRuns.Statistics(ctx, in.DeviceID, in.From, in.To)
	return httpapi.ReplyList(list, testChannelOf), err
}

func (s *server) listTestRuns(ctx context.Context, in *httpapi.DevicePath) (*httpapi.Output[httpapi.List[TestRun]], error) {
	list, err := s.TestRuns.List(ctx, httpapi.CallerOf(ctx).Scope, in.DeviceID)
	return httpapi.ReplyList(list, testRunOf), err
}

func (s *server) createTestRun(ctx context.Context, in *testRunCreate) (*httpapi.Output[TestRun], error) {
	who := httpapi.CallerOf(ctx)
	r := testrun.Run{
		DeviceID: in.DeviceID, Name: in.Body.Name, Remark: in.Body.Remark, From: in.Body.From, To: in.Body.To,
		AccountID: who.Account.ID, AccountName: cmp.Or(who.Account.DisplayName, who.Account.Name),
	}
	if err := s.TestRuns.Save(ctx, who.Actor(), &r); err != nil {
		return nil, err
	}
	return httpapi.Reply(testRunOf(r)), nil
}

func (s *server) deleteTestRun(ctx context.Context, in *TestRunPath) (*httpapi.Output[httpapi.Done], error) {
	return httpapi.Reply(httpapi.Done{}), s.TestRuns.Delete(ctx, httpapi.CallerOf(ctx).Actor(), in.DeviceID, in.TestRunID)
}

func (s *server) exportTestRun(ctx context.Context, in *testRunExport) (*httpapi.Streamed, error) {
	scope, lang := httpapi.CallerOf(ctx).Scope, string(httpapi.LanguageOf(ctx))
	d, err := s.Devices.Get(ctx, scope, in.DeviceID)
	if err != nil {
		return nil, err
	}
	run, err := s.TestRuns.Get(ctx, scope, in.DeviceID, in.TestRunID)
	if err != nil {
		return nil, err
	}
	disposition := mime.FormatMediaType("attachment", map[string]string{"filename": d.SNCode + " " + run.Name + "." + in.Format})
	if in.Format == "xlsx" {
		data, err := s.TestRuns.Workbook(ctx, run, d.Type, lang)
		if err != nil {
			return nil, err
		}
		return &httpapi.Streamed{Type: httpapi.WorkbookType, Disposition: disposition, Body: func(hc huma.Context) {
			if _, err := hc.BodyWriter().Write(data); err != nil {
				panic(http.ErrAbortHandler) // the reader is gone
			}
		}}, nil
	}
	return &httpapi.Streamed{Type: "text/csv; charset=utf-8", Disposition: disposition, Body: func(hc huma.Context) {
		if err := s.TestRuns.WriteCSV(hc.Context(), hc.BodyWriter(), run, d.Type, lang); err != nil {
			httpapi.EnvelopeOf(ctx, err) // logs unexpected errors
			panic(http.ErrAbortHandler)  // the header was sent: abort, so that a truncated file does not look complete
		}
	}}, nil
}

func testRunOf(r testrun.Run) TestRun {
	return TestRun{ID: r.ID, Name: r.Name, Remark: r.Remark, From: r.From, To: r.To, AccountName: r.AccountName, CreatedAt: r.CreatedAt}
}

func testChannelOf(c testrun.Channel) TestChannel {
	a := c.Arrivals
	return TestChannel{
		ChannelNo: c.No, Count: a.Count, First: a.First, Last: a.Last, Typical: a.Typical, Shortest: a.Shortest, Longest: a.Longest,
		Gaps: a.Gaps, Missing: a.Missing,
		Widest: httpapi.ListOf(a.Widest, func(g testrun.Gap) TestGap { return TestGap(g) }),
		Fields: httpapi.ListOf(c.Fields, func(f testrun.Field) TestField {
			return TestField{
				Field: f.Column.Field, Node: f.Column.Node, Count: f.Count, Min: f.Min, Max: f.Max,
				Mean: httpapi.Finite(f.Mean), Std: httpapi.Finite(f.Std), Last: f.Last,
			}
		}),
	}
}
