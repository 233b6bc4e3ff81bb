package library

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"mime"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/feature/report/template"
	"plumbline/internal/feature/report/template/finding"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/blob"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/libreoffice"
)

// ReportTemplate is a template of a project with its newest version.
type ReportTemplate struct {
	ID        int64  `json:"id"`
	Name      string `json:"name"`
	Format    string `json:"format" enum:"xlsx,docx"`
	Version   int    `json:"version" doc:"From 1"`
	Size      int64  `json:"size" doc:"Bytes"`
	SHA256    string `json:"sha256" doc:"Hexadecimal"`
	Unknown   int    `json:"unknown" doc:"Placeholders that reports leave as they are"`
	Account   string `json:"account" doc:"Who uploaded the version"`
	CreatedAt int64  `json:"createdAt" doc:"UTC ms"`
	ChangedAt int64  `json:"changedAt" doc:"UTC ms of the version"`
}

// ReportTemplates are the templates of a project.
type ReportTemplates struct {
	List    []ReportTemplate    `json:"list" doc:"By name"`
	Shipped []template.Template `json:"shipped" doc:"Those that come with the product, in all languages"`
	PDF     []string            `json:"pdf" doc:"Formats of templates whose reports are made as PDF too, because LibreOffice reads them"`
}

// ReportTemplateChecked is a template with what a check found in it.
type ReportTemplateChecked struct {
	ReportTemplate
	Recognized int              `json:"recognized" doc:"Placeholders"`
	Places     []template.Place `json:"places" doc:"In the order of sheets and cells"`
	Sheets     []template.Sheet `json:"sheets" doc:"As they look"`
}

// ReportTemplateChanges are placeholders to replace.
type ReportTemplateChanges struct {
	Version int               `json:"version" minimum:"1" doc:"That was checked"`
	Changes []template.Change `json:"changes" minItems:"1" maxItems:"1000"`
}

// ReportTemplatePath identifies a template.
type ReportTemplatePath struct {
	httpapi.ProjectPath
	ReportTemplateID int64 `path:"reportTemplateId" minimum:"1"`
}

type createInput struct {
	httpapi.ProjectPath
	Name string `query:"name" required:"true" minLength:"1" maxLength:"60"`
	TemplateUpload
}

type checkInput struct {
	httpapi.ProjectPath
	TemplateUpload
}

type replaceInput struct {
	ReportTemplatePath
	Version int `query:"version" minimum:"0" doc:"That the file replaces; 0: the newest"`
	TemplateUpload
}

type adoptInput struct {
	ReportTemplatePath
	Body ReportTemplateChanges
}

type fileInput struct {
	ReportTemplatePath
	Version int `query:"version" minimum:"0" doc:"0: the newest"`
}

type shippedInput struct {
	httpapi.ProjectPath
	Template string `path:"template" enum:"pit,tunnel,slope,month"`
	Language string `query:"language" enum:"zh,en,zh-TW" doc:"Default: that of the caller"`
}

