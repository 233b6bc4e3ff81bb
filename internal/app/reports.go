package app

import (
	"context"

	"plumbline/internal/feature"
	"plumbline/internal/feature/picture"
	"plumbline/internal/feature/report/content"
	"plumbline/internal/feature/report/layout"
	"plumbline/internal/feature/report/projectreport"
)

// press returns what makes reports.
func press(host feature.Host, version string, studio *picture.Studio) *projectreport.Press {
	return projectreport.NewPress(host, version, func(corporation int64) layout.Drawer { return reportDrawer{studio, host, corporation} })
}

// reportDrawer draws the pictures of reports in the studio.
type reportDrawer struct {
	studio      *picture.Studio
	host        feature.Host
	corporation int64
}

// onScreen is a curve with the size of its chart on a screen and of its picture.
type onScreen struct {
	*content.Curve
	Width  int `json:"width"`
	Height int `json:"height"`
	Zoom   int `json:"zoom"`
}

func (d reportDrawer) Curve(ctx context.Context, c *content.Curve, width, height, zoom int) ([]byte, error) {
	return d.studio.Curve(ctx, onScreen{c, width, height, zoom})
}

func (d reportDrawer) Plan(ctx context.Context, p *content.Plan, width int) (drawn []byte, height int, err error) {
	spots := make([]picture.Spot, len(p.Points))
	for i, m := range p.Points {
		spots[i] = picture.Spot{X: m.X, Y: m.Y, Level: m.Level, Name: m.Point, Value: m.Value}
	}
	return d.studio.Alerts(d.host).Plan(ctx, d.corporation, p.File, spots, width)
}
