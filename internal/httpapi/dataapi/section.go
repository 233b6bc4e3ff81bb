package dataapi

import (
	"cmp"
	"context"
	"slices"

	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/section"
)

type sectionInput struct {
	Body struct {
		Known
		StructureID     int64               `json:"structureId" minimum:"1" doc:"A structure or an item"`
		Section         string              `json:"section,omitempty" maxLength:"200" doc:"Name of the section whose members have charts; empty: that of measuringPointId, or the first"`
		MeasuringPoint  int64               `json:"measuringPointId,omitempty" minimum:"0" doc:"A point of the structure; 0: none"`
		Kind            string              `json:"kind" enum:"offset,convergence,settlement,chord" doc:"The field"`
		ValueType       string              `json:"valueType,omitempty" enum:"observed,accumulated,change,rate" doc:"Default accumulated"`
		Start           httpapi.AskedTime   `json:"start" doc:"UTC ms"`
		End             httpapi.AskedTime   `json:"end" doc:"UTC ms, inclusive; at most 366 days after start"`
		Base            httpapi.AskedTime   `json:"base,omitempty" doc:"accumulated only: relative to the result at this time, UTC ms; 0: to the initial value"`
		IncludeAbnormal bool                `json:"includeAbnormal,omitempty"`
		MaxPoints       int                 `json:"maxPoints,omitempty" minimum:"0" maximum:"20000" doc:"Per series; 0 means 2400"`
		Times           []httpapi.AskedTime `json:"times,omitempty" maxItems:"20" doc:"UTC ms: also the readings of all members nearest to these times, for the longitudinal profile"`
	}
}

// SectionMember is a prism, or a pair of prisms, of a section.
type SectionMember struct {
	MeasuringPointID int64           `json:"measuringPointId"`
	Section          string          `json:"section"`
	Chainage         *float64        `json:"chainage" doc:"m along the structure, if the engineering data have it"`
	Interval         int64           `json:"interval" doc:"ms between its readings"`
	Prisms           []int64         `json:"prisms" doc:"Points with the coordinates that it is computed from"`
	At               []SectionMoment `json:"at" doc:"Its readings nearest to the requested times within one interval, in their order"`
	Chart            *Chart          `json:"chart,omitempty" doc:"Of the members of the requested section"`
}

// SectionMoment is the reading of a member nearest to a time.
type SectionMoment struct {
	Time  int64    `json:"time" doc:"UTC ms; 0: none"`
	Value *float64 `json:"value"`
}

// Prism is where a prism of the requested section was last seen.
type Prism struct {
	MeasuringPointID int64    `json:"measuringPointId"`
	Time             int64    `json:"time" doc:"UTC ms; 0: never"`
	Northing         *float64 `json:"northing" doc:"m"`
	Easting          *float64 `json:"easting" doc:"m"`
	Elevation        *float64 `json:"elevation" doc:"m"`
}

// Section is the members of the sections of a structure, and the charts and prisms of one section.
type Section struct {
	Section string          `json:"section" doc:"Whose members have charts; empty: no point computes the field"`
	Members []SectionMember `json:"members" doc:"By chainage, then in the order of the structure"`
	Prisms  []Prism         `json:"prisms"`
}

func (s *server) sections() {
	httpapi.Register(s.Kernel,
		post("monitorSection", "section", "Chords, convergences, offsets and settlements of the sections of a structure",
			"A point belongs to the section that its engineering data name, or else to its item.", describe[Section](s)).
			Sending(`{"structureId":{structureId},"kind":"convergence","start":1799000000000,"end":1799900000000}`),
		s.monitorSection)
}

