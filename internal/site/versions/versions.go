// Package versions manages the versioned configuration of points and devices: both record, correct and revoke versions
// in the same way.
package versions

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/exclusion"
)

// Store stores versions. Methods return errs.NothingHere for owners outside the scope.
type Store interface {
	// Exclusively runs do, which checks the configuration and then writes. Meanwhile no server changes the
	// configuration of the corporations. do must pass on its context, and not call Exclusively.
	Exclusively(ctx context.Context, of exclusion.Owners, do func(ctx context.Context) error) error

	// VersionsOf returns the versions of an owner, including superseded ones.
	VersionsOf(ctx context.Context, scope access.Scope, kind timeline.OwnerKind, id int64) ([]timeline.Record, error)
	// RecordVersion stores a version, marks the dependent points and logs the change, in one transaction. supersedes
	// is the version that it replaces, or 0; a draft without a value only supersedes.
	RecordVersion(ctx context.Context, who audit.Actor, kind timeline.OwnerKind, id int64, draft timeline.Draft, supersedes int64) (timeline.Record, error)
}

// Rules are the rules of one kind of owner.
type Rules[Owner any, Aspect ~string] struct {
	Kind    timeline.OwnerKind
	Aspects []Aspect
	// Find returns an owner of the scope.
	Find func(ctx context.Context, scope access.Scope, id int64) (Owner, error)
	// CheckValue checks the value of a draft. records are the versions of the owner, replaced is the one that the
	// draft supersedes; 0: none.
	CheckValue func(ctx context.Context, owner Owner, records []timeline.Record, draft timeline.Draft, replaced int64) error
	// CheckRevoked checks the configuration in effect without a version.
	CheckRevoked func(ctx context.Context, owner Owner, revoked timeline.Record) error
	// Seal seals the secrets of a value before it is stored; a masked secret is kept from the previous value. nil if
	// there are no secrets.
	Seal func(aspect Aspect, value, before json.RawMessage) (json.RawMessage, error)
	// Show masks the secrets of a stored value. nil if there are no secrets.
	Show func(aspect Aspect, value json.RawMessage) (json.RawMessage, error)
}

// Service records, corrects and revokes the versions of one kind of owner.
type Service[Owner any, Aspect ~string] struct {
	store Store
	rules Rules[Owner, Aspect]
}

// New returns a Service.
func New[Owner any, Aspect ~string](store Store, rules Rules[Owner, Aspect]) *Service[Owner, Aspect] {
	return &Service[Owner, Aspect]{store: store, rules: rules}
}

// Versions returns the versions of an owner, including superseded ones, by aspect, validity and time of recording. An
// empty aspect means all.
func (s *Service[Owner, Aspect]) Versions(ctx context.Context, scope access.Scope, id int64, aspect Aspect) ([]timeline.Record, error) {
	records, err := s.store.VersionsOf(ctx, scope, s.rules.Kind, id)
	if err != nil {
		return nil, err
	}
	records = timeline.OfAspect(records, string(aspect))
	for i := range records {
		if records[i], err = s.shown(records[i]); err != nil {
			return nil, err
		}
	}
	return records, nil
}

// Record adds a version that is valid from a time on.
func (s *Service[Owner, Aspect]) Record(ctx context.Context, who audit.Actor, id int64, draft timeline.Draft) (timeline.Record, error) {
	return s.record(ctx, who, id, draft, 0)
}

// Correct replaces a version by a new one of the same aspect; the old one is kept as superseded.
func (s *Service[Owner, Aspect]) Correct(ctx context.Context, who audit.Actor, id, versionID int64, draft timeline.Draft) (timeline.Record, error) {
	return s.record(ctx, who, id, draft, versionID)
}

// record stores a draft that replaces a version; 0: none.
func (s *Service[Owner, Aspect]) record(ctx context.Context, who audit.Actor, id int64, draft timeline.Draft, replaced int64) (timeline.Record, error) {
	return s.write(ctx, who.Scope, id, func(owner Owner, records []timeline.Record) (made timeline.Record, err error) {
		var old timeline.Record
		if replaced != 0 {
			if old, err = current(records, replaced); err != nil {
				return made, err
			}
			draft.Aspect = old.Aspect
		}
		if err := s.CheckDraft(ctx, owner, records, draft, replaced); err != nil {
			return made, err
		}
		if draft.Value, err = s.sealed(records, draft, old); err != nil {
			return made, err
		}
		return s.store.RecordVersion(ctx, who, s.rules.Kind, id, draft, replaced)
	})
}

