package export

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"plumbline/internal/feature"
	"plumbline/internal/feature/report/download"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/project"
)

// Create is the permission to ask for a file.
var Create = access.Permission{Area: access.Report, Action: access.Create}

// Permissions of what files contain.
var (
	SeeData    = access.Permission{Area: access.Data, Action: access.Retrieve}
	SeeDevices = access.Permission{Area: access.Device, Action: access.Retrieve}
)

// Place is the project of a request.
type Place struct {
	Project  project.Project
	Zone     *time.Location
	Language string
}

// Enter returns the project of a request if the caller may export its data as known at a time. The caller needs Report:Create,
// Data:Retrieve, and the further permissions.
func Enter(ctx context.Context, host feature.Host, id int64, known httpapi.AskedTime, further ...access.Permission) (*Place, error) {
	who := httpapi.CallerOf(ctx)
	project, err := host.Projects.Get(ctx, who.Scope, id)
	if err != nil {
		return nil, errs.OnField("projectId", errs.NothingHere)
	}
	for _, need := range append([]access.Permission{Create, SeeData}, further...) {
		if err := who.Require(need, project.ID); err != nil {
			return nil, err
		}
	}
	if known.Millis() > clock.Now().UnixMilli() {
		return nil, errs.OnField("knownAt", errs.KnownAhead)
	}
	zone, err := time.LoadLocation(project.TimeZone)
	if err != nil {
		return nil, fmt.Errorf("time zone of project %d: %w", project.ID, err)
	}
	return &Place{project, zone, string(httpapi.LanguageOf(ctx))}, nil
}

// File returns a file of a kind, which is to be made from a request.
func (p *Place) File(kind, format, title string, request any) (download.File, error) {
	text, err := json.Marshal(request)
	if err != nil {
		return download.File{}, fmt.Errorf("request of an export: %w", err)
	}
	f := download.File{ProjectID: p.Project.ID, Language: p.Language, Title: title, Kind: kind, Format: format, Extension: "." + format, Request: text}
	if format == CSV {
		f.Extension = ".zip"
	}
	return f, nil
}

// Formats of files.
const (
	CSV  = "csv"
	XLSX = "xlsx"
)
