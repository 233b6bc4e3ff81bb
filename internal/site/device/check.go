package device

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"time"
	"unicode/utf8"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
	"plumbline/internal/site/versions"
)

// MaxChannel is the highest channel number that a raw series id has room for.
const MaxChannel = 1<<14 - 1

const (
	maxName       = 20 // characters (specification section 5)
	maxText       = 50
	maxNodes      = 1024
	maxChannels   = 1024
	minSegment    = 500 // mm
	maxDynamicSum = 64  // Hz
	maxBusAddress = 254
)

var (
	serial   = regexp.MustCompile(`^[\x21-\x7E]{1,50}$`)
	register = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$`)
)

func entry(list string, i int) string { return fmt.Sprintf("%s[%d].", list, i) }

// fill completes a device from its model.
func (s *Service) fill(ctx context.Context, d *Device) error {
	model, ok, err := s.model(ctx, d.CorporationID, d.Model)
	if err != nil || !ok {
		return err
	}
	if d.ProtocolCode == "" {
		d.ProtocolCode = model.ChannelProtocol
	}
	if d.Manufacturer == "" {
		d.Manufacturer = model.Manufacturer
	}
	if d.Register == "" && model.RegisterIsSame && model.WithNetwork {
		d.Register = d.SNCode
	}
	return nil
}

func (s *Service) check(ctx context.Context, scope access.Scope, d Device) error {
	var refusals errs.Refusals
	checkText(&refusals, "name", d.Name, maxName, true)
	checkText(&refusals, "model", d.Model, maxText, true)
	checkText(&refusals, "manufacturer", d.Manufacturer, maxText, false)
	kind, known := catalog.DeviceTypeOf(d.Type)
	if !known {
		refusals.Add("type", errs.TypeUndefined)
	}
	switch model, ok, err := s.model(ctx, d.CorporationID, d.Model); {
	case err != nil:
		return err
	case ok && known && model.Type != d.Type:
		refusals.Add("model", errs.DeviceTypeMismatched)
	}
	switch d.Kind {
	case Measuring, Collector, DTU:
		if known && kind.Kind != d.Kind {
			refusals.Add("kind", errs.NotOneOf, "allowed", kind.Kind)
		}
	default:
		refusals.Add("kind", errs.NotOneOf, "allowed", "Measuring, Collector, DTU")
	}
	switch {
	case d.SNCode == "":
		refusals.Add("sncode", errs.Empty)
	case !serial.MatchString(d.SNCode):
		refusals.Add("sncode", errs.SerialFormat)
	}
	if d.Register != "" && !register.MatchString(d.Register) {
		refusals.Add("register", errs.FormatWrong)
	}
	if d.ProtocolCode != "" && !protocol(d.ProtocolCode) {
		refusals.Add("protocolCode", errs.MustExist)
	}
	if _, err := time.LoadLocation(d.TimeZone); err != nil || d.TimeZone == "Local" {
		refusals.Add("timeZone", errs.ZoneUnknown)
	}
	if t := d.VoltageThreshold; t != nil && !(*t >= 0 && *t <= 36) {
		refusals.Add("voltageThreshold", errs.OutOfRange, "min", 0, "max", 36)
	}
	checkRepeated(&refusals, d.RepeatedHours)
	if d.LostThreshold < 0 || d.LostThreshold > maxLost {
		refusals.Add("lostThreshold", errs.OutOfRange, "min", 1, "max", maxLost)
	}
	if d.ProjectID != 0 {
		corporation, err := s.store.ProjectCorporation(ctx, scope, d.ProjectID)
		switch {
		case errs.IsKind(err, errs.NotFound), err == nil && corporation != d.CorporationID:
			refusals.Add("projectId", errs.MustExist)
		case err != nil:
			return err
		}
	}
	return refusals.Err()
}

func checkText(refusals *errs.Refusals, field, value string, most int, required bool) {
	switch n := utf8.RuneCountInString(value); {
	case n == 0 && required:
		refusals.Add(field, errs.Empty)
	case n > most:
		refusals.Add(field, errs.TooLong, "max", most)
	}
}

func protocol(code string) bool {
	for _, p := range catalog.Protocols() {
		if p.Code == code {
			return true
		}
	}
	// Protocols of sensors on a channel (appendix C) are not families, but allowed.
	return slices.ContainsFunc(catalog.ChannelProtocols(), func(o i18n.Option) bool { return o.Code == code })
}

// checkVersion validates the value of a draft together with the configuration in effect when it starts.
func (s *Service) checkVersion(ctx context.Context, d Device, records []timeline.Record, draft timeline.Draft, replaced int64) error {
	return s.checkValue(ctx, d, draft, inForce(records, draft.ValidFrom), replaced)
}

// checkRevoked validates the configuration without a version. Only a connection can conflict with other devices.
func (s *Service) checkRevoked(ctx context.Context, d Device, revoked timeline.Record) error {
	if definition.DeviceAspect(revoked.Aspect) != definition.AspectConnection {
		return nil
	}
	return s.checkClashes(ctx, d, nil, revoked.ID)
}

// checkValue validates the value of an aspect. next is the other configuration in effect then, gone the version that
// it replaces.
func (s *Service) checkValue(ctx context.Context, d Device, draft timeline.Draft, beside map[definition.DeviceAspect]json.RawMessage, gone int64) error {
	if err := checkBlock(d, definition.DeviceAspect(draft.Aspect)); err != nil {
		return err
	}
	switch definition.DeviceAspect(draft.Aspect) {
	case definition.AspectCoefficients:
		return versions.Decoded(draft.Value, checkCoefficients)
	case definition.AspectRanges:
		return versions.Decoded(draft.Value, checkRanges)
	case definition.AspectGeometry:
		return versions.Decoded(draft.Value, func(g definition.Geometry) error { return checkGeometry(d, g) })
	case definition.AspectConnection:
		return versions.Decoded(draft.Value, func(c definition.Connection) error {
			if err := s.checkConnection(ctx, d, c); err != nil {
				return err
			}
			return s.checkClashes(ctx, d, &draft, gone)
		})
	case definition.AspectChannels:
		return versions.Decoded(draft.Value, func(c definition.Channels) error {
			var refusals errs.Refusals
			if err := refusals.Merge("", checkChannels(c)); err != nil {
				return err
			}
			model, _, err := s.model(ctx, d.CorporationID, d.Model)
			if err != nil {
				return err
			}
			var hem Hem
			if modules, ok := beside[AspectHem]; ok {
				if err := json.Unmarshal(modules, &hem); err != nil {
					return fmt.Errorf("modules of device %d: %w", d.ID, err)
				}
			}
			if err := refusals.Merge("", checkChannelRange(c, model, hem)); err != nil {
				return err
			}
			return refusals.Err()
		})
	case definition.AspectBasic:
		return versions.Decoded(draft.Value, func(b definition.Basic) error { return checkBasic(d, b) })
	case AspectHem:
		return versions.Decoded(draft.Value, checkHem)
	case AspectChart:
		return versions.Decoded(draft.Value, CheckChart)
	case definition.AspectPam:
		return versions.Decoded(draft.Value, checkPam)
	case definition.AspectGDMAngle:
		return versions.Decoded(draft.Value, checkGDMAngle)
	case AspectLink:
		return versions.Decoded(draft.Value, func(l Link) error { return s.checkLink(d, l) })
	case AspectResolve:
		return versions.Decoded(draft.Value, func(r Resolve) error { return s.checkResolve(ctx, d, r) })
	}
	return fmt.Errorf("aspect %q has no rules", draft.Aspect)
}

func checkCoefficients(c definition.Coefficients) error {
	var refusals errs.Refusals
	for name, value := range c.Values {
		if !reading.IsFinite(value) {
			refusals.Add("values."+name, errs.NotFinite)
		}
	}
	if dir, said := c.Values["dir"]; said && dir != 1 && dir != -1 {
		refusals.Add("values.dir", errs.NotOneOf, "allowed", "1, -1")
	}
	return refusals.Err()
}

func checkGeometry(d Device, g definition.Geometry) error {
	var refusals errs.Refusals
	switch {
	case len(g.Nodes) == 0:
		refusals.Add("nodes", errs.NoNodes)
	case len(g.Nodes) > maxNodes:
		refusals.Add("nodes", errs.TooManyEntries, "max", maxNodes)
		return refusals.Err()
	}
	if !(g.SegmentLen >= minSegment) || math.IsInf(g.SegmentLen, 0) {
		refusals.Add("segmentLen", errs.TooSmall, "min", minSegment)
	}
	if !reading.IsFinite(g.MinDepth) {
		refusals.Add("minDepth", errs.NotFinite)
	}
	if !(g.InitTwist >= -360 && g.InitTwist <= 360) {
		refusals.Add("initTwist", errs.OutOfRange, "min", -360, "max", 360)
	}
	if !(g.MarkAngle >= 0 && g.MarkAngle <= 360) {
		refusals.Add("markAngle", errs.OutOfRange, "min", 0, "max", 360)
	}
	seen := map[int32]bool{}
	kind, _ := catalog.DeviceTypeOf(d.Type)
	for i, node := range g.Nodes {
		at := entry("nodes", i)
		if node.No < 1 || node.No > maxNodes {
			refusals.Add(at+"no", errs.OutOfRange, "min", 1, "max", maxNodes)
		} else if seen[node.No] {
			refusals.Add(at+"no", errs.Duplicate)
		}
		seen[node.No] = true
		switch ownLen := node.Len != 0; {
		case !ownLen && kind.OwnLengths:
			refusals.Add(at+"len", errs.Empty)
		case ownLen && !(node.Len >= minSegment) || math.IsInf(node.Len, 0):
			refusals.Add(at+"len", errs.TooSmall, "min", minSegment)
		}
		if node.Twist != nil && !reading.IsFinite(*node.Twist) {
			refusals.Add(at+"twist", errs.NotFinite)
		}
	}
	return refusals.Err()
}

func checkChannels(c definition.Channels) error {
	var refusals checks
	if len(c.Channels) > maxChannels {
		refusals.Add("channels", errs.TooManyEntries, "max", maxChannels)
		return refusals.Err()
	}
	seen, names, sum := map[int32]bool{}, map[string]bool{}, 0.0
	for i, channel := range c.Channels {
		at := entry("channels", i)
		if channel.ChannelNo < 1 || channel.ChannelNo > MaxChannel {
			refusals.Add(at+"channelNo", errs.ChannelInvalid)
		} else if seen[channel.ChannelNo] {
			refusals.Add(at+"channelNo", errs.Duplicate)
		}
		seen[channel.ChannelNo] = true
		if channel.Name != "" && names[channel.Name] {
			refusals.Add(at+"name", errs.Duplicate)
		}
		names[channel.Name] = true
		refusals.text(at+"name", channel.Name, maxText)
		if channel.Address < 0 || channel.Address > maxBusAddress {
			refusals.Add(at+"address", errs.OutOfRange, "min", 1, "max", maxBusAddress)
		}
		if channel.Baud != 0 && (channel.Baud < 300 || channel.Baud > 921_600) {
			refusals.Add(at+"baud", errs.OutOfRange, "min", 300, "max", 921_600)
		}
		refusals.excitation(at, channel.Excitation)
		if channel.Signal != "" && !signal(channel.Signal) {
			refusals.Add(at+"signal", errs.MustExist)
		}
		if !(channel.Rate >= 0) || math.IsInf(channel.Rate, 0) {
			refusals.Add(at+"rate", errs.TooSmall, "min", 0)
		} else if channel.IsUsed {
			sum += channel.Rate
		}
	}
	if sum > maxDynamicSum {
		refusals.Add("channels", errs.RateTooHigh)
	}
	return refusals.Err()
}

func signal(code string) bool {
	for _, option := range catalog.ChannelKinds() {
		if option.Code == code {
			return true
		}
	}
	return false
}
