// Package content gathers what a report says: the rows, maxima, alarms, devices, curves and plans of a project over a period. A
// content is a value: the same request at the same moment of knowledge gives the same content, from which files are laid out.
package content

import "plumbline/internal/core/alarm"

// Kind is how often a report is made.
type Kind string

// Kinds (glossary section 13).
const (
	Day     Kind = "day"
	Week    Kind = "week"
	Month   Kind = "month"
	Stage   Kind = "stage"
	Special Kind = "special"
)

// Report is what a report says. Times are UTC ms; 0: none. Lists are in the order in which they are printed.
type Report struct {
	Language     string        `json:"language"`
	Version      string        `json:"version"` // of the product
	Kind         Kind          `json:"kind"`
	Title        string        `json:"title"`
	Number       string        `json:"number"` // empty: not issued
	Revision     int           `json:"revision"`
	From         int64         `json:"from"`
	To           int64         `json:"to"`
	KnownAt      int64         `json:"knownAt"` // the moment of knowledge
	Project      Project       `json:"project"`
	Points       int           `json:"points"` // how many points the report is about
	Measurements []Measurement `json:"measurements"`
	Alarms       []Alarm       `json:"alarms"`
	MoreAlarms   int           `json:"moreAlarms"` // that the list leaves out: the lowest levels
	Devices      []Device      `json:"devices"`
	Weather      []Weather     `json:"weather"` // of the stations of the project
	Curves       []Curve       `json:"curves"`
	MoreCurves   int           `json:"moreCurves"` // that the report leaves out: those of the lowest levels
	Plans        []Plan        `json:"plans"`
	Typed        Typed         `json:"typed"`
	Signatures   []Signature   `json:"signatures"`
}

// Project is the project of a report.
type Project struct {
	Name        string `json:"name"`
	Address     string `json:"address"`
	Remarks     string `json:"remarks"`
	Corporation string `json:"corporation"`
	Zone        string `json:"zone"` // IANA name; all times are shown in it
}

// Typed is what a person writes into a report. Empty: nothing was written, and the report says so.
type Typed struct {
	Weather    string `json:"weather"`
	Working    string `json:"working"` // working condition (工况)
	Conclusion string `json:"conclusion"`
	Advice     string `json:"advice"`
}

// Measurement is the part of a report about one measurement.
type Measurement struct {
	Code    string    `json:"code"`
	Name    string    `json:"name"`
	Rows    []Row     `json:"rows"`  // of each point; an array gives one row for each quantity: that of its node with the largest change
	Holes   []Hole    `json:"holes"` // of arrays, by depth
	Maxima  []Maximum `json:"maxima"`
	Missing []Missing `json:"missing"` // points without a reading, with the reason
}

// Number is a number to print; no Value: there is none, printed as #N/A.
type Number struct {
	Value    *float64 `json:"value"`
	Unit     string   `json:"unit"`
	Decimals int      `json:"decimals"`
}

// Row is a row of a report table (domain measurements.md 0.3).
type Row struct {
	Point        string `json:"point"`
	PointID      int64  `json:"pointId"`
	Structure    string `json:"structure"`
	Item         string `json:"item"` // empty: none
	Quantity     string `json:"quantity"`
	Depth        Number `json:"depth"` // of a node
	Initial      Number `json:"initial"`
	Previous     Number `json:"previous"`
	This         Number `json:"this"`
	Change       Number `json:"change"`
	Accumulated  Number `json:"accumulated"`
	Rate         Number `json:"rate"`    // per day
	Control      string `json:"control"` // accumulated / rate; empty: none
	Level        int    `json:"level"`   // 0 to 4; -1: not judged
	Time         int64  `json:"time"`
	PreviousTime int64  `json:"previousTime"`
	Instrument   string `json:"instrument"` // model and serial number
	Remark       string `json:"remark"`
}

// Hole is the table of an array by depth.
type Hole struct {
	Point      string `json:"point"`
	PointID    int64  `json:"pointId"`
	Structure  string `json:"structure"`
	Quantity   string `json:"quantity"`
	Instrument string `json:"instrument"`
	Count      int    `json:"count"` // of valid readings since the initial value
	Rows       []Row  `json:"rows"`
}

// Extreme is what a maximum is the maximum of.
type Extreme string

