package signing

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/blob"
)

// SigningPicture is a picture that the caller can put on reports.
type SigningPicture struct {
	Kind      Kind   `json:"kind" enum:"signature,seal"`
	SHA256    string `json:"sha256" doc:"Hexadecimal"`
	ChangedAt int64  `json:"changedAt" doc:"UTC ms"`
}

// SigningPicturePath identifies a picture of the caller.
type SigningPicturePath struct {
	Kind Kind `path:"pictureKind" enum:"signature,seal"`
}

type putInput struct {
	SigningPicturePath
	ContentType string `header:"Content-Type" hidden:"true"`
	RawBody     []byte `contentType:"multipart/form-data"`
}

type server struct {
	*httpapi.Kernel
	store *Store
	blobs blob.Store
}

func (s *server) register() {
	const path = "/signing-pictures"
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listSigningPictures", Method: http.MethodGet, Path: path, Tag: "reports", Person: true, Unmeasured: "two rows by index",
		Summary: "The pictures that the caller can put on reports",
	}, s.list)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "setSigningPicture", Method: http.MethodPut, Path: path + "/{pictureKind}", Tag: "reports", Person: true,
		MaxBody: mostBytes + httpapi.FormRoom, Summary: "Store the caller's signature or seal",
		Detail: "PNG, at most 200 KB and 2,000 pixels wide and high. Only the caller can see and use it. Reports that were signed keep what they have.",
		Extra:  httpapi.WorkbookForm,
	}, s.put)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getSigningPicture", Method: http.MethodGet, Path: path + "/{pictureKind}/file", Tag: "reports", Person: true, Unmeasured: "a small file",
		Summary: "The caller's signature or seal as PNG",
		Extra: func(h *huma.Operation) {
			file := &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
			h.Responses["200"] = &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{"image/png": file}}
		},
	}, s.file)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deleteSigningPicture", Method: http.MethodDelete, Path: path + "/{pictureKind}", Tag: "reports", Person: true,
		Summary: "Delete the caller's signature or seal",
	}, s.delete)
}

func pictureOf(p Picture) SigningPicture { return SigningPicture{p.Kind, p.SHA256, p.ChangedAt} }

func (s *server) list(ctx context.Context, _ *struct{}) (*httpapi.Output[httpapi.List[SigningPicture]], error) {
	list, err := s.store.List(ctx, httpapi.CallerOf(ctx).Account.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.ReplyList(list, pictureOf), nil
}

func (s *server) put(ctx context.Context, in *putInput) (*httpapi.Output[SigningPicture], error) {
	data, err := httpapi.FormFileContent(in.ContentType, in.RawBody)
	if err != nil {
		return nil, err
	}
	if data, err = clean(data); err != nil {
		return nil, err
	}
	who := httpapi.CallerOf(ctx).Actor()
	sum := sha256.Sum256(data)
	p := Picture{Kind: in.Kind, Blob: blob.NewKey(who.CorporationID), SHA256: hex.EncodeToString(sum[:])}
	if err := s.blobs.Put(ctx, p.Blob, bytes.NewReader(data)); err != nil {
		return nil, err
	}
	old, err := s.store.Put(ctx, who, &p)
	if err == nil && old != "" {
		err = s.blobs.Delete(ctx, old)
	}
	if err != nil {
		return nil, err // the sweep of blobs deletes the file
	}
	return httpapi.Reply(pictureOf(p)), nil
}

type fileOutput struct {
	Type string `header:"Content-Type"`
	Body []byte
}

func (s *server) file(ctx context.Context, in *SigningPicturePath) (*fileOutput, error) {
	data, err := s.store.Read(ctx, s.blobs, httpapi.CallerOf(ctx).Account.ID, in.Kind)
	if err != nil {
		return nil, err
	}
	return &fileOutput{"image/png", data}, nil
}

func (s *server) delete(ctx context.Context, in *SigningPicturePath) (*httpapi.Output[httpapi.Done], error) {
	old, err := s.store.Delete(ctx, httpapi.CallerOf(ctx).Actor(), in.Kind)
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(httpapi.Done{}), s.blobs.Delete(ctx, old)
}