func (s *server) monitorSection(ctx context.Context, in *sectionInput) (*httpapi.Raw, error) {
	b := &in.Body
	who := httpapi.CallerOf(ctx)
	structure, err := s.Projects.Structure(ctx, who.Scope, b.StructureID)
	if err == nil {
		err = who.Require(seeData, structure.ProjectID)
	}
	switch {
	case err != nil:
		return nil, err
	case b.Start == 0 || b.End == 0:
		return nil, errs.New(errs.TimeRequired)
	case b.Start > b.End:
		return nil, errs.New(errs.StartAfterEnd)
	}
	finder := section.Finder{Projects: s.Projects, Points: s.Points, Fields: s.Monitor}
	places, err := finder.Members(ctx, who.Scope, structure.ProjectID, b.StructureID, b.Kind, b.End.Millis())
	if err != nil {
		return nil, err
	}
	chosen := b.Section
	if chosen == "" && len(places) > 0 {
		chosen = places[max(0, slices.IndexFunc(places, func(p section.Place) bool { return p.ID == b.MeasuringPoint }))].Section
	}
	request := query.SectionRequest{
		Field: b.Kind, Kind: cmp.Or(query.ValueType(b.ValueType), query.Accumulated), Start: b.Start.Millis(), End: b.End.Millis(),
		Base: b.Base.Millis(), Abnormal: b.IncludeAbnormal, MaxPoints: b.MaxPoints,
	}
	named := make(map[int64]section.Place, len(places))
	for _, place := range places {
		named[place.ID] = place
		request.Candidates = append(request.Candidates, place.ID)
	}
	request.Charted = func(id int64) bool { return named[id].Section == chosen }
	for _, t := range b.Times {
		request.Times = append(request.Times, t.Millis())
	}
	from, err := s.read(b.Known)
	if err != nil {
		return nil, err
	}
	found, err := from.Section(ctx, request)
	if err != nil {
		return nil, err
	}
	return httpapi.RawJSON(func(out []byte) []byte { return appendSection(out, chosen, named, request.Kind, &found) }), nil
}

// appendSection writes a Section.
func appendSection(b []byte, chosen string, places map[int64]section.Place, kind query.ValueType, s *query.Section) []byte {
	b = append(b, `{"section":`...)
	b = httpapi.AppendText(b, chosen)
	b = append(b, `,"members":`...)
	b = httpapi.AppendList(b, len(s.Members), func(b []byte, i int) []byte {
		m := &s.Members[i]
		b = append(b, `{"measuringPointId":`...)
		b = httpapi.AppendInt(b, m.Point)
		b = append(b, `,"section":`...)
		b = httpapi.AppendText(b, places[m.Point].Section)
		b = append(b, `,"chainage":`...)
		b = httpapi.AppendNumber(b, places[m.Point].Chainage)
		b = append(b, `,"interval":`...)
		b = httpapi.AppendInt(b, m.Interval)
		b = append(b, `,"prisms":`...)
		b = httpapi.AppendList(b, len(m.Prisms), func(b []byte, k int) []byte { return httpapi.AppendInt(b, m.Prisms[k]) })
		b = append(b, `,"at":`...)
		b = httpapi.AppendList(b, len(m.At), func(b []byte, k int) []byte {
			b = append(b, `{"time":`...)
			b = httpapi.AppendInt(b, m.At[k].Time)
			b = append(b, `,"value":`...)
			return append(httpapi.AppendNumber(b, m.At[k].Value), '}')
		})
		if m.Chart != nil {
			b = append(b, `,"chart":`...)
			b = appendChart(b, m.Point, kind, m.Chart)
		}
		return append(b, '}')
	})
	b = append(b, `,"prisms":`...)
	b = httpapi.AppendList(b, len(s.Prisms), func(b []byte, i int) []byte {
		p := &s.Prisms[i]
		b = append(b, `{"measuringPointId":`...)
		b = httpapi.AppendInt(b, p.Point)
		b = append(b, `,"time":`...)
		b = httpapi.AppendInt(b, p.Time)
		b = append(b, `,"northing":`...)
		b = httpapi.AppendNumber(b, p.Northing)
		b = append(b, `,"easting":`...)
		b = httpapi.AppendNumber(b, p.Easting)
		b = append(b, `,"elevation":`...)
		return append(httpapi.AppendNumber(b, p.Elevation), '}')
	})
	return append(b, '}')
}
