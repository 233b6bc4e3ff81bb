package pipe

import (
	"context"
	"encoding/json"
	"io"
	"math"
	"net/http"
	"path"
	"strings"
	"time"

	"plumbline/internal/core/formula"
	"plumbline/internal/core/query"
	"plumbline/internal/feature"
	"plumbline/internal/field/ingest"
	"plumbline/internal/field/protocol/table"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
)

// PipeLayout is how the file of a survey is read.
type PipeLayout struct {
	Separator string         `json:"separator" doc:"comma, semicolon, tab or space; empty: of a workbook"`
	Head      int            `json:"head" doc:"Lines before the first station"`
	Columns   map[string]int `json:"columns" doc:"Column, from 0, by field: chainage, pitch, heading, roll, northing, easting, elevation"`
}

// PipeProblem is a line that could not be read.
type PipeProblem struct {
	Line   int    `json:"line" doc:"From 1"`
	Field  string `json:"field"`
	Text   string `json:"text" doc:"Value in the cell"`
	Reason string `json:"reason" doc:"In the caller's language"`
	Code   int    `json:"code" doc:"Of the error catalog"`
}

// PipePreview is the file of a survey as read, and what it would compute.
type PipePreview struct {
	Layout     PipeLayout    `json:"layout"`
	Complete   bool          `json:"complete" doc:"The columns make a survey; otherwise only layout, width and lines are given"`
	Taken      bool          `json:"taken" doc:"A survey of this time is there already"`
	Width      int           `json:"width" doc:"Columns of the file"`
	Lines      [][]string    `json:"lines" doc:"The first 20"`
	Problems   []PipeProblem `json:"problems" doc:"The first 200; nothing is imported while there are any"`
	Stations   int           `json:"stations" doc:"Read without a problem"`
	Length     float64       `json:"length" doc:"m, surveyed; 0 while there are problems"`
	Known      bool          `json:"known" doc:"The far end is known, so the misclosure is"`
	Misclosure float64       `json:"misclosure" doc:"m"`
	PerMille   float64       `json:"perMille" doc:"‰ of the length"`
	Closed     bool          `json:"closed" doc:"The misclosure will be distributed by chainage"`
	Backward   bool          `json:"backward" doc:"From the exit of the pipe"`
	End        []float64     `json:"end" doc:"North, east and level of the last station from the entry, m; empty while there are problems"`
}

// PipeImported is a stored survey.
type PipeImported struct {
	Time     int64 `json:"time" doc:"UTC ms"`
	Stations int   `json:"stations"`
}

// PipeUpload is the file of a survey and how to read it.
type PipeUpload struct {
	httpapi.PointPath
	Time        int64  `query:"time" minimum:"0" doc:"Time of the survey, UTC ms; 0 in a preview: now"`
	Layout      string `query:"layout" maxLength:"1000" doc:"PipeLayout as JSON; omitted: detected"`
	Direction   string `query:"direction" enum:"forward,backward" doc:"Where the sonde was pulled to; omitted: as set at the device"`
	Open        bool   `query:"open" doc:"The misclosure is not distributed"`
	ContentType string `header:"Content-Type" hidden:"true"`
	RawBody     []byte `contentType:"multipart/form-data"`
}

type surveyImport struct {
	PipeUpload
	Name     string `query:"name" required:"true" minLength:"1" maxLength:"60" doc:"Name of the survey"`
	Filename string `query:"filename" maxLength:"200" doc:"Name of the file; its ending is kept"`
}

type server struct {
	*httpapi.Kernel
	feature.Host
}

func (s *server) register() {
	const path = "/structures/{structureId}/measuring-points/{measuringPointId}/pam-surveys"
	need := access.Permission{Area: access.Data, Action: access.Create}
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "previewPamSurvey", Method: http.MethodPost, Path: path + "/preview", Tag: "measuring points", Need: need, Unlogged: httpapi.ReadsOnly,
		MaxBody: MaxBytes + httpapi.FormRoom, Extra: httpapi.WorkbookForm, Limit: time.Minute,
		Summary: "Check the file of a survey of a pipe: its columns, lines to fix, length and misclosure",
		Detail:  "xlsx, csv or txt, at most 3 MB and 1023 stations. Nothing is stored.",
	}, s.preview)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "importPamSurvey", Method: http.MethodPost, Path: path, Tag: "measuring points", Need: need, Status: http.StatusCreated,
		MaxBody: MaxBytes + httpapi.FormRoom, Extra: httpapi.WorkbookForm, Limit: time.Minute, Query: "time=1796000000000&name=Survey%201&filename=run.csv",
		Summary: "Import a survey of a pipe as one reading, or nothing",
		Detail:  "The stations become one frame of the device's journal, from which the reading is decoded as of any other. The file is kept with the device.",
	}, s.importSurvey)
}

// survey is an upload that was read.
type survey struct {
	content []byte
	table   *Table
	at      int64
	path    formula.PipePath
	reason  string
	into    query.PipeChannel
}

