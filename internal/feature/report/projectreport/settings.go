// Package projectreport makes the reports of projects: as files of the download centre, and as documents that people check,
// sign and issue.
package projectreport

import (
	"context"
	"fmt"
	"slices"

	"plumbline/internal/core/catalog"
	"plumbline/internal/feature"
	"plumbline/internal/feature/report/content"
	"plumbline/internal/feature/report/export"
	"plumbline/internal/feature/report/library"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
)

// ReportSettings say what a report is about and how it looks.
type ReportSettings struct {
	Kind    string            `json:"kind" enum:"day,week,month,stage,special"`
	Title   string            `json:"title,omitempty" maxLength:"100" doc:"Empty: by the kind"`
	Start   httpapi.AskedTime `json:"start" doc:"UTC ms: the readings of the last period are those before"`
	End     httpapi.AskedTime `json:"end" doc:"UTC ms: the readings of this period are those before"`
	KnownAt httpapi.AskedTime `json:"knownAt,omitempty" doc:"UTC ms: as known at this time; 0: as known when the report is made"`
	ReportForm
}

// ReportForm says what a report contains, whatever its period.
type ReportForm struct {
	content.Choice
	Curves    int    `json:"curves,omitempty" minimum:"-1" maximum:"300" doc:"Curves at most, those of the highest levels; 0: 60; -1: none"`
	Paper     string `json:"paper,omitempty" enum:"A4,A3" doc:"Empty: A4"`
	Landscape bool   `json:"landscape,omitempty"`
	Shipped   string `json:"shipped,omitempty" enum:"pit,tunnel,slope,month" doc:"A template that comes with the product, in the language of the report"`
	Template  int64  `json:"templateId,omitempty" minimum:"0" doc:"A template of the project; 0 and no shipped one: the product's own form"`
	Version   int    `json:"templateVersion,omitempty" minimum:"0" doc:"Of the template; 0: the newest, which the report keeps"`
	ReportTexts
}

// ReportTexts are what a person writes into a report.
type ReportTexts struct {
	Weather    string `json:"weather,omitempty" maxLength:"200"`
	Working    string `json:"working,omitempty" maxLength:"1000" doc:"Working condition (工况)"`
	Conclusion string `json:"conclusion,omitempty" maxLength:"5000" doc:"Empty: the report says that none was written"`
	Advice     string `json:"advice,omitempty" maxLength:"5000"`
}

// Check refuses settings that no report can have.
func (s *ReportSettings) Check(ctx context.Context, host feature.Host, scope access.Scope, project int64) error {
	switch {
	case s.Start == 0 || s.End == 0:
		return errs.New(errs.TimeRequired)
	case s.Start >= s.End:
		return errs.OnField("end", errs.StartAfterEnd)
	}
	return s.ReportForm.Check(ctx, host, scope, project)
}

// Check refuses what a project does not have, and fixes the version of the template.
func (s *ReportForm) Check(ctx context.Context, host feature.Host, scope access.Scope, project int64) error {
	for i, code := range s.Measurements {
		if _, known := catalog.MeasurementOf(code); !known {
			return errs.OnField(fmt.Sprintf("measurements[%d]", i), errs.NothingHere)
		}
	}
	if len(s.Structures) > 0 {
		list, err := host.Projects.Structures(ctx, scope, project)
		if err != nil {
			return err
		}
		known := map[int64]bool{}
		for i := range list {
			known[list[i].ID] = !list[i].IsItem
		}
		for i, id := range s.Structures {
			if !known[id] {
				return errs.OnField(fmt.Sprintf("structureIds[%d]", i), errs.NothingHere)
			}
		}
	}
	if err := s.checkTemplate(ctx, host, scope, project); err != nil {
		return err
	}
	slices.Sort(s.Points)
	s.Points = slices.Compact(s.Points)
	count, err := content.Count(ctx, host.Tables, project, &s.Choice)
	switch {
	case err != nil:
		return err
	case count == 0 && len(s.Points) == 0:
		return errs.New(errs.NoPointsChosen)
	case count < len(s.Points):
		return errs.OnField("measuringPointIds", errs.NothingHere)
	case count > export.MostPoints:
		return errs.OnField("measuringPointIds", errs.TooManyPoints, "max", export.MostPoints)
	}
	return nil
}

// checkTemplate refuses a template that does not exist, and fixes the version of one.
func (s *ReportForm) checkTemplate(ctx context.Context, host feature.Host, scope access.Scope, project int64) error {
	if s.Template == 0 {
		return nil
	}
	if s.Shipped != "" {
		return errs.OnField("shipped", errs.NotOneOf, "allowed", "")
	}
	store := library.Store{Tables: host.Tables}
	found, err := store.Get(ctx, scope, project, s.Template, s.Version)
	if err != nil {
		return errs.OnField("templateId", errs.NothingHere)
	}
	s.Version = found.Version
	return nil
}
