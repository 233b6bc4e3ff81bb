package app

import (
	"context"
	"database/sql"
	"errors"
	"io"

	"plumbline/internal/app/tables"
	"plumbline/internal/feature"
	"plumbline/internal/feature/notify"
	"plumbline/internal/feature/picture"
	"plumbline/internal/feature/report/content"
	"plumbline/internal/feature/report/layout"
	"plumbline/internal/feature/report/projectreport"
	"plumbline/internal/feature/report/schedule"
	"plumbline/internal/feature/report/signing"
	"plumbline/internal/feature/report/template"
)

// press returns what makes reports.
func press(host feature.Host, version string, studio *picture.Studio) *projectreport.Press {
	return projectreport.NewPress(host, version, drawers{studio, host})
}

// drawers draw the pictures of reports in the studio.
type drawers struct {
	studio *picture.Studio
	host   feature.Host
}

func (d drawers) Layout(corporation int64) layout.Drawer     { return onPage{d, corporation} }
func (d drawers) Template(corporation int64) template.Drawer { return inTemplate{d, corporation} }

// onScreen is a curve with the size of its chart on a screen and of its picture.
type onScreen struct {
	*content.Curve
	Width  int `json:"width"`
	Height int `json:"height"`
	Zoom   int `json:"zoom"`
}

func (d drawers) curve(ctx context.Context, c *content.Curve, width, height, zoom int) ([]byte, error) {
	return d.studio.Curve(ctx, onScreen{c, width, height, zoom})
}

// signature draws what a person put on a report.
func (d drawers) signature(ctx context.Context, s *content.Signature, width, height int) ([]byte, error) {
	var read [2][]byte
	for i, key := range []string{s.Picture, s.Seal} {
		if key == "" {
			continue
		}
		stored, err := d.host.Blobs.Open(ctx, key)
		if err != nil {
			return nil, err
		}
		read[i], err = io.ReadAll(stored)
		if err = errors.Join(err, stored.Close()); err != nil {
			return nil, err
		}
	}
	return signing.Compose(read[0], read[1], width, height)
}

func spotsOf(p *content.Plan) []picture.Spot {
	spots := make([]picture.Spot, len(p.Points))
	for i, m := range p.Points {
		spots[i] = picture.Spot{X: m.X, Y: m.Y, Level: m.Level, Name: m.Point, Value: m.Value}
	}
	return spots
}

// onPage draws for the product's own form.
type onPage struct {
	drawers
	corporation int64
}

func (d onPage) Curve(ctx context.Context, c *content.Curve, width, height, zoom int) ([]byte, error) {
	return d.curve(ctx, c, width, height, zoom)
}

func (d onPage) Plan(ctx context.Context, p *content.Plan, width int) (drawn []byte, height int, err error) {
	return d.studio.Alerts(d.host).Plan(ctx, d.corporation, p.File, spotsOf(p), width)
}

func (d onPage) Signature(ctx context.Context, s *content.Signature, width, height int) ([]byte, error) {
	return d.signature(ctx, s, width, height)
}

// inTemplate draws for templates, with several pixels for each of the page.
type inTemplate struct {
	drawers
	corporation int64
}

const forPrint = 3

func (d inTemplate) Curve(ctx context.Context, c *content.Curve, size template.Size) ([]byte, error) {
	return d.curve(ctx, c, size.Width, size.Height, forPrint)
}

func (d inTemplate) Plan(ctx context.Context, p *content.Plan, size template.Size) ([]byte, error) {
	return d.studio.Alerts(d.host).PlanWithin(ctx, d.corporation, p.File, spotsOf(p), size.Width*forPrint, size.Height*forPrint)
}

func (d inTemplate) Signature(ctx context.Context, s *content.Signature, size template.Size) ([]byte, error) {
	return d.signature(ctx, s, size.Width*forPrint, size.Height*forPrint)
}

// ReportInbox returns what writes the in-app messages about reports that are made by a calendar.
func ReportInbox(store *tables.Store) schedule.Inbox { return reports{store} }

// reports writes the in-app messages about reports that are made by a calendar.
type reports struct{ store *tables.Store }

func (r reports) ReportWaits(ctx context.Context, tx *sql.Tx, n schedule.Notice) error {
	return r.note(ctx, tx, notify.ReportWaits, n)
}

func (r reports) ReportFailed(ctx context.Context, tx *sql.Tx, n schedule.Notice) error {
	return r.note(ctx, tx, notify.ReportFailed, n)
}

func (r reports) note(ctx context.Context, tx *sql.Tx, kind string, n schedule.Notice) error {
	about := notify.ReportArgs{Title: n.Title, ReportID: n.DocumentID, Reason: n.Reason}
	return r.store.ReportNoted(ctx, tx, kind, n.CorporationID, n.ProjectID, n.Accounts, about)
}

// certificates writes the in-app messages about certificates that sign reports.
type certificates struct{ store *tables.Store }

func (c certificates) CertificateEnds(ctx context.Context, tx *sql.Tx, corporation int64, subject string, days int, ended bool) error {
	kind := notify.CertificateEnds
	if ended {
		kind = notify.CertificateEnded
	}
	return c.store.CertificateEnding(ctx, tx, kind, corporation, notify.CertificateArgs{Subject: subject, Days: days})
}
