package dataapi

import (
	"cmp"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/i18n"
)

// Column is the content of a series or table column.
type Column struct {
	Field     string     `json:"field"`
	Node      int32      `json:"node" doc:"0: the point itself"`
	Depth     *float64   `json:"depth" doc:"m; null if the array does not define it"`
	ValueType string     `json:"valueType" enum:"raw,observed,accumulated,change,rate"`
	Label     i18n.Label `json:"label"`
	Unit      string     `json:"unit"`
	Decimals  int        `json:"decimals" doc:"As shown"`

	PerSegment bool `json:"perSegment,omitempty" doc:"The part of one segment of the array"`
	Old        bool `json:"old,omitempty" doc:"The node has this depth in the range, but no longer at its end"`
}

// Moment is a value with its time.
type Moment struct {
	Time  int64    `json:"time" doc:"UTC ms"`
	Value *float64 `json:"value"`
}

// Statistics cover the valid readings of a series over the whole range.
type Statistics struct {
	Count    int      `json:"count" doc:"Valid values"`
	Abnormal int      `json:"abnormal" doc:"Excluded values"`
	Mean     *float64 `json:"mean"`
	Max      *Moment  `json:"max"`
	Min      *Moment  `json:"min"`
	Last     *Moment  `json:"last"`
}

// TransformSchema documents that mean and extremes may be null.
func (Statistics) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return httpapi.Nullable(s, "max", "min", "last")
}

// Series is one line of a chart.
type Series struct {
	Column
	Reduced    bool       `json:"reduced" doc:"Minimum and maximum of each interval instead of all readings"`
	Statistics Statistics `json:"statistics"`
	Times      []int64    `json:"times" doc:"UTC ms, ascending"`
	Values     []*float64 `json:"values" doc:"One per time; null if none"`
}

// Gap is a time range without readings, longer than three collection intervals.
type Gap struct {
	From int64 `json:"from" doc:"UTC ms"`
	To   int64 `json:"to" doc:"UTC ms"`
}

// AbnormalValue is an invalid value and the reason.
type AbnormalValue struct {
	Time  int64    `json:"time" doc:"UTC ms"`
	Field string   `json:"field"`
	Node  int32    `json:"node"`
	Depth *float64 `json:"depth" doc:"As of the series"`
	Value *float64 `json:"value"`
	Flags []string `json:"flags"`
}

// Mark is an event of the point.
type Mark struct {
	Time  int64  `json:"time" doc:"UTC ms"`
	Until int64  `json:"until" doc:"UTC ms, corrections of a range; 0: a moment"`
	Kind  string `json:"kind" doc:"correction, initial, device, formula, coefficients, ranges"`
	ID    int64  `json:"id" doc:"Of the correction or version"`
	Note  string `json:"note"`
}

// Chart is the content of a point's chart.
type Chart struct {
	MeasuringPointID int64             `json:"measuringPointId"`
	ValueType        string            `json:"valueType" enum:"raw,observed,accumulated,change,rate"`
	Start            int64             `json:"start" doc:"UTC ms"`
	End              int64             `json:"end" doc:"UTC ms"`
	First            int64             `json:"first" doc:"UTC ms of the point's oldest reading if in the range; 0: not in the range"`
	TimeZone         string            `json:"timeZone" doc:"Of the project, IANA name"`
	Completeness     *float64          `json:"completeness" doc:"Readings present divided by readings expected"`
	Series           []Series          `json:"series"`
	Gaps             []Gap             `json:"gaps"`
	Abnormal         []AbnormalValue   `json:"abnormal"`
	Marks            []Mark            `json:"marks"`
	Thresholds       []alarm.Threshold `json:"thresholds" doc:"In force at the end of the range shown"`
	Ranges           []PhysicalRange   `json:"ranges" doc:"Ranges of raw fields that decide whether a reading is valid"`
}

// PhysicalRange is the range of a raw field; a reading outside is invalid.
type PhysicalRange struct {
	From  int64    `json:"from" doc:"UTC ms"`
	Until int64    `json:"until" doc:"UTC ms"`
	Field string   `json:"field"`
	Unit  string   `json:"unit"`
	Min   *float64 `json:"min" doc:"null: no lower limit"`
	Max   *float64 `json:"max" doc:"null: no upper limit"`
}

