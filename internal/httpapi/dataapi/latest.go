package dataapi

import (
	"context"
	"slices"
	"sync"

	"plumbline/internal/core/asknown"
	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
)

type latestInput struct {
	Body struct {
		Known
		MeasuringPointIDs []int64 `json:"measuringPointIds" minItems:"1" maxItems:"10000"`
	}
}

func (s *server) monitorLatest(ctx context.Context, in *latestInput) (*httpapi.Raw, error) {
	list := latestLists.Get().(*[]query.Latest)
	latest, err := s.visibleLatest(ctx, in.Body.Known, (*list)[:0], in.Body.MeasuringPointIDs)
	if err != nil {
		return nil, err
	}
	*list = latest
	language := string(httpapi.LanguageOf(ctx))
	return httpapi.RawPieces(func(b []byte, spill httpapi.Spill) []byte {
		defer latestLists.Put(list)
		return appendLatestList(b, *list, language, spill)
	}), nil
}

// latestLists are reusable lists: one of 10,000 points takes 2 MB, and wall screens request it repeatedly.
var latestLists = sync.Pool{New: func() any { return new([]query.Latest) }}

// visibleLatest appends the newest values of the points that the caller may see.
func (s *server) visibleLatest(ctx context.Context, known Known, list []query.Latest, ids []int64) ([]query.Latest, error) {
	if len(ids) > maxLatest {
		return nil, errs.New(errs.TooManyPoints, "max", maxLatest)
	}
	latest, err := s.Monitor.AppendLatest(ctx, list, ids)
	if err != nil {
		return nil, err
	}
	who := httpapi.CallerOf(ctx)
	seen := map[int64]bool{}
	latest = slices.DeleteFunc(latest, func(l query.Latest) bool {
		visible, known := seen[l.Project]
		if !known {
			visible = l.Project != 0 && who.Sees(l.Corporation, l.Project) && who.May(access.Data, access.Retrieve, l.Project)
			seen[l.Project] = visible
		}
		return !visible
	})
	if known.KnownAt == 0 {
		return latest, nil
	}
	return s.knownLatest(ctx, known, latest)
}

// knownLatest returns the newest values of points as they were known.
func (s *server) knownLatest(ctx context.Context, known Known, now []query.Latest) ([]query.Latest, error) {
	if len(now) > asknown.MostPoints {
		return nil, errs.OnField("measuringPointIds", errs.TooManyPoints, "max", asknown.MostPoints)
	}
	from, err := s.read(known)
	if err != nil {
		return nil, err
	}
	ids := make([]int64, len(now))
	for i := range now {
		ids[i] = now[i].Point
	}
	return from.AppendLatest(ctx, now[:0], ids)
}

// LatestOf is the newest value of a point in a language.
func LatestOf(l *query.Latest, lang errs.Language) LatestValue {
	return LatestValue{
		MeasuringPointID: l.Point, ProjectID: l.Project, Time: l.Time, Level: LevelOf(l.Level), Flags: l.Flag.Names(), Field: l.Field, Node: l.Node,
		ValueType: string(l.ValueType), Unit: l.Unit, Decimals: l.Decimals, Value: httpapi.Finite(l.Value), Observed: httpapi.Finite(l.Observed),
		Accumulated: httpapi.Finite(l.Accumulated), Rate: httpapi.Finite(l.Rate), Share: httpapi.Finite(l.Share), Interval: l.Interval, NoInitial: l.NoInitial,
		Judgement: JudgementOf(l.Judgement, lang), JudgedBy: judgedByOf(l.Judgement.By), Held: heldOf(l.Judgement.Held),
	}
}
