package httpapi

import (
	"math"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/core/reading"
	"plumbline/internal/platform/paging"
)

// Page is one page of a list.
type Page[T any] struct {
	List  []T `json:"list"`
	Total int `json:"total" minimum:"0" doc:"Length of the whole list"`
}

// Output is a response with a JSON body.
type Output[T any] struct{ Body T }

func Reply[T any](body T) *Output[T] { return &Output[T]{Body: body} }

// ReplyPage turns a page of the domain into one of the API; its list is never null.
func ReplyPage[D, T any](page paging.Page[D], turn func(D) T) *Output[Page[T]] {
	return Reply(Page[T]{List: ListOf(page.List, turn), Total: page.Total})
}

// ListOf converts a list; the result is never null.
func ListOf[D, T any](list []D, turn func(D) T) []T {
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

// Gathered is a list that all servers contribute to.
type Gathered[T any] struct {
	List          []T      `json:"list"`
	SilentServers []string `json:"silentServers" nullable:"false" doc:"Servers that did not answer in time: what only they know is missing"`
}

func ReplyList[D, T any](list []D, turn func(D) T) *Output[List[T]] {
	return Reply(List[T]{List: ListOf(list, turn)})
}

func AsIs[T any](v T) T { return v }

// Done is the response of calls without data.
type Done struct {
	Message string `json:"msg,omitempty" doc:"Shown to the user, in their language"`
}

type NoInput struct{}

// Paging holds the query parameters of every list.
type Paging struct {
	Page     int    `query:"page" minimum:"1" maximum:"1000000" default:"1" doc:"From 1"`
	PageSize int    `query:"pageSize" minimum:"1" maximum:"200" default:"20"`
	Sort     string `query:"sort" maxLength:"40" doc:"A field of the list; a leading - sorts in descending order"`
	Name     string `query:"name" maxLength:"50" doc:"Part of a name or number"`
}

func (p Paging) Query() paging.Query {
	return paging.Query{Page: p.Page, Size: p.PageSize, Sort: p.Sort, Keyword: p.Name}
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

// Degrees converts stored millionths of an arc second to degrees; the conversion back is exact.
func Degrees(v *int64) *float64 {
	if v == nil {
		return nil
	}
	d := float64(*v) / microArcSeconds
	return &d
}

func MicroArcSeconds(d *float64) *int64 {
	if d == nil {
		return nil
	}
	v := int64(math.Round(*d * microArcSeconds))
	return &v
}

// Finite returns nil for NaN and infinities, which JSON cannot represent.
func Finite(v float64) *float64 {
	if !reading.IsFinite(v) {
		return nil
	}
	return &v
}

// RequestInfo is what a call needs to know about its request.
type RequestInfo struct {
	Client  string `header:"User-Agent" hidden:"true"`
	Address string
}

// Resolve sets the client's address; huma calls it.
func (i *RequestInfo) Resolve(ctx huma.Context) []error {
	i.Address = addressOf(&http.Request{RemoteAddr: ctx.RemoteAddr()})
	return nil
}

// Exists reports only whether a name or number is taken.
type Exists struct {
	IsExist bool `json:"isExist"`
}

// Counted is the number of objects that a call changed.
type Counted struct {
	Count int `json:"count"`
}
