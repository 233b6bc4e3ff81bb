package definition

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/timeline"
)

// DraftID is the id of a version that is not recorded yet; no stored version has it.
const DraftID = -1

// WithPointDraft returns the definition with an unrecorded version of the point's configuration. supersedes is the
// version that it replaces, 0 for none; a draft without a value only removes that version. Aspects without effect on
// results are ignored.
func (d Definition) WithPointDraft(draft timeline.Draft, supersedes int64) (Definition, error) {
	var err error
	switch PointAspect(draft.Aspect) {
	case AspectBinding:
		d.Config.Binding, err = with(d.Config.Binding, draft, supersedes)
	case AspectFormula:
		d.Config.Formula, err = with(d.Config.Formula, draft, supersedes)
	case AspectInitial:
		d.Config.Initial, err = with(d.Config.Initial, draft, supersedes)
	case AspectProcessor:
		d.Config.Processor, err = with(d.Config.Processor, draft, supersedes)
	case AspectCollect:
		d.Config.Collect, err = with(d.Config.Collect, draft, supersedes)
	case AspectMonitoring:
		d.Config.Monitoring, err = with(d.Config.Monitoring, draft, supersedes)
	case AspectThresholds:
		var thresholds timeline.Timeline[alarm.Thresholds]
		thresholds, err = with(d.Thresholds, draft, supersedes)
		d.Thresholds = thresholds
	}
	return d, err
}

// DraftsThresholds reports whether the definition has unrecorded thresholds.
func (d *Definition) DraftsThresholds() bool {
	for _, v := range d.Thresholds.Versions() {
		if v.ID == DraftID {
			return true
		}
	}
	return false
}

// WithFormula returns the definition as if one formula had always been in effect.
func (d Definition) WithFormula(f Formula) Definition {
	d.Config.Formula = timeline.Of([]timeline.Version[Formula]{{ID: DraftID, Value: f}})
	return d
}

// WithDevices returns the definition with more devices, for a draft of a binding that names them.
func (d Definition) WithDevices(more map[int64]Device) Definition {
	devices := maps.Clone(more)
	maps.Copy(devices, d.Devices)
	d.Devices = devices
	return d
}

// WithDeviceDraft returns the definition with an unrecorded version of the configuration of one of its devices.
func (d Definition) WithDeviceDraft(id int64, draft timeline.Draft, supersedes int64) (Definition, error) {
	changed, ok := d.Devices[id]
	if !ok {
		return d, nil
	}
	var err error
	switch config := &changed.Config; DeviceAspect(draft.Aspect) {
	case AspectCoefficients:
		config.Coefficients, err = with(config.Coefficients, draft, supersedes)
	case AspectGeometry:
		config.Geometry, err = with(config.Geometry, draft, supersedes)
	case AspectConnection:
		config.Connection, err = with(config.Connection, draft, supersedes)
	case AspectChannels:
		config.Channels, err = with(config.Channels, draft, supersedes)
	case AspectBasic:
		config.Basic, err = with(config.Basic, draft, supersedes)
	case AspectGDMAngle:
		config.GDMAngle, err = with(config.GDMAngle, draft, supersedes)
	case AspectRanges:
		config.Ranges, err = with(config.Ranges, draft, supersedes)
	case AspectPam:
		config.Pam, err = with(config.Pam, draft, supersedes)
	}
	d.Devices = maps.Clone(d.Devices)
	d.Devices[id] = changed
	return d, err
}

// WithCorrection returns the definition with an unrecorded correction.
func (d Definition) WithCorrection(c correction.Correction) Definition {
	c.ID = DraftID
	d.Corrections = append(slices.Clone(d.Corrections), c)
	return d
}

// WithoutCorrection returns the definition with a correction revoked.
func (d Definition) WithoutCorrection(id int64) Definition {
	d.Corrections = slices.DeleteFunc(slices.Clone(d.Corrections), func(c correction.Correction) bool { return c.ID == id })
	return d
}

func with[T any](line timeline.Timeline[T], draft timeline.Draft, supersedes int64) (timeline.Timeline[T], error) {
	versions := slices.DeleteFunc(slices.Clone(line.Versions()), func(v timeline.Version[T]) bool { return v.ID == supersedes })
	if len(draft.Value) == 0 {
		return timeline.Of(versions), nil
	}
	made := timeline.Version[T]{ID: DraftID, ValidFrom: draft.ValidFrom, RecordedAt: math.MaxInt64, Note: draft.Note}
	if err := json.Unmarshal(draft.Value, &made.Value); err != nil {
		return line, fmt.Errorf("value of %s: %w", draft.Aspect, err)
	}
	return timeline.Of(append(versions, made)), nil
}
