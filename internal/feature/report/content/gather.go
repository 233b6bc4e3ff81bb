package content

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"plumbline/internal/core/asknown"
	"plumbline/internal/core/query"
	"plumbline/internal/feature"
	"plumbline/internal/feature/report/export"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
)

// Request says what a report is about. Times are UTC ms.
type Request struct {
	Corporation int64
	Project     int64
	Language    string
	Kind        Kind
	Title       string
	From, To    int64 // the period; the comparison is with the reading that a report at From uses
	KnownAt     int64 // the moment of knowledge; 0: now
	Choice      Choice
	Wants       Wants
	Typed       Typed
}

// Choice chooses the points of a report; an empty one chooses all of the project.
type Choice struct {
	Structures   []int64  `json:"structureIds,omitempty" maxItems:"200" doc:"Empty: all"`
	Measurements []string `json:"measurements,omitempty" maxItems:"19" doc:"Codes; empty: all"`
	Points       []int64  `json:"measuringPointIds,omitempty" maxItems:"5000" doc:"Of those that the other fields choose; empty: all"`
}

// Wants says which curves and plans a layout shows.
type Wants struct {
	Curves []WantedCurve
	Most   int // curves; 0: MostCurves
	Plans  bool
}

// WantedCurve are the curves of points.
type WantedCurve struct {
	// Fits chooses points by their name, structure, and the code and name of their measurement; nil: all.
	Fits func(point, structure, code, name string) bool
	View View // empty: the profile of an array, the process of other points
}

// Gatherer gathers contents. It checks no permission: the caller has checked access to the project.
type Gatherer struct {
	host    feature.Host
	version string // of the product
}

// NewGatherer returns a gatherer.
func NewGatherer(host feature.Host, version string) *Gatherer { return &Gatherer{host, version} }

// Progress takes how much is gathered. It returns an error if the gatherer must stop.
type Progress func(done, total int64) error

// gathering is one report in the making.
type gathering struct {
	*Gatherer
	request     *Request
	report      *Report
	scope       access.Scope
	zone        *time.Location
	points      []chosen
	instruments map[int64]string // model and serial number by device
	profiles    map[int64]*Hole  // the largest quantity of each array, by point
	found       map[int64]*seen
}

// chosen is a point of a report, with names as they are when it is gathered.
type chosen = export.Point

// seen is what curves and plans need of a point that was reported.
type seen struct {
	row   Row
	field string
	node  int32           // of the row; 0: the point itself
	kind  query.ValueType // of its curve
	array bool
}

// Gather returns what a report says. A report as known earlier has at most asknown.MostPoints points in a call of the
// reader, and reads them in pieces.
//
// Unscoped: the caller has checked access to the project.
func (g *Gatherer) Gather(ctx context.Context, r *Request, progress Progress) (*Report, error) {
	b := g.gathering(r)
	for _, step := range []func(context.Context) error{
		b.readProject, b.readPoints, b.readDevices,
		func(ctx context.Context) error { return b.readTables(ctx, progress) },
		b.readAlarms, b.readWeather, b.readCurves, b.readPlans,
	} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return b.report, nil
}

// gathering returns a report of which nothing is gathered.
func (g *Gatherer) gathering(r *Request) *gathering {
	return &gathering{
		Gatherer: g, request: r, scope: access.Scope{Corporation: r.Corporation, Project: r.Project},
		profiles: map[int64]*Hole{}, found: map[int64]*seen{},
		report: &Report{
			Language: r.Language, Version: g.version, Kind: r.Kind, Title: r.Title, From: r.From, To: r.To,
			KnownAt: cmp.Or(r.KnownAt, clock.Now().UnixMilli()), Typed: r.Typed,
			Measurements: []Measurement{}, Alarms: []Alarm{}, Devices: []Device{}, Weather: []Weather{}, Curves: []Curve{}, Plans: []Plan{},
			Signatures: []Signature{},
		},
	}
}

// reader returns the reader of what was known. A reader of earlier knowledge is for asknown.MostPoints points.
func (b *gathering) reader() *query.Service {
	if b.request.KnownAt == 0 {
		return b.host.Read
	}
	return b.host.AsKnown.At(b.request.KnownAt)
}

// atOnce is the number of points that are read together.
const atOnce = asknown.MostPoints

func (b *gathering) readProject(ctx context.Context) error {
	project, err := b.host.Projects.Get(ctx, b.scope, b.request.Project)
	if err != nil {
		return err
	}
	if b.zone, err = time.LoadLocation(project.TimeZone); err != nil {
		return fmt.Errorf("time zone of project %d: %w", project.ID, err)
	}
	owner, err := b.host.Corporations.Get(ctx, access.Scope{Corporation: b.request.Corporation}, b.request.Corporation)
	if err != nil {
		return err
	}
	b.report.Project = Project{
		Name: project.Name, Address: project.Address, Remarks: project.Remarks, Corporation: owner.Name, Zone: project.TimeZone,
	}
	return nil
}

// Count returns how many points of a project a choice chooses.
//
// Unscoped: the caller has checked access to the project.
func Count(ctx context.Context, tables *sqlkit.Tables, project int64, c *Choice) (int, error) {
	n, err := c.Of(tables, project).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count the points of a report: %w", err)
	}
	return int(n), nil
}

// Of returns the points of a choice.
//
// Unscoped: the caller has checked access to the project.
func (c *Choice) Of(tables *sqlkit.Tables, project int64) *bun.SelectQuery {
	q := tables.Bun.NewSelect().TableExpr("point AS p").Where("p.project_id = ?", project)
	if len(c.Structures) > 0 {
		q = q.Where("p.structure_id IN (?)", bun.List(c.Structures))
	}
	if len(c.Measurements) > 0 {
		q = q.Where("p.measurement IN (?)", bun.List(c.Measurements))
	}
	if len(c.Points) > 0 {
		q = q.Where("p.id IN (?)", bun.List(c.Points))
	}
	return q
}

// readPoints reads the points of the report, in the order of the project.
func (b *gathering) readPoints(ctx context.Context) error {
	list, err := export.Read(ctx, b.request.Choice.Of(b.host.Tables, b.request.Project))
	if err != nil {
		return err
	}
	b.points = list
	if len(b.points) > export.MostPoints {
		return errs.New(errs.TooManyPoints, "max", export.MostPoints)
	}
	b.report.Points = len(b.points)
	return nil
}

// measurementOf returns the part of the report about a measurement, which it appends if there is none yet.
func (b *gathering) measurementOf(code, name string) *Measurement {
	at := slices.IndexFunc(b.report.Measurements, func(m Measurement) bool { return m.Code == code })
	if at < 0 {
		at = len(b.report.Measurements)
		made := Measurement{Code: code, Name: name, Rows: []Row{}, Holes: []Hole{}, Maxima: []Maximum{}, Missing: []Missing{}}
		b.report.Measurements = append(b.report.Measurements, made)
	}
	return &b.report.Measurements[at]
}