// LatestValue is the newest valid result of a point.
type LatestValue struct {
	MeasuringPointID int64    `json:"measuringPointId"`
	ProjectID        int64    `json:"projectId"`
	Time             int64    `json:"time" doc:"UTC ms; 0: none yet"`
	Level            *int     `json:"level" minimum:"0" maximum:"4" doc:"null: no threshold judges the point"`
	Flags            []string `json:"flags"`
	Field            string   `json:"field" doc:"What decides the level, else the main field of the measurement"`
	Node             int32    `json:"node" doc:"Arrays: the worst node"`
	ValueType        string   `json:"valueType" doc:"Index of the main value"`
	Unit             string   `json:"unit"`
	Decimals         int      `json:"decimals"`
	Value            *float64 `json:"value" doc:"The main value"`
	Observed         *float64 `json:"observed"`
	Accumulated      *float64 `json:"accumulated"`
	Rate             *float64 `json:"rate" doc:"A day"`
	Share            *float64 `json:"share" doc:"Of the red threshold"`
	Interval         int64    `json:"interval" doc:"ms expected between readings; 0: unknown"`
	NoInitial        bool     `json:"noInitial,omitempty" doc:"The main value is a change, and the newest reading has no initial value"`

	Judgement Judgement  `json:"judgement"`
	JudgedBy  *JudgedBy  `json:"judgedBy,omitempty" doc:"What the level is based on; missing: not judged"`
	Held      *HeldLevel `json:"held,omitempty" doc:"Only the restore count holds the level"`
}

// LatestList is the newest values of points, in the requested order.
type LatestList struct {
	List []LatestValue `json:"list"`
}

// OverviewPoint is a point with its newest value.
type OverviewPoint struct {
	Name        string    `json:"name"`
	StructureID int64     `json:"structureId"`
	ItemID      int64     `json:"itemId"`
	Measurement string    `json:"measurement"`
	Category    string    `json:"category"`
	Pages       PageSlugs `json:"pages"`
	LatestValue
}

// Overview is every point of a project or structure with its newest value.
type Overview struct {
	Tally
	List []OverviewPoint `json:"list"`
}

// TableRow is one reading.
type TableRow struct {
	Time   int64      `json:"time" doc:"UTC ms"`
	Flags  []string   `json:"flags"`
	Values []*float64 `json:"values" doc:"One per column; null if none"`
}

// Table is one page of readings.
type Table struct {
	Columns []Column   `json:"columns"`
	List    []TableRow `json:"list"`
	Total   int        `json:"total"`

	Ranges []PhysicalRange `json:"ranges" doc:"Ranges of raw fields that decide whether a reading is valid"`
}

// TimeExtent is the time range of a point's results.
type TimeExtent struct {
	First    int64 `json:"first" doc:"UTC ms of the oldest reading; 0: none"`
	Last     int64 `json:"last" doc:"UTC ms of the newest reading; 0: none"`
	Interval int64 `json:"interval" doc:"ms expected between readings; 0: unknown"`
}

// TimeList is the times at which a point has results.
type TimeList struct {
	Times []int64 `json:"times" doc:"UTC ms, ascending"`
}

// Explanation is how one value was computed, from the instrument to the verdict.
type Explanation struct {
	Column      Column        `json:"column"`
	Time        int64         `json:"time" doc:"UTC ms"`
	Flags       []string      `json:"flags"`
	Reason      string        `json:"reason" doc:"Key of why there is no value; empty otherwise"`
	Raw         []RawValue    `json:"raw"`
	Versions    []UsedVersion `json:"versions"`
	Steps       []Step        `json:"steps"`
	Initial     *float64      `json:"initial"`
	InitialFrom int64         `json:"initialFrom" doc:"UTC ms; 0: no initial value"`
	Corrections []Correction  `json:"corrections"`
	Observed    *float64      `json:"observed"`
	Accumulated *float64      `json:"accumulated"`
	Change      *float64      `json:"change"`
	Rate        *float64      `json:"rate"`
	Verdicts    []Verdict     `json:"verdicts"`
}

// RawValue is what the instrument sent, with earlier revisions of the same time.
type RawValue struct {
	DeviceID  int64         `json:"deviceId"`
	ChannelNo int32         `json:"channelNo"`
	Field     string        `json:"field"`
	Node      int32         `json:"node"`
	Time      int64         `json:"time" doc:"UTC ms"`
	Received  int64         `json:"received" doc:"UTC ms"`
	Value     *float64      `json:"value"`
	Min       *float64      `json:"min" doc:"Range of the instrument; null if none"`
	Max       *float64      `json:"max" doc:"Range of the instrument; null if none"`
	Revisions []RawRevision `json:"revisions" doc:"Older values, newest first"`
}

