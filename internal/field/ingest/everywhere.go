package ingest

import (
	"cmp"
	"context"
	"slices"

	"plumbline/internal/platform/gather"
)

// Everywhere is what listeners of all servers have seen. silent are the names of servers that did not answer.
type Everywhere struct {
	rejections *gather.Topic[struct{}, []Rejection]
	attempts   *gather.Topic[int64, []sentAttempt]
}

// sentAttempt is an Attempt between servers.
type sentAttempt struct {
	Attempt
	Packed string // Fault; empty: none
}

// NewEverywhere registers what this server has seen.
func NewEverywhere(e *gather.Exchange, s *Service) *Everywhere {
	return &Everywhere{
		rejections: gather.On(e, "rejections", func(context.Context, struct{}) ([]Rejection, error) { return s.rejections.List(), nil }),
		attempts: gather.On(e, "attempts", func(_ context.Context, device int64) ([]sentAttempt, error) {
			return packAttempts(s.attempts.List(device))
		}),
	}
}

// Rejections returns the rejections of all servers, latest first.
func (e *Everywhere) Rejections(ctx context.Context) (list []Rejection, silent []string, err error) {
	answers, silent, err := e.rejections.Ask(ctx, struct{}{})
	if err != nil {
		return nil, nil, err
	}
	merged := map[rejectionKey]*Rejection{}
	for _, answer := range answers {
		for _, r := range answer {
			key := rejectionKey{r.Register, r.Reason, r.Transport}
			known := merged[key]
			if known == nil {
				merged[key] = &r
				continue
			}
			known.Count += r.Count
			known.First = min(known.First, r.First)
			if r.Last > known.Last {
				known.Last, known.Address = r.Last, r.Address
			}
		}
	}
	list = make([]Rejection, 0, len(merged))
	for _, r := range merged {
		list = append(list, *r)
	}
	slices.SortFunc(list, func(a, b Rejection) int {
		return cmp.Or(cmp.Compare(b.Last, a.Last), cmp.Compare(a.Register, b.Register), cmp.Compare(a.Reason, b.Reason), cmp.Compare(a.Transport, b.Transport))
	})
	return list[:min(len(list), keptRefusals)], silent, nil
}

// Attempts returns the last attempts of a device at all servers, oldest first.
func (e *Everywhere) Attempts(ctx context.Context, device int64) (list []Attempt, silent []string, err error) {
	answers, silent, err := e.attempts.Ask(ctx, device)
	if err != nil {
		return nil, nil, err
	}
	for _, answer := range answers {
		for _, sent := range answer {
			one := sent.Attempt
			if sent.Packed != "" {
				if one.Fault, err = unpackReason(sent.Packed); err != nil {
					return nil, nil, err
				}
			}
			list = append(list, one)
		}
	}
	slices.SortStableFunc(list, func(a, b Attempt) int { return cmp.Compare(a.Time, b.Time) })
	return list[max(0, len(list)-keptAttempts):], silent, nil
}

func packAttempts(list []Attempt) (packed []sentAttempt, err error) {
	packed = make([]sentAttempt, len(list))
	for i, a := range list {
		packed[i].Attempt = a
		if a.Fault != nil {
			if packed[i].Packed, err = packReason(a.Fault); err != nil {
				return nil, err
			}
		}
	}
	return packed, nil
}
