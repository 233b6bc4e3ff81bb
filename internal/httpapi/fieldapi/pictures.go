package fieldapi

import (
	"context"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/field/ingest"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
)

// Picture is a picture that a device sent.
type Picture struct {
	Time     int64 `json:"time" doc:"Of the picture, UTC ms"`
	Received int64 `json:"received" doc:"UTC ms"`
	Size     int64 `json:"size" doc:"Bytes"`
}

type pictureList struct {
	httpapi.DevicePath
	Before int64 `query:"before" minimum:"0" doc:"UTC ms: only earlier ones; 0: from the newest"`
	Limit  int   `query:"limit" minimum:"1" maximum:"200" default:"50"`
}

type picturePath struct {
	httpapi.DevicePath
	Time int64 `path:"time" doc:"UTC ms"`
}

type pictureContent struct {
	ContentType  string `header:"Content-Type"`
	CacheControl string `header:"Cache-Control"`
	Disposition  string `header:"Content-Disposition"`
	Policy       string `header:"Content-Security-Policy"`
	Body         []byte
}

func (s *server) pictures() {
	const pictureCost = "one device's pictures, read by the primary key"
	const list = "/corporations/{corporationId}/devices/{deviceId}/pictures"
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listDevicePictures", Method: http.MethodGet, Path: list, Tag: "devices", Need: httpapi.DevicePermission(access.Retrieve),
		Unmeasured: pictureCost,
		Summary:    "Pictures that a device sent, such as those of a hydrological station, newest first",
	}, s.listPictures)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getDevicePicture", Method: http.MethodGet, Path: list + "/{time}", Tag: "devices", Need: httpapi.DevicePermission(access.Retrieve),
		Unmeasured: pictureCost,
		Summary:    "A picture that a device sent, as a JPEG",
		Extra: func(h *huma.Operation) {
			h.Responses["200"] = &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{
				"image/jpeg": {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}},
			}}
		},
	}, s.getPicture)
}

func (s *server) listPictures(ctx context.Context, in *pictureList) (*httpapi.Output[httpapi.List[Picture]], error) {
	list, err := s.Frames.Pictures(ctx, in.DeviceID, in.Before, in.Limit)
	return httpapi.ReplyList(list, func(p ingest.Picture) Picture { return Picture(p) }), err
}

func (s *server) getPicture(ctx context.Context, in *picturePath) (*pictureContent, error) {
	content, found, err := s.Frames.Picture(ctx, in.DeviceID, in.Time)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, errs.New(errs.NothingHere)
	}
	return &pictureContent{
		ContentType: "image/jpeg", CacheControl: "private, max-age=3600", Disposition: fmt.Sprintf(`inline; filename="%d.jpg"`, in.Time),
		Policy: "default-src 'none'; sandbox", Body: content,
	}, nil
}
