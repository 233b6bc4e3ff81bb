package survey

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"

	"plumbline/internal/core/query"
	"plumbline/internal/feature"
	"plumbline/internal/field/ingest"
	"plumbline/internal/field/protocol/table"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
)

// SurveyLayout is how the file of a survey is read.
type SurveyLayout struct {
	Separator string         `json:"separator" doc:"comma, semicolon, tab or space; empty: of a workbook"`
	Head      int            `json:"head" doc:"Lines before the first station"`
	Columns   map[string]int `json:"columns" doc:"Column, from 0, by field. Pipes: chainage, pitch, heading, roll, northing, easting, elevation. Casings: depth, a0, a180, b0, b180"`
}

// SurveyProblem is a line that could not be read.
type SurveyProblem struct {
	Line   int    `json:"line" doc:"From 1"`
	Field  string `json:"field"`
	Text   string `json:"text" doc:"Value in the cell"`
	Reason string `json:"reason" doc:"In the caller's language"`
	Code   int    `json:"code" doc:"Of the error catalog"`
}

// SurveyFile is the file of a survey as read.
type SurveyFile struct {
	Layout   SurveyLayout    `json:"layout"`
	Complete bool            `json:"complete" doc:"The columns make a survey; otherwise only layout, width and lines are given"`
	Taken    bool            `json:"taken" doc:"A survey of this time is there already"`
	Width    int             `json:"width" doc:"Columns of the file"`
	Lines    [][]string      `json:"lines" doc:"The first 20"`
	Problems []SurveyProblem `json:"problems" doc:"The first 200; nothing is imported while there are any"`
	Stations int             `json:"stations" doc:"Read without a problem"`
}

// SurveyImported is a stored survey.
type SurveyImported struct {
	Time     int64 `json:"time" doc:"UTC ms"`
	Stations int   `json:"stations"`
}

// Upload is the file of a survey and how to read it.
type Upload struct {
	httpapi.PointPath
	Time        int64  `query:"time" minimum:"0" doc:"Time of the survey, UTC ms; 0 in a preview: now"`
	Layout      string `query:"layout" maxLength:"1000" doc:"SurveyLayout as JSON; omitted: detected"`
	ContentType string `header:"Content-Type" hidden:"true"`
	RawBody     []byte `contentType:"multipart/form-data"`
}

// Saving is what an imported survey is called.
type Saving struct {
	Name     string `query:"name" required:"true" minLength:"1" maxLength:"40" doc:"Name of the survey"`
	Operator string `query:"operator" maxLength:"30" doc:"Who surveyed"`
	Filename string `query:"filename" maxLength:"200" doc:"Name of the file; its ending is kept"`
}

type server struct {
	*httpapi.Kernel
	feature.Host
}

func (s *server) register() {
	s.registerPipes()
	s.registerCasings()
	s.registerFiles()
}

const pointSurveys = "/structures/{structureId}/measuring-points/{measuringPointId}/"

func operation(id, path, summary, detail string) httpapi.Operation {
	return httpapi.Operation{
		ID: id, Method: http.MethodPost, Path: pointSurveys + path, Tag: "measuring points", Need: access.Permission{Area: access.Data, Action: access.Create},
		MaxBody: MaxBytes + httpapi.FormRoom, Extra: httpapi.WorkbookForm, Limit: time.Minute, Summary: summary, Detail: detail,
	}
}

// previewing is a call that checks a file, importing one that stores it.
func previewing(o httpapi.Operation) httpapi.Operation {
	o.Unlogged = httpapi.ReadsOnly
	return o
}

func importing(o httpapi.Operation) httpapi.Operation {
	o.Status, o.Query = http.StatusCreated, "time=1796000000000&name=Survey%201&filename=run.csv"
	return o
}

// survey is an upload that was read.
type survey struct {
	content []byte
	table   *Table
	at      int64
	into    query.SurveyChannel
}

// opened checks the parameters of an upload, and returns its content, layout and time.
func opened(in *Upload) (one survey, given *Layout, err error) {
	file, err := httpapi.FormFile(in.ContentType, in.RawBody)
	if err != nil {
		return one, nil, err
	}
	if one.content, err = io.ReadAll(io.LimitReader(file, MaxBytes+1)); err != nil {
		return one, nil, errs.OnField("file", errs.FileFailed)
	}
	if in.Layout != "" {
		var asked SurveyLayout
		if json.Unmarshal([]byte(in.Layout), &asked) != nil {
			return one, nil, errs.OnField("layout", errs.FormatWrong)
		}
		made := Layout(asked)
		given = &made
	}
	now := clock.Now().UnixMilli()
	if one.at = in.Time; one.at == 0 {
		one.at = now
	}
	if one.at > now {
		return one, nil, errs.OnField("time", errs.TimeOutOfRange)
	}
	return one, given, nil
}

// hopeless reports whether an error leaves nothing to show: the columns of a file that was only looked at can be chosen.
func (one *survey) hopeless(in *Upload, err error) bool {
	return err != nil && (one.table == nil || one.table.Complete || in.Layout != "")
}

// shown returns a file as read.
func (one *survey) shown(ctx context.Context) SurveyFile {
	lang := httpapi.LanguageOf(ctx)
	return SurveyFile{
		Layout: SurveyLayout(one.table.Layout), Width: one.table.Width, Lines: one.table.Lines, Stations: len(one.table.Stations),
		Complete: one.table.Complete, Taken: one.into.Taken,
		Problems: httpapi.ListOf(one.table.Problems, func(p Problem) SurveyProblem {
			return SurveyProblem{Line: p.Line, Field: p.Field, Text: p.Text, Reason: p.Message.Text(lang, p.Args), Code: p.Message.Code}
		}),
	}
}

// store keeps the file of a survey and stores its stations as one frame of the device's journal, or nothing.
func (s *server) store(ctx context.Context, in Saving, one survey, payload []byte) (*httpapi.Output[SurveyImported], error) {
	switch n := len(one.table.Problems); {
	case n > 0:
		return nil, errs.OnField("file", errs.ImportRefused, "count", n)
	case one.into.Taken:
		return nil, errs.OnField("time", errs.SurveyThere)
	}
	named := device.SurveyName{At: one.at, Name: strings.TrimSpace(in.Name), Operator: strings.TrimSpace(in.Operator)}
	// The file first: a survey is never without it.
	if _, err := s.Devices.SaveSurvey(ctx, httpapi.CallerOf(ctx).Actor(), one.into.Device, named.FileName(in.Filename), one.content); err != nil {
		return nil, err
	}
	entry, err := s.Intake.Commit(ctx, ingest.Frame{
		Device: one.into.Device, Transport: ingest.File, Kind: ingest.Up, Received: clock.Now().UnixMilli(), Payload: payload,
	})
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(SurveyImported{Time: one.at, Stations: len(one.table.Stations)}), s.Intake.WaitStored(ctx, entry)
}

// frame returns the survey as a frame of the journal: one row. Fields before `from` are not stored.
func (t *Table) frame(channel int32, at int64, from int) []byte {
	var columns []table.Column
	var values []float64
	for _, field := range slices.Sorted(maps.Keys(t.Whole)) {
		columns, values = append(columns, table.Column{Channel: channel, Field: field}), append(values, t.Whole[field])
	}
	for i, station := range t.Stations {
		for k := from; k < len(station); k++ {
			if !math.IsNaN(station[k]) {
				columns = append(columns, table.Column{Channel: channel, Node: t.Nodes[i], Field: t.kind.fields[k]})
				values = append(values, station[k])
			}
		}
	}
	b := table.NewBuilder(columns)
	b.Row(at, values)
	return b.Bytes()
}
