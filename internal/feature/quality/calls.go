package quality

import (
	"context"
	"net/http"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/i18n"
	"plumbline/internal/site/project"
)

// AlertQuality is how well the alerts of a project serve the people who handle them.
type AlertQuality struct {
	From      int64                 `json:"from" doc:"UTC ms"`
	Until     int64                 `json:"until" doc:"UTC ms, exclusive: now"`
	TimeZone  string                `json:"timeZone" doc:"Of the project and of the days"`
	Alerts    int                   `json:"alerts" doc:"About thresholds, by the time of their reading, without withdrawn ones"`
	Few       bool                  `json:"few" doc:"Fewer than 30 alerts: one alert changes a share by more than 3 %"`
	Withdrawn int                   `json:"withdrawn" doc:"Alerts of the span that late data, a correction or configuration removed"`
	Health    AlertQualityHealth    `json:"health" doc:"Alerts about devices, in no other figure"`
	Days      []AlertQualityDay     `json:"days" doc:"All days of the span, in the time zone of the project; the first is not complete"`
	Levels    []AlertQualityLevel   `json:"levels" doc:"Blue, yellow, orange, red"`
	Decisions AlertQualityDecisions `json:"decisions"`
	Flood     AlertQualityFlood     `json:"flood"`
	Chatters  int                   `json:"chatters" doc:"Points of which one threshold raised at least 3 alerts within 24 h"`
	Worst     []AlertQualityActor   `json:"worst" doc:"The 10 points with the most alerts"`
	Stales    int                   `json:"stales" doc:"Alerts open for more than 24 h, also from before the span"`
	Stale     []AlertQualityStale   `json:"stale" doc:"The oldest 50 of them"`
	Silent    int                   `json:"silent" doc:"Thresholds, by side, none of whose limits was reached"`
	Never     []AlertQualityLimits  `json:"never" doc:"The first 50 of them, in the order of the points"`
	Constant  int                   `json:"constant" doc:"Thresholds, by side, with a limit that is reached at the last reading, and was all the time"`
	Always    []AlertQualityLimits  `json:"always" doc:"The first 50 of them, in the order of the points"`
}

// AlertQualityHealth counts alerts about devices.
type AlertQualityHealth struct {
	DataLost     int `json:"dataLost"`
	LowVoltage   int `json:"lowVoltage"`
	DataRepeated int `json:"dataRepeated"`
}

// AlertQualityDay counts the alerts of a day.
type AlertQualityDay struct {
	Date   string `json:"date" doc:"2006-01-02"`
	Health int    `json:"health" doc:"About devices"`
	Levels []int  `json:"levels" doc:"By the highest level reached: blue, yellow, orange, red"`
}

// AlertQualityLevel is a level with its alerts and limits.
type AlertQualityLevel struct {
	Level   int     `json:"level" minimum:"1" maximum:"4"`
	Alerts  int     `json:"alerts" doc:"By the highest level reached"`
	Share   float64 `json:"share" doc:"Of all alerts, 0 to 1; 0 without alerts"`
	Guide   float64 `json:"guide" doc:"Share that ANSI/ISA-18.2 recommends for four levels: 0.80, 0.15, 0.05, and for the highest less than 0.01"`
	Limits  int     `json:"limits" doc:"In force for the whole span, of points with readings in it"`
	Never   int     `json:"never" doc:"Of limits: no alert of the span reached it"`
	Always  int     `json:"always" doc:"Of limits: reached at the last reading, and since before the span"`
	Younger int     `json:"younger" doc:"In force for a part of the span, not in limits"`
	Unread  int     `json:"unread" doc:"Of points without a reading in the span, not in limits"`
}