// Supersede revokes a version without replacement. The configuration in effect without it is checked as if recorded
// now: another owner may have taken its channel in the meantime.
func (s *Service[Owner, Aspect]) Supersede(ctx context.Context, who audit.Actor, id, versionID int64, note string) (timeline.Record, error) {
	return s.write(ctx, who.Scope, id, func(owner Owner, records []timeline.Record) (timeline.Record, error) {
		old, err := current(records, versionID)
		if err != nil {
			return timeline.Record{}, err
		}
		if err := s.rules.CheckRevoked(ctx, owner, old); err != nil {
			return timeline.Record{}, err
		}
		draft := timeline.Draft{Aspect: old.Aspect, ValidFrom: old.ValidFrom, Note: note}
		return s.store.RecordVersion(ctx, who, s.rules.Kind, id, draft, versionID)
	})
}

func (s *Service[Owner, Aspect]) owners(id int64) exclusion.Owners {
	if s.rules.Kind == timeline.OfDevice {
		return exclusion.Owners{Devices: []int64{id}}
	}
	return exclusion.Owners{Points: []int64{id}}
}

// write runs do with an owner and its versions, without other changes of configuration in between.
func (s *Service[Owner, Aspect]) write(ctx context.Context, scope access.Scope, id int64,
	do func(Owner, []timeline.Record) (timeline.Record, error),
) (made timeline.Record, err error) {
	err = s.store.Exclusively(ctx, s.owners(id), func(ctx context.Context) error {
		owner, records, err := s.find(ctx, scope, id)
		if err != nil {
			return err
		}
		made, err = do(owner, records)
		return err
	})
	if err != nil {
		return timeline.Record{}, err
	}
	return s.shown(made)
}

// Check checks a draft without recording it, for previews. replaced is the version that it supersedes; 0: none.
func (s *Service[Owner, Aspect]) Check(ctx context.Context, scope access.Scope, id int64, draft timeline.Draft, replaced int64) error {
	owner, records, err := s.find(ctx, scope, id)
	if err != nil {
		return err
	}
	return s.CheckDraft(ctx, owner, records, draft, replaced)
}

// CheckRevoke checks the configuration in effect without a version, for previews.
func (s *Service[Owner, Aspect]) CheckRevoke(ctx context.Context, scope access.Scope, id int64, version timeline.Record) error {
	owner, err := s.rules.Find(ctx, scope, id)
	if err != nil {
		return err
	}
	return s.rules.CheckRevoked(ctx, owner, version)
}

// CheckDraft checks a draft of an owner that may be unsaved. records are its versions.
func (s *Service[Owner, Aspect]) CheckDraft(ctx context.Context, owner Owner, records []timeline.Record, draft timeline.Draft, replaced int64) error {
	var refusals errs.Refusals
	if err := refusals.Merge("", CheckDate(draft)); err != nil {
		return err
	}
	if !s.allowed(&refusals, draft.Aspect) {
		return refusals.Err()
	}
	if err := refusals.Within("value", s.rules.CheckValue(ctx, owner, records, draft, replaced)); err != nil {
		return err
	}
	return refusals.Err()
}

func (s *Service[Owner, Aspect]) allowed(refusals *errs.Refusals, aspect string) bool {
	names := make([]string, len(s.rules.Aspects))
	for i, name := range s.rules.Aspects {
		if names[i] = string(name); names[i] == aspect {
			return true
		}
	}
	refusals.Add("aspect", errs.NotOneOf, "allowed", strings.Join(names, ", "))
	return false
}

func (s *Service[Owner, Aspect]) find(ctx context.Context, scope access.Scope, id int64) (owner Owner, records []timeline.Record, err error) {
	if owner, err = s.rules.Find(ctx, scope, id); err != nil {
		return owner, nil, err
	}
	records, err = s.store.VersionsOf(ctx, scope, s.rules.Kind, id)
	return owner, records, err
}

// sealed returns the value of a draft with sealed secrets; masked ones are kept from the version old or else from the
// version in effect.
func (s *Service[Owner, Aspect]) sealed(records []timeline.Record, draft timeline.Draft, old timeline.Record) (json.RawMessage, error) {
	if s.rules.Seal == nil {
		return draft.Value, nil
	}
	before := old.Value
	if old.ID == 0 {
		before = InForce(records, draft.Aspect, draft.ValidFrom)
	}
	value, err := s.rules.Seal(Aspect(draft.Aspect), draft.Value, before)
	if err == nil {
		return value, nil
	}
	var refusals errs.Refusals
	return nil, errors.Join(refusals.Merge("value.", err), refusals.Err())
}

func (s *Service[Owner, Aspect]) shown(r timeline.Record) (timeline.Record, error) {
	if s.rules.Show == nil {
		return r, nil
	}
	var err error
	r.Value, err = s.rules.Show(Aspect(r.Aspect), r.Value)
	return r, err
}

// current returns a version unless it is superseded.
func current(records []timeline.Record, id int64) (timeline.Record, error) {
	for _, r := range records {
		if r.ID != id {
			continue
		}
		if r.SupersededAt != 0 {
			return timeline.Record{}, errs.New(errs.Changed)
		}
		return r, nil
	}
	return timeline.Record{}, errs.New(errs.NothingHere)
}
