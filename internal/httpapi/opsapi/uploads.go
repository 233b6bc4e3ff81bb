package opsapi

import (
	"context"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/upload"
)

// Uploaded is the path of an uploaded picture.
type Uploaded struct {
	URL string `json:"url" doc:"Gives access to the picture for five minutes; once passed to a call that takes a picture, the picture is kept permanently"`
}

type uploadImage struct {
	Scope       string `query:"scope" enum:"image,avatar,logo,favicon,background,picture,plan,alert" default:"image" doc:"Purpose: at most 200 KB, sign-in backgrounds 2 MB, plans and pictures of alerts 3 MB"`
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

// withForm describes a form with a file.
func withForm(h *huma.Operation) {
	h.SkipValidateBody = true // the calls parse the form; huma would expect JSON
	h.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"multipart/form-data": {Schema: &huma.Schema{
		Type: huma.TypeObject, Required: []string{"file"},
		Properties: map[string]*huma.Schema{"file": {Type: huma.TypeString, Format: "binary"}},
	}}}}
}

func (s *server) uploads() {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "uploadImage", Method: http.MethodPost, Path: "/upload/images", Tag: "upload", Person: true, Query: "scope=avatar",
		MaxBody: upload.MaxBytes + httpapi.FormRoom,
		Summary: "Upload a picture",
		Detail: "jpg, png, webp, bmp or gif, detected by content. The picture is re-encoded, so metadata are dropped. Pictures that nothing refers to after a day are removed. " +
			"Logos, favicons and backgrounds need Update:Corporation; pictures and plans the right to make or change projects, structures or measuring points, pictures of alerts the right to process alerts.",
		Extra: withForm,
	}, s.uploadImage)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "uploadDocument", Method: http.MethodPost, Path: "/upload/documents", Tag: "upload", Held: httpapi.Anywhere,
		Need: access.Permission{Area: access.AlertRule, Action: access.Update}, MaxBody: 2 * upload.MaxDocument,
		Summary: "Upload a document of a contingency plan",
		Detail:  "PDF or docx without macros, detected by content, at most 10 MB. Documents that no plan refers to after a day are removed.",
		Extra:   withForm,
	}, s.uploadDocument)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getFile", Method: http.MethodGet, Path: "/files/{fileId}", Tag: "upload", Open: true,
		Summary: "A file, by a signed path", Detail: "Replies that refer to a picture give its signed path, valid for one file and five minutes.",
		Extra: func(h *huma.Operation) {
			picture := &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
			h.Responses["200"] = &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{
				"image/png": picture, "image/jpeg": picture, upload.PDF: picture, upload.Word: picture,
			}}
		},
	}, s.getFile)
}

// uploadDocument is a document in a form; its name is not read.
type uploadDocument struct {
	ContentType string `header:"Content-Type" hidden:"true"`
	RawBody     []byte `contentType:"multipart/form-data"`
}

func (s *server) uploadDocument(ctx context.Context, in *uploadDocument) (*httpapi.Output[Uploaded], error) {
	file, err := httpapi.FormFile(in.ContentType, in.RawBody)
	if err != nil {
		return nil, err
	}
	made, err := s.Uploads.SaveDocument(ctx, httpapi.CallerOf(ctx).Actor(), file)
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(Uploaded{URL: s.Uploads.Sign(made.Path())}), nil
}

func (s *server) uploadImage(ctx context.Context, in *uploadImage) (*httpapi.Output[Uploaded], error) {
	who, scope := httpapi.CallerOf(ctx), upload.Scope(in.Scope)
	if err := mayUpload(who, scope); err != nil {
		return nil, err
	}
	file, err := httpapi.FormFile(in.ContentType, in.RawBody)
	if err != nil {
		return nil, err
	}
	made, err := s.Uploads.Save(ctx, who.Actor(), scope, file)
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(Uploaded{URL: s.Uploads.Sign(made.Path())}), nil
}

func (s *server) getFile(ctx context.Context, in *fileInput) (*fileOutput, error) {
	f, data, err := s.Uploads.Open(ctx, in.FileID, in.Until, in.Sign)
	if err != nil {
		return nil, err
	}
	return &fileOutput{
		ContentType: f.ContentType, ContentDisposition: disposition(&f),
		CacheControl: "private, max-age=300", Policy: "default-src 'none'; frame-ancestors 'none'; sandbox", ResourcePolicy: "same-origin", Body: data,
	}, nil
}

// disposition shows pictures and saves documents, which the page names.
func disposition(f *upload.File) string {
	name := string(f.Scope) + strconv.FormatInt(f.ID, 10)
	switch f.ContentType {
	case upload.PDF, upload.Word:
		return "attachment"
	case "image/jpeg":
		return `inline; filename="` + name + `.jpg"`
	}
	return `inline; filename="` + name + `.png"`
}

// mayUpload reports whether the caller may upload a picture for a scope.
func mayUpload(who *httpapi.Caller, scope upload.Scope) error {
	switch scope {
	case upload.Logo, upload.Favicon, upload.Background:
		return who.Require(access.Permission{Area: access.Corporation, Action: access.Update}, 0)
	case upload.Alert:
		return who.Require(access.Permission{Area: access.Alert, Action: access.Update}, 0)
	case upload.Picture, upload.Plan:
		for _, area := range []access.Area{access.Project, access.Structure, access.MeasuringPoint} {
			for _, action := range []access.Action{access.Create, access.Update} {
				if who.May(area, action, 0) {
					return nil
				}
			}
		}
		return errs.New(errs.NotAllowed)
	}
	return nil
}
