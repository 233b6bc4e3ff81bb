package retention

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"plumbline/internal/feature"
	"plumbline/internal/field/ingest"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/paging"
)

// Service sets how long data are kept, says what that costs, and deletes what is too old.
type Service struct {
	store     *Store
	kinds     []Kind
	protected []Protected
}

// New returns the service of a server.
func New(host feature.Host) *Service {
	return &Service{store: &Store{host.Tables}, kinds: kindsOf(host.Intake), protected: []Protected{openAlerts{host.Tables}}}
}

// allowed returns the codes of the kinds that can be set.
func (s *Service) allowed() string {
	var codes []string
	for _, k := range s.kinds {
		if k.settable() {
			codes = append(codes, k.Code)
		}
	}
	return strings.Join(codes, ", ")
}

// place returns a project in the scope, with its corporation.
func (s *Service) place(ctx context.Context, scope access.Scope, project int64) (Place, error) {
	corporation, err := s.store.ProjectOwner(ctx, scope, project)
	return Place{corporation, project}, err
}

// month is the time over which growth is measured, ms.
const month = 30 * day

// State is how long a kind is kept, and how much there is of it.
type State struct {
	Kind    *Kind
	Setting Setting
	Stored  ingest.Amount
	Grown   ingest.Amount // of the last 30 days
}

// List returns the state of all kinds in a place, and when the job runs next.
func (s *Service) List(ctx context.Context, place Place) (list []State, nextRun int64, err error) {
	devices, err := s.store.Devices(ctx, place)
	if err != nil {
		return nil, 0, err
	}
	for i := range s.kinds {
		state := State{Kind: &s.kinds[i]}
		if state.Kind.settable() {
			if state.Setting, err = s.store.Setting(ctx, s.store.DB.Reader(), place, state.Kind); err != nil {
				return nil, 0, err
			}
			if state.Stored, state.Grown, err = state.Kind.sizes(ctx, devices); err != nil {
				return nil, 0, err
			}
		}
		list = append(list, state)
	}
	nextRun, err = s.store.NextRun(ctx)
	return list, nextRun, err
}

// sizes returns how much devices have, and how much of it is of the last 30 days.
func (k *Kind) sizes(ctx context.Context, devices []int64) (stored, grown ingest.Amount, err error) {
	if stored, err = k.sum(ctx, devices, Span{0, endless}); err != nil {
		return stored, grown, err
	}
	grown, err = k.sum(ctx, devices, Span{clock.Now().UnixMilli() - month, endless})
	return stored, grown, err
}

func (k *Kind) sum(ctx context.Context, devices []int64, span Span) (total ingest.Amount, err error) {
	found, err := k.Measure(ctx, devices, span.From, span.To)
	for _, a := range found {
		total.Add(a)
	}
	return total, err
}

// Save sets the age of a kind in a place; nil: what holds above.
func (s *Service) Save(ctx context.Context, who audit.Actor, place Place, code string, days *int) error {
	k, err := s.check(code, days)
	if err != nil {
		return err
	}
	return s.store.Save(ctx, who, place, k, days)
}

// Kept is how much is protected.
type Kept struct{ Rows, Bytes int64 }

// Preview is what an age would delete and keep.
type Preview struct {
	Days      int
	Before    int64 // UTC ms: what is older would be deleted
	Deleted   ingest.Amount
	Devices   int // of which something would be deleted
	Protected Kept
	By        []Holder // what protects it, the oldest first
	Grown     ingest.Amount
	FirstRun  int64 // UTC ms: nothing is deleted before
}

// Preview returns what an age would delete if it were saved now; nil: the age that holds above.
func (s *Service) Preview(ctx context.Context, place Place, code string, days *int) (p Preview, err error) {
	k, err := s.check(code, days)
	if err != nil {
		return p, err
	}
	db := s.store.DB.Reader()
	setting, err := s.store.Setting(ctx, db, place, k)
	if err != nil {
		return p, err
	}
	p.Days = setting.Above
	if days != nil {
		p.Days = *days
	}
	devices, err := s.store.Following(ctx, place, k)
	if err != nil {
		return p, err
	}
	if _, p.Grown, err = k.sizes(ctx, devices); err != nil || p.Days == Forever {
		return p, err
	}
	now := clock.Now().UnixMilli()
	next, err := s.store.NextRun(ctx)
	if err != nil {
		return p, err
	}
	p.FirstRun = firstRun(next, now+grace)
	p.Before = p.FirstRun - int64(p.Days)*day
	holds, err := holdsOf(ctx, db, place.Corporation, s.protected)
	if err != nil {
		return p, err
	}
	return p, p.weigh(ctx, k, devices, byDevice(holds))
}

// firstRun returns the first run at or after a time.
func firstRun(next, from int64) int64 {
	if step := every.Milliseconds(); next < from {
		next += (from - next + step - 1) / step * step
	}
	return next
}

// weigh adds up what would be deleted of devices, and what is protected.
func (p *Preview) weigh(ctx context.Context, k *Kind, devices []int64, holds map[int64][]Hold) error {
	old, err := k.Measure(ctx, devices, 0, p.Before)
	if err != nil {
		return err
	}
	by := map[Holder]bool{}
	for device, all := range old {
		deleted := all
		if len(holds[device]) > 0 {
			deleted = ingest.Amount{}
			for _, span := range free(Span{0, p.Before}, holds[device]) {
				some, err := k.sum(ctx, []int64{device}, span)
				if err != nil {
					return err
				}
				deleted.Add(some)
			}
			for _, h := range holds[device] {
				kept, err := k.sum(ctx, []int64{device}, Span{h.From, min(h.To, p.Before)})
				if err != nil {
					return err
				}
				by[h.By] = by[h.By] || kept.Rows > 0
			}
		}
		if deleted.Rows > 0 {
			p.Devices++
		}
		p.Deleted.Add(deleted)
		p.Protected.Rows += all.Rows - deleted.Rows
		p.Protected.Bytes += all.Bytes - deleted.Bytes
	}
	for holder, keeps := range by {
		if keeps {
			p.By = append(p.By, holder)
		}
	}
	slices.SortFunc(p.By, func(a, b Holder) int { return cmp.Or(cmp.Compare(a.Since, b.Since), cmp.Compare(a.ID, b.ID)) })
	return nil
}

// Runs returns what was deleted in a project, the latest first.
func (s *Service) Runs(ctx context.Context, project int64, query paging.Query) (paging.Page[Run], error) {
	return s.store.Runs(ctx, project, query)
}
