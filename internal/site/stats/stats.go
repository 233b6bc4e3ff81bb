// Package stats provides the counts on the home, project and structure pages. The database counts, with a fixed number
// of queries per call.
package stats

import (
	"context"
	"time"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
)

// Levels counts by level: index 0 normal, 1 blue, 2 yellow, 3 orange, 4 red. Points that are not judged are not
// included.
type Levels [5]int

// Health counts devices by state and health.
type Health struct {
	Total, Online, Sleep, Offline                       int
	Normal, Unknown, LowVoltage, DataLost, DataRepeated int
}

// Count is the count of one type.
type Count struct {
	Type   string // structure type, measurement code, alert status …
	Count  int
	Levels Levels
}

// TypeHealth is the health of the devices of one type.
type TypeHealth struct {
	Type string
	Health
}

// Unhealthy returns the number of devices with a fault; a device that never communicated has none yet.
func (h Health) Unhealthy() int { return h.Total - h.Normal - h.Unknown }

// Add adds other counts.
func (h *Health) Add(o Health) {
	h.Total, h.Online, h.Sleep, h.Offline = h.Total+o.Total, h.Online+o.Online, h.Sleep+o.Sleep, h.Offline+o.Offline
	h.Unknown += o.Unknown
	h.Normal, h.LowVoltage, h.DataLost, h.DataRepeated = h.Normal+o.Normal, h.LowVoltage+o.LowVoltage, h.DataLost+o.DataLost, h.DataRepeated+o.DataRepeated
}

// Corporation is the figures of the home page (7 queries).
type Corporation struct {
	Projects      int
	ProjectLevels Levels  // projects by their worst point
	ProjectTypes  []Count // by structure type; a project with two types counts in both
	Project
}

// Project is the figures of the project page, or of one structure (7 queries).
type Project struct {
	Structures, Items, Points int
	PointLevels               Levels // the rest of Points is not judged
	NoData                    int    // points without any reading
	Stale                     int    // points whose newest reading is older than three intervals
	StructureLevels           Levels
	StructureTypes            []Count
	ItemTypes                 []Count // items by the type of their structure
	Measurements              []Count // points
	Categories                []Count // points by device type
	ActiveAlerts              int     // Pending and Notice
	AlertStatus               []Count
	Health                    Health
	HealthTypes               []TypeHealth // by device type, most devices first
	LastReading               int64        // UTC ms, excluding readings in the future; 0: none
}

// Place is a point with its place and measurement.
type Place struct {
	PointID, ProjectID, StructureID, ItemID int64
	Name, Measurement, Category             string

	Level int   // may be NotJudged
	Last  int64 // UTC ms of the newest reading; 0: none
	Stale bool  // Last is more than three intervals ago
}

// NotJudged is the level of a place that no threshold judges.
const NotJudged = -1

// Newest fills in Level, Last and Stale of places.
type Newest func(ctx context.Context, places []Place) error

// Site is a project in a list of figures.
type Site struct {
	ID                  int64
	Name, TimeZone      string
	Longitude, Latitude *int64 // millionths of an arc second
}

// Extent is the part of the map that contains points, in millionths of an arc second.
type Extent struct{ West, South, East, North int64 }

// Around returns the smallest extent that contains both.
func (e Extent) Around(o Extent) Extent {
	return Extent{min(e.West, o.West), min(e.South, o.South), max(e.East, o.East), max(e.North, o.North)}
}

// ActiveAlerts counts the active alerts by project, structure and item.
type ActiveAlerts struct {
	Projects, Structures, Items map[int64]int
}

// Day is one day of the alert trend.
type Day struct {
	Start   int64 // UTC ms of the start of the day in the requested zone
	Opened  int
	ByLevel Levels
}

// Store counts in the database.
type Store interface {
	// CorporationStats counts within the scope. places are all of its points.
	CorporationStats(ctx context.Context, scope access.Scope, places []Place, now int64) (Corporation, error)
	// ProjectStats counts a project, or one structure of it unless structureID is 0. places
	// are all of its points.
	ProjectStats(ctx context.Context, scope access.Scope, projectID, structureID int64, places []Place, now int64) (Project, error)
	// Places returns the points in the scope, of a project or a structure or item unless 0, without their levels (one
	// query).
	Places(ctx context.Context, scope access.Scope, projectID, structureID int64) ([]Place, error)
	// Extents returns the map extents of a project's structures and items (one query). Those without points with
	// coordinates are left out.
	Extents(ctx context.Context, scope access.Scope, projectID int64) (map[int64]Extent, error)
	// Sites returns the projects in the scope whose name or address contains a keyword (one query).
	Sites(ctx context.Context, scope access.Scope, keyword string) ([]Site, error)
	// AlertStatus counts alerts by status and level, withdrawn ones left out (one query).
	AlertStatus(ctx context.Context, scope access.Scope, projectID, structureID int64) ([]Count, error)
	// ActiveAlerts counts the active alerts (one query).
	ActiveAlerts(ctx context.Context, scope access.Scope, projectID int64) (ActiveAlerts, error)
	// DeviceHealth counts devices by type (three queries).
	DeviceHealth(ctx context.Context, scope access.Scope, projectID, structureID, now int64) ([]TypeHealth, error)
	// AlertOpenings returns when alerts were opened since a time, and at what level; projectID 0 means the scope.
	AlertOpenings(ctx context.Context, scope access.Scope, projectID, since int64) ([]Opening, error)
}