// AlertQualityDecisions is what people decided about the alerts of the span.
type AlertQualityDecisions struct {
	Decided  int     `json:"decided" doc:"Confirmed or called false by a person"`
	False    int     `json:"false" doc:"Of decided"`
	Share    float64 `json:"share" doc:"False ones of decided, 0 to 1; 0 if none was decided"`
	Restored int     `json:"restored" doc:"Over before anybody decided"`
	Waiting  int     `json:"waiting" doc:"Open, nobody has decided"`
	Median   int64   `json:"median" doc:"ms from the raise of an alert to the first decision of a person, of decided ones; of an even number the mean of the two in the middle"`
	Ninety   int64   `json:"ninety" doc:"ms within which 90 % of the decided ones were decided (nearest rank)"`
}

// AlertQualityFlood is how many alerts came at once, in windows of 10 min of UTC.
type AlertQualityFlood struct {
	Peak   int     `json:"peak" doc:"Most alerts in a window"`
	Start  int64   `json:"start" doc:"UTC ms of that window, of several the first; 0: no alerts"`
	Floods int     `json:"floods" doc:"Windows with more than 10 alerts, which EEMUA 191 calls too many for one operator"`
	Share  float64 `json:"share" doc:"Of all windows of the span, 0 to 1; ANSI/ISA-18.2 recommends less than 0.01"`
	PerDay float64 `json:"perDay" doc:"Alerts per day, on average"`
}

// AlertQualityActor is a point with many alerts.
type AlertQualityActor struct {
	MeasuringPointID   int64   `json:"measuringPointId"`
	MeasuringPointName string  `json:"measuringPointName"`
	StructureID        int64   `json:"structureId"`
	Alerts             int     `json:"alerts"`
	Share              float64 `json:"share" doc:"Of all alerts, 0 to 1"`
	Most               int     `json:"most" doc:"Alerts of one threshold within 24 h, at most"`
	Chatters           bool    `json:"chatters" doc:"most is at least 3"`
	False              int     `json:"false" doc:"Called false by a person"`
}

// AlertQualityStale is an alert that has been open for long.
type AlertQualityStale struct {
	AlertID            int64  `json:"alertId"`
	MeasuringPointID   int64  `json:"measuringPointId"`
	MeasuringPointName string `json:"measuringPointName"`
	Level              int    `json:"level"`
	Status             string `json:"status" enum:"Pending,Notice"`
	Opened             int64  `json:"opened" doc:"UTC ms of the reading that opened it"`
}

// AlertQualityLimits is a threshold of a point on one side.
type AlertQualityLimits struct {
	MeasuringPointID   int64      `json:"measuringPointId"`
	MeasuringPointName string     `json:"measuringPointName"`
	StructureID        int64      `json:"structureId"`
	ItemID             int64      `json:"itemId" doc:"0: directly under the structure"`
	Quantity           i18n.Label `json:"quantity" doc:"What it judges"`
	Side               string     `json:"side" enum:"upper,lower"`
	NodeRange          *[2]int32  `json:"nodeRange" nullable:"true" doc:"null: all nodes"`
	Level              int        `json:"level" doc:"Of never: the lowest limit; of always: the highest one that was reached"`
}

type qualityInput struct {
	httpapi.ProjectPath
	Days int `query:"days" minimum:"1" maximum:"366" default:"30" doc:"Length of the span, which ends now; a day is 24 h"`
}

type server struct {
	*httpapi.Kernel
	store    Store
	newest   Newest
	projects *project.Service
}

// guides are the shares of levels that ANSI/ISA-18.2 recommends for four priorities.
var guides = [...]float64{alarm.Blue: 0.80, alarm.Yellow: 0.15, alarm.Orange: 0.05, alarm.Red: 0.01}

func (s *server) register() {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "alertQuality", Method: http.MethodGet, Path: "/projects/{projectId}/alert-quality", Tag: "alerts",
		Need: access.Permission{Area: access.Alert, Action: access.Retrieve}, Unmeasured: "grows with the alerts of its days",
		Summary: "How well the alerts of a project serve the people who handle them",
		Detail: "The figures that EEMUA 191 and ANSI/ISA-18.2 (IEC 62682) propose for alarm systems. Alerts about thresholds count, without withdrawn ones, " +
			"by the time of their reading; an alert is one episode, whatever levels it passes.",
	}, s.quality)
}