func (s *server) read(ctx context.Context, in *PipeUpload) (one survey, err error) {
	file, err := httpapi.FormFile(in.ContentType, in.RawBody)
	if err != nil {
		return one, err
	}
	if one.content, err = io.ReadAll(io.LimitReader(file, MaxBytes+1)); err != nil {
		return one, errs.OnField("file", errs.FileFailed)
	}
	var given *Layout
	if in.Layout != "" {
		var asked PipeLayout
		if json.Unmarshal([]byte(in.Layout), &asked) != nil {
			return one, errs.OnField("layout", errs.FormatWrong)
		}
		made := Layout(asked)
		given = &made
	}
	now := clock.Now().UnixMilli()
	if one.at = in.Time; one.at == 0 {
		one.at = now
	}
	if one.at > now {
		return one, errs.OnField("time", errs.TimeOutOfRange)
	}
	if one.table, err = Read(ctx, one.content, given); err != nil {
		return one, err
	}
	whole := map[string]float64{}
	if in.Direction != "" {
		whole[formula.PipeDirection] = map[string]float64{"forward": 1, "backward": -1}[in.Direction]
	}
	if in.Open {
		whole[formula.PipeClosure] = 0
	}
	one.table.Whole = whole
	one.path, one.reason, one.into, err = s.Read.PreviewPipe(ctx, in.MeasuringPointID, one.at, one.table.value)
	return one, err
}

func (s *server) preview(ctx context.Context, in *PipeUpload) (*httpapi.Output[PipePreview], error) {
	one, err := s.read(ctx, in)
	if err != nil && (one.table == nil || one.table.Complete || in.Layout != "") {
		return nil, err
	}
	lang := httpapi.LanguageOf(ctx)
	shown := PipePreview{
		Layout: PipeLayout(one.table.Layout), Width: one.table.Width, Lines: one.table.Lines, Stations: len(one.table.Stations),
		Complete: one.table.Complete, Taken: one.into.Taken,
		Problems: httpapi.ListOf(one.table.Problems, func(p Problem) PipeProblem {
			return PipeProblem{Line: p.Line, Field: p.Field, Text: p.Text, Reason: p.Message.Text(lang, p.Args), Code: p.Message.Code}
		}),
		End: []float64{},
	}
	if one.table.Complete && len(one.table.Problems) == 0 && one.reason == "" {
		shown.Length, shown.Closed, shown.Backward = one.path.Length, one.path.Closed, one.path.Backward
		last := one.path.Stations[len(one.path.Stations)-1].Position
		shown.End = last[:]
		if m := one.path.Misclosure; m != nil {
			shown.Known, shown.Misclosure = true, math.Hypot(math.Hypot(m[0], m[1]), m[2])
			shown.PerMille = 1000 * shown.Misclosure / shown.Length
		}
	}
	return httpapi.Reply(shown), nil
}

func (s *server) importSurvey(ctx context.Context, in *surveyImport) (*httpapi.Output[PipeImported], error) {
	if in.Time == 0 {
		return nil, errs.OnField("time", errs.Empty)
	}
	one, err := s.read(ctx, &in.PipeUpload)
	if err != nil {
		return nil, err
	}
	switch n := len(one.table.Problems); {
	case n > 0:
		return nil, errs.OnField("file", errs.ImportRefused, "count", n)
	case one.into.Taken:
		return nil, errs.OnField("time", errs.SurveyThere)
	}
	// The file first: a survey is never without it.
	if _, err := s.Devices.SaveSurvey(ctx, httpapi.CallerOf(ctx).Actor(), one.into.Device, fileName(one.at, in.Name, in.Filename), one.content); err != nil {
		return nil, err
	}
	entry, err := s.Intake.Commit(ctx, ingest.Frame{
		Device: one.into.Device, Transport: ingest.File, Kind: ingest.Up, Received: clock.Now().UnixMilli(),
		Payload: one.table.frame(one.into.Channel, one.at),
	})
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(PipeImported{Time: one.at, Stations: len(one.table.Stations)}), s.Intake.WaitStored(ctx, entry)
}

// fileName is the name under which the file of a survey is kept: its time in UTC, its name, and the ending.
func fileName(at int64, name, file string) string {
	end := strings.ToLower(path.Ext(file))
	if len(end) > 5 {
		end = ""
	}
	return time.UnixMilli(at).UTC().Format("20060102T150405Z") + " " + strings.NewReplacer("/", "-", `\`, "-").Replace(name) + end
}

// value returns what was read, as a reading has it.
func (t *Table) value(field string, node int32) float64 {
	if node == 0 {
		if v, ok := t.Whole[field]; ok {
			return v
		}
		return math.NaN()
	}
	for k, name := range Fields {
		if name == field && int(node) <= len(t.Stations) {
			return t.Stations[node-1][k]
		}
	}
	return math.NaN()
}

// frame returns the survey as a frame of the journal: one row.
func (t *Table) frame(channel int32, at int64) []byte {
	var columns []table.Column
	var values []float64
	for _, field := range []string{formula.PipeDirection, formula.PipeClosure} {
		if v, said := t.Whole[field]; said {
			columns, values = append(columns, table.Column{Channel: channel, Field: field}), append(values, v)
		}
	}
	for i, station := range t.Stations {
		for k, v := range station {
			if !math.IsNaN(v) {
				columns = append(columns, table.Column{Channel: channel, Node: int32(i + 1), Field: Fields[k]})
				values = append(values, v)
			}
		}
	}
	b := table.NewBuilder(columns)
	b.Row(at, values)
	return b.Bytes()
}