// Opening is the opening of one alert.
type Opening struct {
	At    int64
	Level int
}

// Service returns counts.
type Service struct{ store Store }

// New returns a service.
func New(store Store) *Service { return &Service{store: store} }

// Corporation counts within the scope.
func (s *Service) Corporation(ctx context.Context, scope access.Scope, newest Newest) (Corporation, error) {
	places, err := s.judgedPlaces(ctx, scope, 0, 0, newest)
	if err != nil {
		return Corporation{}, err
	}
	return s.store.CorporationStats(ctx, scope, places, clock.Now().UnixMilli())
}

func (s *Service) judgedPlaces(ctx context.Context, scope access.Scope, projectID, structureID int64, newest Newest) ([]Place, error) {
	places, err := s.store.Places(ctx, scope, projectID, structureID)
	if err != nil {
		return nil, err
	}
	return places, newest(ctx, places)
}

// Project counts a project.
func (s *Service) Project(ctx context.Context, scope access.Scope, projectID int64, newest Newest) (Project, error) {
	return s.Structure(ctx, scope, projectID, 0, newest)
}

// Structure counts a structure with its items.
func (s *Service) Structure(ctx context.Context, scope access.Scope, projectID, structureID int64, newest Newest) (Project, error) {
	places, err := s.judgedPlaces(ctx, scope, projectID, structureID, newest)
	if err != nil {
		return Project{}, err
	}
	return s.store.ProjectStats(ctx, scope, projectID, structureID, places, clock.Now().UnixMilli())
}

// Places returns the points in the scope, of a project or a structure or item unless 0.
func (s *Service) Places(ctx context.Context, scope access.Scope, projectID, structureID int64) ([]Place, error) {
	return s.store.Places(ctx, scope, projectID, structureID)
}

// Extents returns the map extents of a project's structures and items.
func (s *Service) Extents(ctx context.Context, scope access.Scope, projectID int64) (map[int64]Extent, error) {
	return s.store.Extents(ctx, scope, projectID)
}

// Sites returns the projects in the scope.
func (s *Service) Sites(ctx context.Context, scope access.Scope, keyword string) ([]Site, error) {
	return s.store.Sites(ctx, scope, keyword)
}

// AlertStatus counts alerts by status and level.
func (s *Service) AlertStatus(ctx context.Context, scope access.Scope, projectID, structureID int64) ([]Count, error) {
	return s.store.AlertStatus(ctx, scope, projectID, structureID)
}

// ActiveAlerts counts the alerts with status Pending or Notice.
func (s *Service) ActiveAlerts(ctx context.Context, scope access.Scope, projectID int64) (ActiveAlerts, error) {
	return s.store.ActiveAlerts(ctx, scope, projectID)
}

// DeviceHealth counts devices by type, highest count first.
func (s *Service) DeviceHealth(ctx context.Context, scope access.Scope, projectID, structureID int64) ([]TypeHealth, error) {
	return s.store.DeviceHealth(ctx, scope, projectID, structureID, clock.Now().UnixMilli())
}

// maxTrend is the maximum length of an alert trend in days.
const maxTrend = 366

// Trend counts the alerts opened on each of the last days, including today, in a zone.
func (s *Service) Trend(ctx context.Context, scope access.Scope, projectID int64, days int, zone *time.Location) ([]Day, error) {
	days = min(max(days, 1), maxTrend)
	now := clock.Now().In(zone)
	trend := make([]Day, days)
	for i := range trend {
		trend[i].Start = time.Date(now.Year(), now.Month(), now.Day()-days+1+i, 0, 0, 0, 0, zone).UnixMilli()
	}
	openings, err := s.store.AlertOpenings(ctx, scope, projectID, trend[0].Start)
	if err != nil {
		return nil, err
	}
	for _, o := range openings {
		day := len(trend) - 1
		for day > 0 && trend[day].Start > o.At {
			day--
		}
		trend[day].Opened++
		if o.Level >= 0 && o.Level < len(trend[day].ByLevel) {
			trend[day].ByLevel[o.Level]++
		}
	}
	return trend, nil
}