// Extremes.
const (
	MostPositive Extreme = "positive" // of the accumulated change
	MostNegative Extreme = "negative"
	Fastest      Extreme = "rate"
)

// Maximum is an extreme value of a quantity, with its point.
type Maximum struct {
	Of       Extreme `json:"of"`
	Quantity string  `json:"quantity"`
	Value    Number  `json:"value"`
	Point    string  `json:"point"`
	Depth    Number  `json:"depth"`
	Time     int64   `json:"time"`
	Level    int     `json:"level"`
}

// Missing is a point without a reading at the end of the period.
type Missing struct {
	Point  string `json:"point"`
	Last   int64  `json:"last"` // the last reading before; 0: none
	Reason string `json:"reason"`
}

// Alarm is an alarm that was open in the period.
type Alarm struct {
	ID       int64  `json:"id"`
	Kind     string `json:"kind"`
	Level    int    `json:"level"`
	Name     string `json:"name"` // point or device
	Quantity string `json:"quantity"`
	Reason   string `json:"reason"`
	Opened   int64  `json:"opened"`
	Ended    int64  `json:"ended"` // 0: open
	Status   string `json:"status"`
	Handled  string `json:"handled"` // note, cause and measure of people
}

// Device is the state of a device at the end of the period.
type Device struct {
	Name     string `json:"name"`
	Model    string `json:"model"`
	SNCode   string `json:"sncode"`
	Expected int64  `json:"expected"` // readings in the period; 0: it has no interval
	Received int64  `json:"received"`
	Arrival  Number `json:"arrival"` // percent
	Health   string `json:"health"`
}

// Weather is a value of a station over the period.
type Weather struct {
	Point string `json:"point"`
	Name  string `json:"name"`
	Least Number `json:"least"`
	Most  Number `json:"most"`
	Total Number `json:"total"` // rain; no value: it has no total
}

// View is what a curve shows.
type View string

// Views.
const (
	Process View = "process" // over time
	Profile View = "profile" // over depth
)

// Curve is the data of a chart, as web/src/features/data-views/picture/report-curve.ts reads it.
type Curve struct {
	Point      string            `json:"point"`
	PointID    int64             `json:"pointId"`
	View       View              `json:"view"`
	Quantity   string            `json:"quantity"`
	Unit       string            `json:"unit"`
	Decimals   int               `json:"decimals"`
	Zone       string            `json:"zone"`
	Language   string            `json:"language"`
	Level      int               `json:"level"`
	Start      int64             `json:"start"`
	End        int64             `json:"end"`
	Lines      []Line            `json:"lines"` // over time one; over depth the last period and then this one
	Gaps       []Gap             `json:"gaps"`
	Thresholds []alarm.Threshold `json:"thresholds"`
}

// Line is a line of a curve: over time X is UTC ms, over depth the depth in m. Y is nil where there is no value.
type Line struct {
	Time int64      `json:"time"` // of a shape
	X    []float64  `json:"x"`
	Y    []*float64 `json:"y"`
}

// Gap is a time without readings.
type Gap struct {
	From int64 `json:"from"`
	To   int64 `json:"to"`
}

// Plan is a drawing with the points on it.
type Plan struct {
	Name   string `json:"name"`
	Sheet  int64  `json:"sheet"` // drawing
	File   string `json:"file"`  // uploaded picture; empty: none
	Points []Mark `json:"points"`
}

// Mark is a point on a plan, in parts of its width and height.
type Mark struct {
	Point string  `json:"point"`
	X     float64 `json:"x"`
	Y     float64 `json:"y"`
	Level int     `json:"level"` // -1: not judged
	Value string  `json:"value"` // with its unit
}

// Role is the part that a person has in a report.
type Role string

// Roles.
const (
	Maker    Role = "made"
	Checker  Role = "checked"
	Approver Role = "approved"
)

// Signature is a person's signature; no Time: the place is empty.
type Signature struct {
	Role    Role   `json:"role"`
	Name    string `json:"name"`
	Time    int64  `json:"time"`
	Picture string `json:"picture"` // blob; empty: none
	Seal    string `json:"seal"`    // blob; empty: none
}

// Drawn reports whether a signature has a picture or a seal.
func (s *Signature) Drawn() bool { return s.Picture != "" || s.Seal != "" }
