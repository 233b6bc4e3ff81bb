package document

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/secrets"
)

// ProjectReportLink is a path that opens a file of a report without a session.
type ProjectReportLink struct {
	Path      string `json:"path" doc:"To open with GET, below the server's address; with inline=true it is shown instead of stored"`
	ExpiresAt int64  `json:"expiresAt" doc:"UTC ms"`
}

type linkInput struct {
	ProjectReportPath
	Format string `path:"format" enum:"pdf,xlsx,docx"`
}

type fileInput struct {
	FileID int64  `path:"fileId" minimum:"1"`
	Until  int64  `query:"until" required:"true" minimum:"1"`
	Sign   string `query:"sign" required:"true" minLength:"1" maxLength:"100"`
	Inline bool   `query:"inline" doc:"Show it in the browser"`
}

// mediaTypes are those of the formats.
var mediaTypes = map[string]string{
	"pdf":  "application/pdf",
	"xlsx": httpapi.WorkbookType,
	"docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
}

// MediaType is that of the content.
func (f *File) MediaType() string { return mediaTypes[f.Format] }

// Name is the name of a file of a document.
func (f *File) Name(d *Document) string {
	name := d.Title
	if d.Number != "" {
		name = d.Number + " " + name
	}
	return name + "." + f.Format
}

func (s *server) registerFiles(path string) {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "linkProjectReport", Method: http.MethodPost, Path: path + "/{projectReportId}/files/{format}/link", Tag: "reports", Need: see,
		Unlogged: httpapi.ReadsOnly, Summary: "A link to a file of a report", Detail: "Needs Data:Retrieve too. Valid for 10 minutes.",
	}, s.link)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getProjectReportFile", Method: http.MethodGet, Path: "/project-reports/files/{fileId}", Tag: "reports", Open: true, Limit: -1,
		Unmeasured: "a file as it is stored",
		Summary:    "The content of a file of a report, by a link", Detail: "The link comes from linkProjectReport, which checked the permission, or from a mail about an issued report. Resumes with Range (206).",
		Extra: func(h *huma.Operation) {
			content := map[string]*huma.MediaType{}
			for _, kind := range mediaTypes {
				content[kind] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
			}
			h.Responses["200"] = &huma.Response{Description: "OK", Content: content}
		},
	}, s.file)
}

func (s *server) paths() secrets.Paths { return s.vault.Paths("project report files", linkLife) }

// mailed signs the paths in mails to people who cannot sign in.
func mailed(vault *secrets.Vault) secrets.Paths {
	return vault.Paths("mailed project report files", MailedLife)
}

// MailedPath returns the path of a file for a mail, valid for MailedLife.
func (f *File) MailedPath(vault *secrets.Vault) string {
	path, _ := mailed(vault).Sign(httpapi.Prefix+"/project-reports/files/%d", f.ID)
	return path
}

func (s *server) link(ctx context.Context, in *linkInput) (*httpapi.Output[ProjectReportLink], error) {
	d, err := s.find(ctx, &in.ProjectReportPath)
	if err != nil {
		return nil, err
	}
	if err := httpapi.CallerOf(ctx).Require(seeData, d.ProjectID); err != nil {
		return nil, err
	}
	i := slices.IndexFunc(d.Files, func(f File) bool { return f.Format == in.Format })
	if i < 0 {
		return nil, errs.New(errs.DownloadUnfinished)
	}
	path, until := s.paths().Sign(httpapi.Prefix+"/project-reports/files/%d", d.Files[i].ID)
	return httpapi.Reply(ProjectReportLink{Path: path, ExpiresAt: until}), nil
}

func (s *server) file(ctx context.Context, in *fileInput) (*httpapi.StoredFile, error) {
	if !s.paths().Valid(in.FileID, in.Until, in.Sign) && !mailed(s.vault).Valid(in.FileID, in.Until, in.Sign) {
		return nil, errs.New(errs.FileFailed)
	}
	f, d, err := s.store.File(ctx, in.FileID)
	if err != nil {
		return nil, err
	}
	body, err := s.blobs.Open(ctx, f.Blob)
	if err != nil {
		return nil, errs.Wrap(err, errs.FileFailed)
	}
	out := httpapi.NewStoredFile(body, f.Name(&d), f.SHA256, d.ChangedAt)
	out.ContentType, out.Policy = f.MediaType(), "" // readers of browsers do not work in a sandbox
	if in.Inline {
		out.Disposition = strings.Replace(out.Disposition, "attachment", "inline", 1)
	}
	return out, nil
}
