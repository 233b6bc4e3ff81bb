package api

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/platform/upload"
)

// Uploaded says where a picture is.
type Uploaded struct {
	URL string `json:"url" doc:"Opens the picture for five minutes; given to a call that takes a picture, it is kept for good"`
}

type uploadImage struct {
	Scope       string `query:"scope" enum:"image,avatar,logo,favicon,background,picture,plan" default:"image" doc:"What it is for: at most 200 KB, sign-in backgrounds 2 MB, plans 3 MB"`
	ContentType string `header:"Content-Type" hidden:"true"`
	RawBody     []byte `contentType:"multipart/form-data"`
}

type fileInput struct {
	FileID int64  `path:"fileId" minimum:"1"`
	Until  int64  `query:"until" doc:"UTC ms"`
	Sign   string `query:"sign" maxLength:"100"`
}

type fileOutput struct {
	ContentType        string `header:"Content-Type"`
	ContentDisposition string `header:"Content-Disposition"`
	CacheControl       string `header:"Cache-Control"`
	Policy             string `header:"Content-Security-Policy"`
	ResourcePolicy     string `header:"Cross-Origin-Resource-Policy"`
	Body               []byte
}

// multipartRoom is what the envelope of a form takes beside its file.
const multipartRoom = 16 << 10

func (s *server) uploads() {
	register(s, operation{
		id: "uploadImage", method: http.MethodPost, path: "/upload/images", tag: "upload", person: true, maxBody: upload.MaxBytes + multipartRoom,
		summary: "Upload a picture",
		detail: "jpg, png, bmp or gif, told by its content. It is made anew: nothing but the picture is kept. What nothing refers to after a day is removed. " +
			"Logos, favicons and backgrounds need Update:Corporation; pictures and plans the right to make or change projects, structures or measuring points.",
		extra: func(h *huma.Operation) {
			h.SkipValidateBody = true // a form is read below; huma would want JSON
			h.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"multipart/form-data": {Schema: &huma.Schema{
				Type: huma.TypeObject, Required: []string{"file"},
				Properties: map[string]*huma.Schema{"file": {Type: huma.TypeString, Format: "binary"}},
			}}}}
		},
	}, func(ctx context.Context, in *uploadImage) (*output[Uploaded], error) {
		who, scope := callerOf(ctx), upload.Scope(in.Scope)
		if err := mayUpload(who, scope); err != nil {
			return nil, err
		}
		file, err := fileOf(in.ContentType, in.RawBody)
		if err != nil {
			return nil, err
		}
		made, err := s.Uploads.Save(ctx, who.actor(), scope, file)
		if err != nil {
			return nil, err
		}
		return answer(Uploaded{URL: s.Uploads.Sign(made.Path())}), nil
	})
	register(s, operation{
		id: "getFile", method: http.MethodGet, path: "/files/{fileId}", tag: "upload", open: true,
		summary: "A file, by a signed path", detail: "Replies that name a picture give its signed path. It is good for one file and five minutes.",
		extra: func(h *huma.Operation) {
			picture := &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
			h.Responses["200"] = &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{"image/png": picture, "image/jpeg": picture}}
		},
	}, func(ctx context.Context, in *fileInput) (*fileOutput, error) {
		f, data, err := s.Uploads.Open(ctx, in.FileID, in.Until, in.Sign)
		if err != nil {
			return nil, err
		}
		ending := ".png"
		if f.ContentType == "image/jpeg" {
			ending = ".jpg"
		}
		return &fileOutput{
			ContentType: f.ContentType, ContentDisposition: `inline; filename="` + string(f.Scope) + strconv.FormatInt(f.ID, 10) + ending + `"`,
			CacheControl: "private, max-age=300", Policy: "default-src 'none'; frame-ancestors 'none'; sandbox", ResourcePolicy: "same-origin", Body: data,
		}, nil
	})
}

// mayUpload tells whether the caller has a use for a picture of a scope.
func mayUpload(who *caller, scope upload.Scope) error {
	switch scope {
	case upload.Logo, upload.Favicon, upload.Background:
		return who.require(access.Permission{Area: access.Corporation, Action: access.Update}, 0)
	case upload.Picture, upload.Plan:
		for _, area := range []access.Area{access.Project, access.Structure, access.MeasuringPoint} {
			for _, action := range []access.Action{access.Create, access.Update} {
				if who.may(area, action, 0) {
					return nil
				}
			}
		}
		return fault.New(fault.NotAllowed)
	}
	return nil
}

// fileContent is the whole content of the field "file" of a form.
func fileContent(contentType string, body []byte) ([]byte, error) {
	file, err := fileOf(contentType, body)
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(file)
	if err != nil {
		return nil, fault.OnField("file", fault.FileFailed)
	}
	return content, nil
}

// fileOf finds the field "file" of a form. Its name is not looked at.
func fileOf(contentType string, body []byte) (io.Reader, error) {
	kind, params, err := mime.ParseMediaType(contentType)
	if err != nil || kind != "multipart/form-data" || params["boundary"] == "" {
		return nil, fault.New(fault.MediaType, "type", "multipart/form-data")
	}
	form := multipart.NewReader(bytes.NewReader(body), params["boundary"])
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			return nil, fault.OnField("file", fault.Empty)
		}
		if err != nil {
			return nil, fault.OnField("file", fault.FileFailed)
		}
		if part.FormName() == "file" {
			return part, nil
		}
	}
}
