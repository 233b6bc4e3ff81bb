// Package stats is the counts that the home, project and structure screens show.
// Counting is done by the database, in a known number of queries a call, whatever
// the size of the project.
package stats

import (
	"context"
	"time"

	"plumbline/internal/platform/access"
)

// Levels counts by level: index 0 normal, 1 blue, 2 yellow, 3 orange, 4 red. What is not
// judged is in none.
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

// Unhealthy is how many of the devices have a fault: one that never communicated has none yet.
func (h Health) Unhealthy() int { return h.Total - h.Normal - h.Unknown }

// Add counts other devices in.
func (h *Health) Add(o Health) {
	h.Total, h.Online, h.Sleep, h.Offline = h.Total+o.Total, h.Online+o.Online, h.Sleep+o.Sleep, h.Offline+o.Offline
	h.Unknown += o.Unknown
	h.Normal, h.LowVoltage, h.DataLost, h.DataRepeated = h.Normal+o.Normal, h.LowVoltage+o.LowVoltage, h.DataLost+o.DataLost, h.DataRepeated+o.DataRepeated
}

// Corporation is the figures of the home screen (7 queries).
type Corporation struct {
	Projects      int
	ProjectLevels Levels  // projects by their worst point
	ProjectTypes  []Count // by the type of their structures: one with two types is in both
	Project
}

// Project is the figures of the project screen (7 queries), or of one structure.
type Project struct {
	Structures, Items, Points int
	PointLevels               Levels // Points less their sum is what is not judged
	NoData                    int    // points that never had a reading
	Stale                     int    // points whose newest reading is older than three intervals
	StructureLevels           Levels
	StructureTypes            []Count
	ItemTypes                 []Count // items by the type of the structure that they belong to
	Measurements              []Count // points
	Categories                []Count // points by device type
	ActiveAlerts              int     // Pending and Notice
	AlertStatus               []Count
	Health                    Health
	HealthTypes               []TypeHealth // by device type, the most devices first
	LastReading               int64        // UTC ms, not counting readings ahead of the clock; 0: none
}

// Place is where a point is and what it measures.
type Place struct {
	PointID, ProjectID, StructureID, ItemID int64
	Name, Measurement, Category             string

	Level int   // NotJudged: no threshold judges the point
	Last  int64 // UTC ms of the newest reading; 0: none
	Stale bool  // Last is more than three intervals ago
}

// NotJudged is the level of a place that no threshold judges.
const NotJudged = -1

// Newest fills in Level, Last and Stale of places.
type Newest func(ctx context.Context, places []Place) error

// Site is a project as a list of figures names it.
type Site struct {
	ID                  int64
	Name, TimeZone      string
	Longitude, Latitude *int64 // millionths of an arc second
}

// Extent is the part of the map that points stand on, in millionths of an arc second.
type Extent struct{ West, South, East, North int64 }

// Around returns the smallest extent that holds both.
func (e Extent) Around(o Extent) Extent {
	return Extent{min(e.West, o.West), min(e.South, o.South), max(e.East, o.East), max(e.North, o.North)}
}

// ActiveAlerts counts the alerts that wait, by project, structure and item.
type ActiveAlerts struct {
	Projects, Structures, Items map[int64]int
}

// Day is one day of the alert trend.
type Day struct {
	Start   int64 // UTC ms of the day's begin in the zone that was asked for
	Opened  int
	ByLevel Levels
}