func (s *server) quality(ctx context.Context, in *qualityInput) (*httpapi.Output[AlertQuality], error) {
	scope := httpapi.CallerOf(ctx).Scope
	p, err := s.projects.Get(ctx, scope, in.ProjectID)
	if err != nil {
		return nil, err
	}
	zone, err := time.LoadLocation(p.TimeZone)
	if err != nil {
		zone = time.UTC
	}
	now := clock.Now().UnixMilli()
	span := Span{From: now - int64(in.Days)*(24*time.Hour).Milliseconds(), Until: now, Zone: zone}
	f, err := Measure(ctx, s.store, s.newest, scope, in.ProjectID, span)
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(f.Shown()), nil
}

// Shown returns the figures as the call does.
func (f *Figures) Shown() AlertQuality {
	length := time.Duration(f.Until-f.From) * time.Millisecond
	made := AlertQuality{
		From: f.From, Until: f.Until, TimeZone: f.Zone.String(), Alerts: f.Alerts, Few: f.Alerts < fewAlerts, Withdrawn: f.Withdrawn,
		Health: AlertQualityHealth{f.Health[alarm.OfDataLost], f.Health[alarm.OfLowVoltage], f.Health[alarm.OfDataRepeated]},
		Days: httpapi.ListOf(f.Days, func(d Day) AlertQualityDay {
			return AlertQualityDay{Date: d.Date, Health: d.Levels[0], Levels: d.Levels[1:]}
		}),
		Decisions: AlertQualityDecisions{
			f.Decided.Decided, f.Decided.False, share(f.Decided.False, f.Decided.Decided), f.Decided.Restored, f.Decided.Waiting,
			f.Decided.Median, f.Decided.Ninety,
		},
		Flood: AlertQualityFlood{
			f.Peak.Count, f.Peak.Start, f.Floods, float64(f.Floods) / (float64(length) / float64(window)), float64(f.Alerts) / length.Hours() * 24,
		},
		Chatters: f.Chatters, Stales: f.Stales, Silent: f.Silent, Constant: f.Constant,
		Worst: httpapi.ListOf(f.Worst, func(a Actor) AlertQualityActor {
			return AlertQualityActor{a.PointID, a.Name, a.StructureID, a.Alerts, share(a.Alerts, f.Alerts), a.Most, a.Chatters(), a.False}
		}),
		Stale: httpapi.ListOf(f.Stale, func(a alarm.Listed) AlertQualityStale {
			return AlertQualityStale{a.ID, a.PointID, a.PointName, int(a.Level), string(a.Status), a.Opened}
		}),
		Never: httpapi.ListOf(f.Never, limitsShown), Always: httpapi.ListOf(f.Always, limitsShown),
	}
	for level := alarm.Blue; level <= alarm.Red; level++ {
		l := f.Limits[level]
		made.Levels = append(made.Levels, AlertQualityLevel{
			int(level), f.Levels[level], share(f.Levels[level], f.Alerts), guides[level], l.Total, l.Never, l.Always, l.Younger, l.Unread,
		})
	}
	return made
}

func limitsShown(l PointLimits) AlertQualityLimits {
	made := AlertQualityLimits{
		MeasuringPointID: l.PointID, MeasuringPointName: l.Name, StructureID: l.StructureID, ItemID: l.ItemID,
		Quantity: alarm.Quantity(l.Measurement, l.Key), Side: string(l.Side), Level: int(l.Level),
	}
	if nodes := l.Key.NodeRange; nodes.Limited {
		made.NodeRange = &[2]int32{nodes.From, nodes.To}
	}
	return made
}

// share returns a part of a whole; 0 of nothing.
func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
