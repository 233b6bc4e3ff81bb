package alarm

import (
	"context"
	"strings"
	"unicode/utf8"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
)

// Maximum lengths of a handling's texts, in characters.
const (
	maxNote  = 500
	MaxCause = 100 // also of a measure
)

// Service lists alert records and records the decisions of people.
type Service struct{ store Store }

// NewService returns a service.
func NewService(store Store) *Service { return &Service{store: store} }

// List returns records: active ones first, then by level and time, highest and newest first.
func (s *Service) List(ctx context.Context, scope access.Scope, filter Filter) (paging.Page[Listed], error) {
	return s.store.Alerts(ctx, scope, filter)
}

// Counts returns the number of records by status and level.
func (s *Service) Counts(ctx context.Context, scope access.Scope, filter Filter) (Counts, error) {
	return s.store.AlertCounts(ctx, scope, filter)
}

// Get returns a record.
func (s *Service) Get(ctx context.Context, scope access.Scope, id int64) (Listed, error) {
	return s.store.Alert(ctx, scope, id)
}

// History returns the transitions of a record, in order.
func (s *Service) History(ctx context.Context, scope access.Scope, id int64) ([]Transition, error) {
	return s.store.Transitions(ctx, scope, id)
}

// Parts returns what incidents need of the alerts of a project, see Store.
func (s *Service) Parts(ctx context.Context, scope access.Scope, project, structure int64) ([]Part, error) {
	return s.store.Parts(ctx, scope, project, structure)
}

// Named returns alerts by id, those in the scope.
func (s *Service) Named(ctx context.Context, scope access.Scope, ids []int64) (map[int64]Listed, error) {
	return s.store.Named(ctx, scope, ids)
}

// EachHistory visits the alerts of a project that changed since a time or are open, see Store.
func (s *Service) EachHistory(ctx context.Context, scope access.Scope, project, since int64, visit func(Listed, []Transition) error) error {
	return s.store.EachHistory(ctx, scope, project, since, visit)
}

// Notice records in a transaction that messages about transitions of alerts were sent, and returns the alerts whose status
// has changed: it stays if an alert was escalated or decided on since.
func (s *Service) Notice(ctx context.Context, tx *database.Tx, alerts, sent []int64, now int64) ([]int64, error) {
	return s.store.Notice(ctx, tx, alerts, sent, now)
}

// Handling is a person's input when processing an alert.
type Handling struct {
	To      Status // Confirm or FalseAlarm
	Seen    Level  // the level that the person saw; 0: the level of the record
	Cause   string // optional, at most 100 characters
	Measure string // optional, at most 100 characters
	Note    string // required, at most 500 characters
	// Pictures are paths of files that are kept, at most 9.
	Pictures []string
}

func (h Handling) trimmed() Handling {
	h.Cause, h.Measure, h.Note = strings.TrimSpace(h.Cause), strings.TrimSpace(h.Measure), strings.TrimSpace(h.Note)
	return h
}

// Process stores the final decision of a person about an alert: confirmed or false alarm, at the level that they saw.
// A higher level raises a new alert. It returns the updated alert, or errs.Changed if the alert's status has changed
// since it was read.
func (s *Service) Process(ctx context.Context, who audit.Actor, listed Listed, h Handling) (Listed, error) {
	h = h.trimmed()
	if err := h.check(listed.Status); err != nil {
		return Listed{}, err
	}
	var latest int64
	if listed.PointID != 0 {
		var err error
		if latest, err = s.store.LatestResult(ctx, listed.PointID); err != nil {
			return Listed{}, err
		}
	}
	was := listed.Status
	decided, action := Decide(&listed.Record, Decision{Handling: h, At: clock.Now().UnixMilli(), Latest: latest, By: who.AccountID})
	transition := Transition{
		AlertID: listed.ID, Kind: Processed, From: was, To: h.To, Level: decided.ProcessedLevel, Time: decided.ProcessedAt,
		RecordedBy: who.AccountID, Note: decided.Note, Pictures: h.Pictures,
	}
	if err := s.store.Process(ctx, who, decided, was, transition, action.At); err != nil {
		return Listed{}, err
	}
	return s.store.Alert(ctx, who.Scope, listed.ID)
}

// check validates the handling of a record in a status. Texts are trimmed.
func (h Handling) check(from Status) error {
	var refused errs.Refusals
	if !h.To.Processed() {
		refused.Add("status", errs.NotOneOf, "allowed", string(Confirm)+", "+string(FalseAlarm))
	}
	if h.Seen < Normal || h.Seen > Red {
		refused.Add("level", errs.OutOfRange, "min", int(Normal), "max", int(Red))
	}
	for field, text := range map[string]string{"cause": h.Cause, "measure": h.Measure} {
		if utf8.RuneCountInString(text) > MaxCause {
			refused.Add(field, errs.TooLong, "max", MaxCause)
		}
	}
	switch n := utf8.RuneCountInString(h.Note); {
	case n == 0:
		refused.Add("note", errs.AlertNoteRequired)
	case n > maxNote:
		refused.Add("note", errs.TooLong, "max", maxNote)
	}
	CheckPictures(&refused, h.Pictures)
	if err := refused.Err(); err != nil {
		return err
	}
	switch {
	case from.Processed():
		return errs.New(errs.AlertProcessed)
	case !Allowed(from, h.To):
		return errs.New(errs.AlertTransition, "from", string(from), "to", string(h.To))
	}
	return nil
}

// Decision is a person's decision about a record.
type Decision struct {
	Handling
	At     int64 // UTC ms
	Latest int64 // UTC ms of the newest result of the point: what the person could see
	By     int64 // account
}

// Decide returns the record after a decision, and the decision as an input of the fold. Later or higher exceedances
// are new.
func Decide(r *Record, d Decision) (Record, Action) {
	decided := *r
	decided.Status, decided.Cause, decided.Measure, decided.Note = d.To, d.Cause, d.Measure, d.Note
	decided.ProcessedAt, decided.ProcessedBy, decided.ChangedAt = d.At, d.By, d.At
	decided.ProcessedLevel = r.Level
	if d.Seen != Normal {
		decided.ProcessedLevel = min(max(d.Seen, r.Steps[0].Level), r.Level)
	}
	decided.SeenUntil = max(d.Latest, r.Last().Time)
	if r.Ended != 0 {
		decided.SeenUntil = r.Ended
	}
	action, _ := ActionOf(&decided)
	return decided, action
}
