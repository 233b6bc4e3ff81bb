package survey

import (
	"context"

	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
	"plumbline/internal/httpapi/dataapi"
	"plumbline/internal/platform/errs"
)

// CasingPreview is the file of a survey of a casing, and its quality.
type CasingPreview struct {
	SurveyFile
	Total int                   `json:"total" doc:"Stations of the casing"`
	From  float64               `json:"from" doc:"Depth of the first station that was read, m"`
	To    float64               `json:"to" doc:"Depth of the last one, m"`
	A     dataapi.SurveyQuality `json:"a"`
	B     dataapi.SurveyQuality `json:"b"`
}

// CasingUpload is the file of a survey of a casing.
type CasingUpload struct{ Upload }

type casingImport struct {
	CasingUpload
	Saving
}

func (s *server) registerCasings() {
	httpapi.Register(s.Kernel, previewing(operation("previewRdmSurvey", "rdm-surveys/preview",
		"Check the file of a survey of a casing: its columns, lines to fix, depths and checksums",
		"xlsx, csv or txt, at most 3 MB. A line has the depth of a station in m and the readings in digits; an empty cell is a reading that was not taken. Nothing is stored.",
	)), s.previewCasing)
	httpapi.Register(s.Kernel, importing(operation("importRdmSurvey", "rdm-surveys", "Import a survey of a casing as one reading, or nothing",
		"The stations become one frame of the device's journal, from which the reading is decoded as of any other. The file is kept with the device.")), s.importCasing)
}

// casingSurvey is a survey of a casing that was read.
type casingSurvey struct {
	survey
	stations []query.SurveyNode // of the casing
}

func (s *server) readCasing(ctx context.Context, in *CasingUpload) (one casingSurvey, err error) {
	var given *Layout
	if one.survey, given, err = opened(&in.Upload); err != nil {
		return one, err
	}
	if one.stations, one.into, err = s.Read.Casing(ctx, in.MeasuringPointID, one.at); err != nil {
		return one, err
	}
	one.table, err = casings(one.stations).Read(ctx, one.content, given)
	return one, err
}

func (s *server) previewCasing(ctx context.Context, in *CasingUpload) (*httpapi.Output[CasingPreview], error) {
	one, err := s.readCasing(ctx, in)
	if one.hopeless(&in.Upload, err) {
		return nil, err
	}
	read := one.table.read()
	shown := CasingPreview{
		SurveyFile: one.shown(ctx), Total: len(one.stations),
		A: dataapi.QualityShown(query.QualityOf(read, 0)), B: dataapi.QualityShown(query.QualityOf(read, 2)),
	}
	if n := len(read); n > 0 {
		shown.From, shown.To = read[0].Depth, read[n-1].Depth
	}
	return httpapi.Reply(shown), nil
}

func (s *server) importCasing(ctx context.Context, in *casingImport) (*httpapi.Output[SurveyImported], error) {
	if in.Time == 0 {
		return nil, errs.OnField("time", errs.Empty)
	}
	one, err := s.readCasing(ctx, &in.CasingUpload)
	if err != nil {
		return nil, err
	}
	// The depth is that of the node.
	return s.store(ctx, in.Saving, one.survey, one.table.frame(one.into.Channel, one.at, 1))
}
