package picture

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/query"
	"plumbline/internal/feature"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/drawing"
	"plumbline/internal/site/point"
)

// Studio has the engines of a server, which draw for people and for mails.
type Studio struct {
	engines *engines // nil: the program was built without the web app
}

// NewStudio returns a studio. An engine is started with the first picture.
func NewStudio() *Studio {
	if _, err := fs.Stat(embedded, "dist/picture.js"); err != nil {
		return &Studio{}
	}
	return &Studio{newEngines(embedded)}
}

// Works reports whether the program can draw.
func (s *Studio) Works() bool { return s.engines != nil }

// Alerts draws the pictures of alerts for mails. It works for the program itself and reads only the project of the alert.
type Alerts struct {
	*Studio
	read     *query.Service
	points   *point.Service
	drawings *drawing.Service
	files    files
	sheets   sheets
}

// files are uploaded pictures, see package upload.
type files interface {
	ReadOf(ctx context.Context, corporation int64, path string) ([]byte, error)
}

// Alerts returns what draws alerts with the services of a host.
func (s *Studio) Alerts(host feature.Host) *Alerts {
	return &Alerts{Studio: s, read: host.Read, points: host.Points, drawings: host.Drawings, files: host.Uploads}
}

// Draw draws the curve of an alert with its limits, with the value of a step marked, and on request the plan of its point
// with the name of the plan. Pictures are PNG, plans also JPEG; nil: there is nothing to draw.
//
// Unscoped: work of the program, which reads the project of the alert only.
func (a *Alerts) Draw(ctx context.Context, about *alarm.Listed, step alarm.Step, language string, withPlan bool) (curve, plan []byte, sheet string, err error) {
	s, err := a.subjectOf(ctx, &about.Record, step)
	if err != nil || s.point == 0 {
		return nil, nil, "", err
	}
	if curve, err = a.drawCurve(ctx, &s, &about.Record, about.TimeZone, language); err != nil || !withPlan {
		return curve, nil, "", err
	}
	plan, sheet, err = a.drawPlan(ctx, &s)
	return curve, plan, sheet, err
}

// Warm starts an engine and draws once, so that the first mail does not wait for that.
func (a *Alerts) Warm(ctx context.Context) error {
	_, err := a.curve(ctx, &curve{
		Name: "…", Times: []int64{0, 1}, Values: []*float64{new(float64), new(float64)}, Gaps: []gap{}, Turns: []turn{}, End: 1,
		Zone: "UTC", Language: string(errs.English), Width: curveWidth, Height: curveHeight,
	})
	return err
}

// curve runs the script of the charts and returns PNG.
func (a *Alerts) curve(ctx context.Context, c *curve) ([]byte, error) {
	text, err := json.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("encode the curve of an alert: %w", err)
	}
	svg, err := a.engines.call(ctx, "alertCurve", string(text), nil)
	if err != nil {
		return nil, err
	}
	return a.engines.png(svg)
}
