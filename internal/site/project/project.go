// Package project manages the site hierarchy: projects, structures and items. Measuring points below it are in package
// point, members of projects in package user.
package project

// Project is one monitored site.
type Project struct {
	ID            int64
	CorporationID int64
	Name          string
	Address       string
	Longitude     *int64 // millionths of an arc second, east positive
	Latitude      *int64 // millionths of an arc second, north positive
	TimeZone      string // IANA name, default Asia/Shanghai
	Language      string // language of messages to people outside, default zh
	Picture       string
	UseStructure  bool // false: the level of structures is not shown
	Remarks       string
	CreatedAt     int64
}

// Display types of a structure.
const (
	Map   = "MAP"
	Image = "IMG"
	BIM   = "BIM"
)

// Structure is a structure of a project or, with IsItem, an item of a structure.
type Structure struct {
	ID            int64
	CorporationID int64
	ProjectID     int64
	ParentID      int64 // items: the structure; 0 for structures
	IsItem        bool
	Name          string
	Type          string // structure type of the catalog; items have their structure's or none
	Address       string
	Longitude     *int64 // millionths of an arc second
	Latitude      *int64
	Picture       string
	DisplayType   string // MAP, IMG, BIM
	GNSS          *GNSSTask
	Remarks       string
	Sort          int64
	CreatedAt     int64
}

// Summary is a project in a list, with counts and level.
type Summary struct {
	Project
	Structures   int
	Points       int
	Level        int   // highest level of its points
	ActiveAlerts int   // Pending and Notice
	LastReading  int64 // UTC ms, 0: none yet
}

// Node is one node of a project's tree.
type Node struct {
	Kind        NodeKind
	ID          int64
	Name        string
	Type        string // structures: structure type; points: device category
	Measurement string // points
	PointKind   string // points
	Level       int    // of a point, or the highest below
	Points      int    // below
	LastReading int64  // points; UTC ms, 0: none
	Children    []Node // never nil
}

// NodeKind is the kind of a Node.
type NodeKind string

const (
	StructureNode NodeKind = "structure"
	ItemNode      NodeKind = "item"
	PointNode     NodeKind = "point"
)

// StructureMarker is a structure or item on the map.
type StructureMarker struct {
	ID        int64
	ProjectID int64
	ParentID  int64 // items: the structure
	Name      string
	Longitude int64 // millionths of an arc second
	Latitude  int64
	Level     int // highest level of its points
}

// Marker is a project on the map of the home page.
type Marker struct {
	ProjectID   int64
	Name        string
	Longitude   int64 // millionths of an arc second
	Latitude    int64
	Level       int
	Points      int
	LastReading int64
}