// Store counts.
type Store interface {
	// CorporationStats counts what the scope may see. places are all of its points.
	CorporationStats(ctx context.Context, scope access.Scope, places []Place, now int64) (Corporation, error)
	// ProjectStats counts a project, or one structure of it unless structureID is 0. places
	// are all of its points.
	ProjectStats(ctx context.Context, scope access.Scope, projectID, structureID int64, places []Place, now int64) (Project, error)
	// Places lists the points of the scope, of a project or of a structure or item; 0 does
	// not narrow (one query). Their levels are not known yet.
	Places(ctx context.Context, scope access.Scope, projectID, structureID int64) ([]Place, error)
	// Extents tells where the points with coordinates of a project's structures and items
	// stand (one query). Structures without such a point are not in it.
	Extents(ctx context.Context, scope access.Scope, projectID int64) (map[int64]Extent, error)
	// Sites lists the projects of the scope whose name or address holds a keyword (one query).
	Sites(ctx context.Context, scope access.Scope, keyword string) ([]Site, error)
	// AlertStatus counts alerts by status and level, withdrawn ones left out (one query).
	AlertStatus(ctx context.Context, scope access.Scope, projectID, structureID int64) ([]Count, error)
	// ActiveAlerts counts the alerts that wait (one query).
	ActiveAlerts(ctx context.Context, scope access.Scope, projectID int64) (ActiveAlerts, error)
	// DeviceHealth counts devices by type (three queries).
	DeviceHealth(ctx context.Context, scope access.Scope, projectID, structureID, now int64) ([]TypeHealth, error)
	// AlertOpenings returns when alerts were opened, and at what level, since a time; projectID 0 asks for the scope.
	AlertOpenings(ctx context.Context, scope access.Scope, projectID, since int64) ([]Opening, error)
}

// Opening is one alert that was opened.
type Opening struct {
	At    int64
	Level int
}

// Service answers counts.
type Service struct{ store Store }

// New makes the service.
func New(store Store) *Service { return &Service{store: store} }

// Corporation counts what the scope may see.
func (s *Service) Corporation(ctx context.Context, scope access.Scope, newest Newest) (Corporation, error) {
	places, err := s.judgedPlaces(ctx, scope, 0, 0, newest)
	if err != nil {
		return Corporation{}, err
	}
	return s.store.CorporationStats(ctx, scope, places, time.Now().UnixMilli())
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
	return s.store.ProjectStats(ctx, scope, projectID, structureID, places, time.Now().UnixMilli())
}

// Places lists the points of the scope, of a project or of a structure or item; 0 does not narrow.
func (s *Service) Places(ctx context.Context, scope access.Scope, projectID, structureID int64) ([]Place, error) {
	return s.store.Places(ctx, scope, projectID, structureID)
}

// Extents tells where the points of a project's structures and items stand on the map.
func (s *Service) Extents(ctx context.Context, scope access.Scope, projectID int64) (map[int64]Extent, error) {
	return s.store.Extents(ctx, scope, projectID)
}

// Sites lists the projects of the scope.
func (s *Service) Sites(ctx context.Context, scope access.Scope, keyword string) ([]Site, error) {
	return s.store.Sites(ctx, scope, keyword)
}

// AlertStatus counts alerts by status and level.
func (s *Service) AlertStatus(ctx context.Context, scope access.Scope, projectID, structureID int64) ([]Count, error) {
	return s.store.AlertStatus(ctx, scope, projectID, structureID)
}

// ActiveAlerts counts the alerts that wait, Pending and Notice.
func (s *Service) ActiveAlerts(ctx context.Context, scope access.Scope, projectID int64) (ActiveAlerts, error) {
	return s.store.ActiveAlerts(ctx, scope, projectID)
}

// DeviceHealth counts devices by type, the most first.
func (s *Service) DeviceHealth(ctx context.Context, scope access.Scope, projectID, structureID int64) ([]TypeHealth, error) {
	return s.store.DeviceHealth(ctx, scope, projectID, structureID, time.Now().UnixMilli())
}

// maxTrend is the longest alert trend, in days.
const maxTrend = 366

// Trend counts the alerts opened on each of the last days, today included, in a zone.
func (s *Service) Trend(ctx context.Context, scope access.Scope, projectID int64, days int, zone *time.Location) ([]Day, error) {
	days = min(max(days, 1), maxTrend)
	now := time.Now().In(zone)
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
