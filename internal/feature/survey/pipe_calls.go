package survey

import (
	"context"
	"math"
	"slices"

	"plumbline/internal/core/formula"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/errs"
)

// PipePreview is the file of a survey of a pipe, and what it would compute.
type PipePreview struct {
	SurveyFile
	Length     float64   `json:"length" doc:"m, surveyed; 0 while there are problems"`
	Known      bool      `json:"known" doc:"The far end is known, so the misclosure is"`
	Misclosure float64   `json:"misclosure" doc:"m"`
	PerMille   float64   `json:"perMille" doc:"‰ of the length"`
	Closed     bool      `json:"closed" doc:"The misclosure will be distributed by chainage"`
	Backward   bool      `json:"backward" doc:"From the exit of the pipe"`
	End        []float64 `json:"end" doc:"North, east and level of the last station from the entry, m; empty while there are problems"`
}

// PipeUpload is the file of a survey of a pipe.
type PipeUpload struct {
	Upload
	Direction string `query:"direction" enum:"forward,backward" doc:"Where the sonde was pulled to; omitted: as set at the device"`
	Open      bool   `query:"open" doc:"The misclosure is not distributed"`
}

type pipeImport struct {
	PipeUpload
	Saving
}

func (s *server) registerPipes() {
	httpapi.Register(s.Kernel, previewing(operation("previewPamSurvey", "pam-surveys/preview",
		"Check the file of a survey of a pipe: its columns, lines to fix, length and misclosure", "xlsx, csv or txt, at most 3 MB and 1023 stations. Nothing is stored.")), s.previewPipe)
	httpapi.Register(s.Kernel, importing(operation("importPamSurvey", "pam-surveys", "Import a survey of a pipe as one reading, or nothing",
		"The stations become one frame of the device's journal, from which the reading is decoded as of any other. The file is kept with the device.")), s.importPipe)
}

// pipeSurvey is a survey of a pipe that was read.
type pipeSurvey struct {
	survey
	path   formula.PipePath
	reason string
}

func (s *server) readPipe(ctx context.Context, in *PipeUpload) (one pipeSurvey, err error) {
	var given *Layout
	if one.survey, given, err = opened(&in.Upload); err != nil {
		return one, err
	}
	if one.table, err = pipes.Read(ctx, one.content, given); err != nil {
		return one, err
	}
	one.table.Whole = map[string]float64{}
	if in.Direction != "" {
		one.table.Whole[formula.PipeDirection] = map[string]float64{"forward": 1, "backward": -1}[in.Direction]
	}
	if in.Open {
		one.table.Whole[formula.PipeClosure] = 0
	}
	one.path, one.reason, one.into, err = s.Read.PreviewPipe(ctx, in.MeasuringPointID, one.at, one.table.value)
	return one, err
}

func (s *server) previewPipe(ctx context.Context, in *PipeUpload) (*httpapi.Output[PipePreview], error) {
	one, err := s.readPipe(ctx, in)
	if one.hopeless(&in.Upload, err) {
		return nil, err
	}
	shown := PipePreview{SurveyFile: one.shown(ctx), End: []float64{}}
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

func (s *server) importPipe(ctx context.Context, in *pipeImport) (*httpapi.Output[SurveyImported], error) {
	if in.Time == 0 {
		return nil, errs.OnField("time", errs.Empty)
	}
	one, err := s.readPipe(ctx, &in.PipeUpload)
	if err != nil {
		return nil, err
	}
	return s.store(ctx, in.Saving, one.survey, one.table.frame(one.into.Channel, one.at, 0))
}

// value returns what was read, as a reading has it.
func (t *Table) value(field string, node int32) float64 {
	if node == 0 {
		if v, ok := t.Whole[field]; ok {
			return v
		}
		return math.NaN()
	}
	if k := slices.Index(t.kind.fields, field); k >= 0 && int(node) <= len(t.Stations) {
		return t.Stations[node-1][k]
	}
	return math.NaN()
}
