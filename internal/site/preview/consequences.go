package preview

import "plumbline/internal/platform/i18n"

// MaxConsequences is the maximum number of alerts, values and points of a warning.
const MaxConsequences = 50

// Consequences are the effects of a change on results and alerts, before it is made.
type Consequences struct {
	Points          int                `json:"points" doc:"Points whose results change"`
	Dependants      int                `json:"dependants" doc:"Of these, points computed from the changed points"`
	Recomputing     int                `json:"recomputing" doc:"Changed points that are still being recomputed after an earlier change: their figures compare with results from before that change"`
	Results         int                `json:"results" doc:"Results that change"`
	Accumulated     int                `json:"accumulated" doc:"Unchanged results whose accumulated change would differ"`
	From            int64              `json:"from" doc:"UTC ms of the first result that changes; 0: none"`
	To              int64              `json:"to" doc:"UTC ms of the last result that changes; 0: none"`
	AlertsOpened    int                `json:"alertsOpened" doc:"Alerts that would appear"`
	AlertsWithdrawn int                `json:"alertsWithdrawn" doc:"Alerts that would be withdrawn"`
	AlertsRevised   int                `json:"alertsRevised" doc:"Alerts whose times or levels would change"`
	Alerts          []ConsequentAlert  `json:"alerts" doc:"The first 50 of these alerts, most severe and newest first"`
	Values          []ConsequentValue  `json:"values" doc:"Changes to the latest results by point and time, newest first: values that would differ, at most 50"`
	Warnings        []ThresholdWarning `json:"warnings" doc:"Enabled thresholds that would judge nothing: for a change of thresholds, those of all its points; for other changes, those that judge now. In order of the remedies to apply"`
	MoreValues      int                `json:"moreValues" doc:"Further changed values not listed"`
	Initials        []FormedInitial    `json:"initials" doc:"Initial values that would be new or different, at most 50"`
}

// NoConsequences returns the effects of a change without effect on results.
func NoConsequences() Consequences {
	return Consequences{Alerts: []ConsequentAlert{}, Values: []ConsequentValue{}, Warnings: []ThresholdWarning{}, Initials: []FormedInitial{}}
}

// ThresholdWarning is a reason for which enabled thresholds have no effect.
type ThresholdWarning struct {
	Code   string        `json:"code" enum:"noInitialValue,noFormula,noData"`
	Reason i18n.Label    `json:"reason"`
	Fix    string        `json:"fix" enum:"bindDevice,setFormula,viewDevice,setInitialValue" doc:"The step that fixes it"`
	Points int           `json:"points" doc:"Number of points"`
	List   []WarnedPoint `json:"list" doc:"The first 50 of them"`
}

// WarnedPoint is a point with the names of its thresholds without effect.
type WarnedPoint struct {
	PointID     int64        `json:"measuringPointId"`
	Name        string       `json:"name"`
	StructureID int64        `json:"structureId"`
	ItemID      int64        `json:"itemId" doc:"0: directly under the structure"`
	Labels      []i18n.Label `json:"labels" doc:"Fields with their value types"`
}

// ConsequentAlert is an alert that would appear, vanish or change.
type ConsequentAlert struct {
	Effect      string   `json:"effect" enum:"appears,vanishes,changes"`
	AlertID     int64    `json:"alertId" doc:"0: none yet"`
	StructureID int64    `json:"structureId"`
	PointID     int64    `json:"measuringPointId"`
	PointName   string   `json:"measuringPointName"`
	Measurement string   `json:"measurement"`
	Field       string   `json:"field"`
	ValueType   string   `json:"valueType"`
	Level       int      `json:"level" minimum:"0" maximum:"4" doc:"The highest reached; for a withdrawn alert, its current level"`
	LevelBefore int      `json:"levelBefore" minimum:"0" maximum:"4" doc:"Current value; 0: none yet"`
	Value       *float64 `json:"value" doc:"At the highest level, signed"`
	Unit        string   `json:"unit"`
	Decimals    int      `json:"decimals"`
	Node        int32    `json:"node" doc:"0: no node"`
	Opened      int64    `json:"opened" doc:"UTC ms of the reading that opens it"`
	Time        int64    `json:"time" doc:"UTC ms at which the highest level is reached"`
	Ended       int64    `json:"ended" doc:"UTC ms; 0: ongoing"`
}

// ConsequentValue is a value of one of the newest results, before and after.
type ConsequentValue struct {
	PointID     int64    `json:"measuringPointId"`
	PointName   string   `json:"measuringPointName"`
	Time        int64    `json:"time" doc:"UTC ms"`
	Measurement string   `json:"measurement"`
	Field       string   `json:"field"`
	Node        int32    `json:"node" doc:"0: no node"`
	ValueType   string   `json:"valueType" enum:"observed,accumulated"`
	Unit        string   `json:"unit"`
	Decimals    int      `json:"decimals"`
	Before      *float64 `json:"before" doc:"null: no valid one"`
	After       *float64 `json:"after" doc:"null: no valid one"`
}

// FormedInitial is an initial value as a change would form it.
type FormedInitial struct {
	PointID   int64          `json:"measuringPointId"`
	PointName string         `json:"measuringPointName"`
	From      int64          `json:"from" doc:"UTC ms from which changes are counted from it; 0: always"`
	Formed    int64          `json:"formed" doc:"UTC ms of the last reading used; 0: entered manually, or still waiting for readings"`
	Count     int            `json:"count" doc:"Readings used; 0: entered manually"`
	Missing   int            `json:"missing" doc:"Readings still missing; 0: complete"`
	Values    []InitialField `json:"values" doc:"The first 50; empty until all readings are present"`
	More      int            `json:"more" doc:"Further values not listed"`
}

// InitialField is one observed value of an initial value.
type InitialField struct {
	Field    string     `json:"field"`
	Node     int32      `json:"node" doc:"0: no node"`
	Label    i18n.Label `json:"label"`
	Unit     string     `json:"unit"`
	Decimals int        `json:"decimals"`
	Value    float64    `json:"value"`
}
