package survey

import (
	"context"
	"mime"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
)

type surveyAt struct {
	httpapi.PointPath
	Time int64 `path:"time" minimum:"1" example:"1796000000000" doc:"Of the survey, UTC ms"`
}

type surveyContent struct {
	ContentType        string `header:"Content-Type"`
	ContentDisposition string `header:"Content-Disposition"`
	Body               []byte
}

func (s *server) registerFiles() {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getSurveyFile", Method: http.MethodGet, Path: pointSurveys + "surveys/{time}/file", Tag: "measuring points",
		Need:    access.Permission{Area: access.Data, Action: access.Retrieve},
		Summary: "File of an imported survey, as it was uploaded", Unmeasured: "one file of a device, which has at most 500",
		Extra: func(h *huma.Operation) {
			h.Responses["200"] = &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{
				"application/octet-stream": {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}},
			}}
		},
	}, s.file)
}

// file returns the file of the device that surveyed the point at the time.
func (s *server) file(ctx context.Context, in *surveyAt) (*surveyContent, error) {
	scope := httpapi.CallerOf(ctx).Scope
	id, err := s.Read.SurveyDevice(ctx, in.MeasuringPointID, in.Time)
	if err != nil {
		return nil, err
	}
	if id == 0 {
		return nil, errs.OnField("time", errs.MustExist)
	}
	files, err := s.Devices.Files(ctx, scope, id)
	if err != nil {
		return nil, err
	}
	for i := range files {
		if n, ok := device.SurveyNameOf(files[i].Name); ok && n.At == in.Time-in.Time%1000 {
			content, err := s.Devices.OpenFile(ctx, scope, id, files[i].Name)
			return &surveyContent{
				ContentType:        "application/octet-stream",
				ContentDisposition: mime.FormatMediaType("attachment", map[string]string{"filename": files[i].Name}), Body: content,
			}, err
		}
	}
	return nil, errs.OnField("time", errs.MustExist)
}