type fileOutput struct {
	Type        string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

type server struct {
	*httpapi.Kernel
	store *Store
	blobs blob.Store
}

var (
	see    = access.Permission{Area: access.Report, Action: access.Retrieve}
	create = access.Permission{Area: access.Report, Action: access.Create}
	change = access.Permission{Area: access.Report, Action: access.Update}
	remove = access.Permission{Area: access.Report, Action: access.Delete}
)

func (s *server) register() {
	const under = "/projects/{projectId}/report-templates"
	uploading := func(o httpapi.Operation) httpapi.Operation {
		o.Tag, o.MaxBody, o.Extra, o.Limit = "reports", template.MaxBytes+changesRoom, uploadForm, time.Minute
		return o
	}
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listReportPlaceholders", Method: http.MethodGet, Path: "/constants/report-placeholders", Tag: "constants", Unmeasured: "constant",
		Summary: "What placeholders a report template may have, with explanations",
	}, func(context.Context, *struct{}) (*httpapi.Output[httpapi.List[template.Word]], error) {
		return httpapi.ReplyList(template.Vocabulary(), httpapi.AsIs), nil
	})
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listReportTemplates", Method: http.MethodGet, Path: under, Tag: "reports", Need: see, Unmeasured: "a few rows by index",
		Summary: "The report templates of a project, and those that come with the product",
	}, s.list)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getReportTemplate", Method: http.MethodGet, Path: under + "/{reportTemplateId}", Tag: "reports", Need: see, Unmeasured: "checks a file of at most 2 MB",
		Summary: "A report template with its cells and placeholders",
	}, s.get)
	httpapi.Register(s.Kernel, uploading(httpapi.Operation{
		ID: "checkReportTemplate", Method: http.MethodPost, Path: under + "/check", Need: create, Unlogged: httpapi.ReadsOnly, Query: "filename=day.xlsx",
		Summary: "Check a report template before it is stored",
		Detail: "Nothing is stored. xlsx or docx, at most 2 MB. Placeholders that are unknown are named with a suggestion; reports leave them as they are. " +
			"The field changes of the form replaces placeholders of the file first, as adoptReportTemplate does. " +
			"Files with macros, external links or formulas that refer to themselves are refused, naming the cell.",
	}), s.check)
	httpapi.Register(s.Kernel, uploading(httpapi.Operation{
		ID: "createReportTemplate", Method: http.MethodPost, Path: under, Need: create, Status: http.StatusCreated, Query: "name=Daily&filename=day.xlsx",
		Summary: "Store a report template", Detail: "As checkReportTemplate checks it.",
	}), s.create)
	httpapi.Register(s.Kernel, uploading(httpapi.Operation{
		ID: "replaceReportTemplate", Method: http.MethodPut, Path: under + "/{reportTemplateId}", Need: change, Query: "filename=day.xlsx",
		Summary: "Store the next version of a report template", Detail: "Of the same format. Reports keep the version with which they were begun.",
	}), s.replace)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "adoptReportTemplate", Method: http.MethodPost, Path: under + "/{reportTemplateId}/adopt", Tag: "reports", Need: change,
		Summary: "Replace placeholders of a report template, such as by those that were suggested", Detail: "Stores the next version.",
	}, s.adopt)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getReportTemplateFile", Method: http.MethodGet, Path: under + "/{reportTemplateId}/file", Tag: "reports", Need: see, Unmeasured: "a file as it is stored",
		Summary: "The file of a report template", Extra: anyFile,
	}, s.file)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getShippedReportTemplate", Method: http.MethodGet, Path: under + "/shipped/{template}", Tag: "reports", Need: see, Unmeasured: "a small file",
		Summary: "The file of a report template that comes with the product, to start one from", Extra: anyFile,
	}, s.shipped)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deleteReportTemplate", Method: http.MethodDelete, Path: under + "/{reportTemplateId}", Tag: "reports", Need: remove,
		Summary: "Delete a report template", Detail: "Reports that were begun with it keep it.",
	}, s.delete)
}

func anyFile(h *huma.Operation) {
	file := &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
	h.Responses["200"] = &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{httpapi.WorkbookType: file, documentType: file}}
}

const documentType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

func templateOf(t *Template) ReportTemplate {
	return ReportTemplate{
		ID: t.ID, Name: t.Name, Format: t.Format, Version: t.Version, Size: t.Size, SHA256: t.SHA256, Unknown: t.Unknown, Account: t.Account,
		CreatedAt: t.CreatedAt, ChangedAt: t.ChangedAt,
	}
}

func (s *server) list(ctx context.Context, in *httpapi.ProjectPath) (*httpapi.Output[ReportTemplates], error) {
	found, err := s.store.List(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID)
	if err != nil {
		return nil, err
	}
	readable := slices.DeleteFunc([]string{"xlsx", "docx"}, func(format string) bool { return !libreoffice.Reads("." + format) })
	return httpapi.Reply(ReportTemplates{
		List:    httpapi.ListOf(found, func(t Template) ReportTemplate { return templateOf(&t) }),
		Shipped: template.Shipped(), PDF: readable,
	}), nil
}

func (s *server) find(ctx context.Context, in *ReportTemplatePath, version int) (Template, error) {
	return s.store.Get(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID, in.ReportTemplateID, version)
}

// checked replies with a template and what a check found in its file.
func (s *server) checked(ctx context.Context, t *Template, found *template.Checked) (*httpapi.Output[ReportTemplateChecked], error) {
	if t.ID != 0 {
		var err error
		if *t, err = s.store.Get(ctx, httpapi.CallerOf(ctx).Scope, t.ProjectID, t.ID, 0); err != nil {
			return nil, err
		}
	}
	return httpapi.Reply(ReportTemplateChecked{
		templateOf(t), found.Recognized, httpapi.ListOf(found.Places, httpapi.AsIs), httpapi.ListOf(found.Sheets, shown),
	}), nil
}

// shown returns a sheet whose lists are not null.
func shown(s template.Sheet) template.Sheet {
	s.Columns = httpapi.ListOf(s.Columns, httpapi.AsIs)
	s.Rows = httpapi.ListOf(s.Rows, func(r finding.Row) finding.Row {
		r.Cells = httpapi.ListOf(r.Cells, httpapi.AsIs)
		return r
	})
	return s
}

func (s *server) get(ctx context.Context, in *ReportTemplatePath) (*httpapi.Output[ReportTemplateChecked], error) {
	t, err := s.find(ctx, in, 0)
	if err != nil {
		return nil, err
	}
	data, err := Read(ctx, s.blobs, &t)
	if err != nil {
		return nil, err
	}
	found, err := template.Check("t."+t.Format, data)
	if err != nil {
		return nil, err
	}
	return s.checked(ctx, &t, found)
}