// RawRevision is a superseded raw value.
type RawRevision struct {
	Value    *float64 `json:"value"`
	Received int64    `json:"received" doc:"UTC ms"`
	Replaced int64    `json:"replaced" doc:"UTC ms"`
}

// UsedVersion is a version of configuration used to compute the value.
type UsedVersion struct {
	Owner     string `json:"owner" enum:"point,device"`
	OwnerID   int64  `json:"ownerId"`
	Aspect    string `json:"aspect"`
	ID        int64  `json:"id"`
	ValidFrom int64  `json:"validFrom" doc:"UTC ms"`
	Note      string `json:"note"`
}

// Step is one step of the computation.
type Step struct {
	Key     string      `json:"key" doc:"Of the formula"`
	Formula string      `json:"formula"`
	Inputs  []StepInput `json:"inputs"`
	Field   string      `json:"field"`
	Value   *float64    `json:"value"`
	Unit    string      `json:"unit"`
}

// StepInput is a number used in a step.
type StepInput struct {
	Name  string   `json:"name"`
	Value *float64 `json:"value"`
	Unit  string   `json:"unit"`
}

// Verdict is the judgement of the value by a threshold.
type Verdict struct {
	Threshold alarm.Threshold `json:"threshold"`
	Value     *float64        `json:"value"`
	Level     int             `json:"level" minimum:"0" maximum:"4"`
	Side      string          `json:"side" enum:"upper,lower" doc:"upper: reached at or above the limit; lower: at or below the limit"`
	Limit     *float64        `json:"limit" doc:"Of the level; at level 0 the first one, which is not reached; null: the value was not judged"`
}

func columnOf(c query.Column) Column {
	return Column{
		Field: c.Field, Node: c.Node, Depth: c.Depth, ValueType: string(c.ValueType), Label: c.Label, Unit: c.Unit, Decimals: c.Decimals,
		PerSegment: c.PerSegment, Old: c.Old,
	}
}

func explanationOf(e query.Explanation) Explanation {
	return Explanation{
		Column: columnOf(e.Column), Time: e.Time, Flags: e.Flag.Names(), Reason: e.Reason,
		Raw: httpapi.ListOf(e.Raw, func(r query.RawValue) RawValue {
			return RawValue{
				DeviceID: r.Device, ChannelNo: r.Channel, Field: r.Field, Node: r.Node, Time: r.Time,
				Received: r.Received, Value: httpapi.Finite(r.Value), Min: httpapi.Finite(r.Low), Max: httpapi.Finite(r.High),
				Revisions: httpapi.ListOf(r.Revisions, func(old query.RawRevision) RawRevision {
					return RawRevision{Value: httpapi.Finite(old.Value), Received: old.Received, Replaced: old.Replaced}
				}),
			}
		}),
		Versions: httpapi.ListOf(e.Versions, func(v query.UsedVersion) UsedVersion { return UsedVersion(v) }),
		Steps: httpapi.ListOf(e.Steps, func(st query.Step) Step {
			return Step{
				Key: st.Key, Formula: st.Formula, Field: st.Field, Value: httpapi.Finite(st.Value), Unit: st.Unit,
				Inputs: httpapi.ListOf(st.Inputs, func(in query.Input) StepInput { return StepInput{in.Name, httpapi.Finite(in.Value), in.Unit} }),
			}
		}),
		Initial: httpapi.Finite(e.Initial), InitialFrom: e.InitialFrom,
		Corrections: httpapi.ListOf(e.Corrections, func(c correction.Correction) Correction { return correctionOf(c) }),
		Observed:    httpapi.Finite(e.Observed), Accumulated: httpapi.Finite(e.Accumulated), Change: httpapi.Finite(e.Change), Rate: httpapi.Finite(e.Rate),
		Verdicts: httpapi.ListOf(e.Verdicts, func(v query.Verdict) Verdict {
			return Verdict{
				Threshold: v.Threshold, Value: httpapi.Finite(v.Value), Level: int(v.Level),
				Side: string(cmp.Or(v.Side, alarm.Upper)), Limit: httpapi.Finite(v.Limit),
			}
		}),
	}
}

// PageSlugs are data views of a point.
type PageSlugs []string

// Schema documents all data views, so that clients must handle each.
func (PageSlugs) Schema(huma.Registry) *huma.Schema {
	item := &huma.Schema{Type: huma.TypeString}
	for _, page := range catalog.BuiltPages() {
		item.Enum = append(item.Enum, page.Slug)
	}
	return &huma.Schema{Type: huma.TypeArray, Items: item, Description: "Data views of the point, the default one first; see /constants/pages"}
}
