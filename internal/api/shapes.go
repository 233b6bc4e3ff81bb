package api

import (
	"math"

	"plumbline/internal/platform/listing"
)

// Page is one page of a list.
type Page[T any] struct {
	List  []T `json:"list"`
	Total int `json:"total" minimum:"0" doc:"Length of the whole list"`
}

// output is an answer with a JSON body.
type output[T any] struct{ Body T }

func answer[T any](body T) *output[T] { return &output[T]{Body: body} }

// pageOf turns a page of the domain into one of the API; its list is never null.
func pageOf[D, T any](page listing.Page[D], turn func(D) T) *output[Page[T]] {
	return answer(Page[T]{List: listOf(page.List, turn), Total: page.Total})
}

// listOf turns a list; the answer is never null.
func listOf[D, T any](list []D, turn func(D) T) []T {
	out := make([]T, 0, len(list))
	for _, d := range list {
		out = append(out, turn(d))
	}
	return out
}

// List is a list without pages.
type List[T any] struct {
	List []T `json:"list"`
}

func listAnswer[D, T any](list []D, turn func(D) T) *output[List[T]] {
	return answer(List[T]{List: listOf(list, turn)})
}

func same[T any](v T) T { return v }

// Done is the answer of calls that have nothing else to say.
type Done struct {
	Message string `json:"msg,omitempty" doc:"Shown to the person, in their language"`
}

type nothing struct{}

// Paging is how every list is asked for.
type Paging struct {
	Page     int    `query:"page" minimum:"1" maximum:"1000000" default:"1" doc:"From 1"`
	PageSize int    `query:"pageSize" minimum:"1" maximum:"200" default:"20"`
	Sort     string `query:"sort" maxLength:"40" doc:"A field of the list; a leading - sorts downwards"`
	Name     string `query:"name" maxLength:"50" doc:"Part of a name or number"`
}

func (p Paging) query() listing.Query {
	return listing.Query{Page: p.Page, Size: p.PageSize, Sort: p.Sort, Keyword: p.Name}
}

type ProjectPath struct {
	ProjectID int64 `path:"projectId" minimum:"1" example:"1"`
}

type StructurePath struct {
	StructureID int64 `path:"structureId" minimum:"1" example:"2" doc:"A structure or an item"`
}

type ProjectStructurePath struct {
	ProjectPath
	StructurePath
}

type PointPath struct {
	StructurePath
	MeasuringPointID int64 `path:"measuringPointId" minimum:"1" example:"3"`
}

type CorporationPath struct {
	CorporationID int64 `path:"corporationId" minimum:"1" example:"1"`
}

type DevicePath struct {
	CorporationPath
	DeviceID int64 `path:"deviceId" minimum:"1" example:"4"`
}

const microArcSeconds = 3600 * 1e6 // a degree

// degrees turns stored millionths of an arc second into degrees; the way back is exact.
func degrees(v *int64) *float64 {
	if v == nil {
		return nil
	}
	d := float64(*v) / microArcSeconds
	return &d
}

func arcOf(d *float64) *int64 {
	if d == nil {
		return nil
	}
	v := int64(math.Round(*d * microArcSeconds))
	return &v
}

// finite is nil for what JSON cannot say.
func finite(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}