func (s *server) check(ctx context.Context, in *checkInput) (*httpapi.Output[ReportTemplateChecked], error) {
	data, found, err := in.read()
	if err != nil {
		return nil, err
	}
	return s.checked(ctx, &Template{Format: string(found.Format), Size: int64(len(data)), Unknown: found.Unrecognized, ProjectID: in.ProjectID}, found)
}

// put stores a file as a blob of a template.
func (s *server) put(ctx context.Context, t *Template, corporation int64, data []byte, found *template.Checked) error {
	sum := sha256.Sum256(data)
	t.Blob, t.Size, t.SHA256, t.Unknown = blob.NewKey(corporation), int64(len(data)), hex.EncodeToString(sum[:]), found.Unrecognized
	return s.blobs.Put(ctx, t.Blob, bytes.NewReader(data))
}

func (s *server) create(ctx context.Context, in *createInput) (*httpapi.Output[ReportTemplateChecked], error) {
	data, found, err := in.read()
	if err != nil {
		return nil, err
	}
	name := strings.TrimSpace(in.Name)
	if name == "" {
		return nil, errs.OnField("name", errs.Empty)
	}
	t := Template{ProjectID: in.ProjectID, Name: name, Format: string(found.Format)}
	if err := s.put(ctx, &t, httpapi.CallerOf(ctx).Target.Corporation, data, found); err != nil {
		return nil, err
	}
	if err := s.store.Add(ctx, httpapi.CallerOf(ctx).Actor(), &t); err != nil {
		return nil, err // the sweep of blobs deletes the file
	}
	return s.checked(ctx, &t, found)
}

func (s *server) replace(ctx context.Context, in *replaceInput) (*httpapi.Output[ReportTemplateChecked], error) {
	was, err := s.find(ctx, &in.ReportTemplatePath, 0)
	if err != nil {
		return nil, err
	}
	if in.Version != 0 && in.Version != was.Version {
		return nil, errs.New(errs.Changed)
	}
	data, found, err := in.read()
	if err != nil {
		return nil, err
	}
	if string(found.Format) != was.Format {
		return nil, errs.OnField("file", errs.NotOneOf, "allowed", was.Format)
	}
	return s.next(ctx, &was, data, found)
}

// next stores the next version of a template.
func (s *server) next(ctx context.Context, was *Template, data []byte, found *template.Checked) (*httpapi.Output[ReportTemplateChecked], error) {
	t := *was
	if err := s.put(ctx, &t, was.CorporationID, data, found); err != nil {
		return nil, err
	}
	if err := s.store.Replace(ctx, httpapi.CallerOf(ctx).Actor(), *was, &t); err != nil {
		return nil, err
	}
	return s.checked(ctx, &t, found)
}

func (s *server) adopt(ctx context.Context, in *adoptInput) (*httpapi.Output[ReportTemplateChecked], error) {
	was, err := s.find(ctx, &in.ReportTemplatePath, 0)
	if err != nil {
		return nil, err
	}
	if was.Version != in.Body.Version {
		return nil, errs.New(errs.Changed)
	}
	data, err := Read(ctx, s.blobs, &was)
	if err != nil {
		return nil, err
	}
	if data, err = template.Adopt(data, in.Body.Changes); err != nil {
		return nil, err
	}
	found, err := template.Check("t."+was.Format, data)
	if err != nil {
		return nil, err
	}
	return s.next(ctx, &was, data, found)
}

func (s *server) file(ctx context.Context, in *fileInput) (*fileOutput, error) {
	t, err := s.find(ctx, &in.ReportTemplatePath, in.Version)
	if err != nil {
		return nil, err
	}
	data, err := Read(ctx, s.blobs, &t)
	return sent(t.Name+"."+t.Format, data), err
}

func (s *server) shipped(ctx context.Context, in *shippedInput) (*fileOutput, error) {
	language := in.Language
	if language == "" {
		language = string(httpapi.LanguageOf(ctx))
	}
	list := template.Shipped()
	i := slices.IndexFunc(list, func(t template.Template) bool { return t.ID == in.Template && t.Language == language })
	if i < 0 {
		return nil, errs.New(errs.NothingHere)
	}
	data, err := list[i].Bytes()
	return sent(list[i].Title+"."+list[i].Format, data), err
}

func sent(name string, data []byte) *fileOutput {
	kind := httpapi.WorkbookType
	if path.Ext(name) == ".docx" {
		kind = documentType
	}
	return &fileOutput{Type: kind, Disposition: mime.FormatMediaType("attachment", map[string]string{"filename": name}), Body: data}
}

// delete removes a template.
func (s *server) delete(ctx context.Context, in *ReportTemplatePath) (*httpapi.Output[httpapi.Done], error) {
	t, err := s.find(ctx, in, 0)
	if err != nil {
		return nil, err
	}
	if err := s.store.Delete(ctx, httpapi.CallerOf(ctx).Actor(), &t); err != nil {
		return nil, fmt.Errorf("delete a template: %w", err)
	}
	return httpapi.Reply(httpapi.Done{}), nil
}
