package device

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"plumbline/internal/core/catalogue"
	"plumbline/internal/core/dated"
	"plumbline/internal/core/definition"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
)

// MaxChannel is the highest channel number: the series of raw readings have so much room for it.
const MaxChannel = 1<<14 - 1

const (
	maxName       = 20 // characters (specification section 5)
	maxText       = 50
	maxNote       = 500
	maxNodes      = 1024
	maxChannels   = 1024
	minSegment    = 500 // mm
	maxDynamicSum = 64  // Hz
	maxBusAddress = 254
	// ownLengths is the type of arrays each of whose segments has a length of its own (domain devices.md section 5.5).
	ownLengths = "SDMX"
	// earliest is the first time a reading can have: 2000-01-01 UTC.
	earliest = 946_684_800_000
)

var (
	serial   = regexp.MustCompile(`^[\x21-\x7E]{1,50}$`)
	register = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$`)
)

func entry(list string, i int) string { return fmt.Sprintf("%s[%d].", list, i) }

// fill takes from a device's model what was left out.
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
	var refusals fault.Refusals
	checkText(&refusals, "name", d.Name, maxName, true)
	checkText(&refusals, "model", d.Model, maxText, true)
	checkText(&refusals, "manufacturer", d.Manufacturer, maxText, false)
	kind, known := catalogue.DeviceTypeOf(d.Type)
	if !known {
		refusals.Add("type", fault.TypeUndefined)
	}
	switch model, ok, err := s.model(ctx, d.CorporationID, d.Model); {
	case err != nil:
		return err
	case ok && known && model.Type != d.Type:
		refusals.Add("model", fault.DeviceTypeMismatched)
	}
	switch d.Kind {
	case Measuring, Collector, DTU:
		if known && kind.Kind != d.Kind {
			refusals.Add("kind", fault.NotOneOf, "allowed", kind.Kind)
		}
	default:
		refusals.Add("kind", fault.NotOneOf, "allowed", "Measuring, Collector, DTU")
	}
	switch {
	case d.SNCode == "":
		refusals.Add("sncode", fault.Empty)
	case !serial.MatchString(d.SNCode):
		refusals.Add("sncode", fault.SerialFormat)
	}
	if d.Register != "" && !register.MatchString(d.Register) {
		refusals.Add("register", fault.FormatWrong)
	}
	if d.ProtocolCode != "" && !protocol(d.ProtocolCode) {
		refusals.Add("protocolCode", fault.MustExist)
	}
	if _, err := time.LoadLocation(d.TimeZone); err != nil || d.TimeZone == "Local" {
		refusals.Add("timeZone", fault.ZoneUnknown)
	}
	if t := d.VoltageThreshold; t != nil && !(*t >= 0 && *t <= 36) {
		refusals.Add("voltageThreshold", fault.OutOfRange, "min", 0, "max", 36)
	}
	checkRepeated(&refusals, d.RepeatedHours)
	if d.LostThreshold < 0 || d.LostThreshold > maxLost {
		refusals.Add("lostThreshold", fault.OutOfRange, "min", 1, "max", maxLost)
	}
	if d.ProjectID != 0 {
		corporation, err := s.store.ProjectCorporation(ctx, scope, d.ProjectID)
		switch {
		case fault.IsKind(err, fault.NotFound), err == nil && corporation != d.CorporationID:
			refusals.Add("projectId", fault.MustExist)
		case err != nil:
			return err
		}
	}
	return refusals.Err()
}

func checkText(refusals *fault.Refusals, field, value string, most int, required bool) {
	switch n := utf8.RuneCountInString(value); {
	case n == 0 && required:
		refusals.Add(field, fault.Empty)
	case n > most:
		refusals.Add(field, fault.TooLong, "max", most)
	}
}

func protocol(code string) bool {
	for _, p := range catalogue.Protocols() {
		if p.Code == code {
			return true
		}
	}
	// How a sensor speaks on a channel (appendix C) is no family, but is allowed.
	return slices.ContainsFunc(catalogue.ChannelProtocols(), func(o catalogue.Option) bool { return o.Code == code })
}

// checkDraft holds a version against the rules of its aspect. records are the versions
// that the device has, gone the one in whose place it comes; 0: none.
func (s *Service) checkDraft(ctx context.Context, d Device, records []dated.Record, draft dated.Draft, gone int64) error {
	var refusals fault.Refusals
	if err := refusals.Merge("", checkDate(draft)); err != nil {
		return err
	}
	if !slices.Contains(aspects, definition.DeviceAspect(draft.Aspect)) {
		names := make([]string, len(aspects))
		for i, aspect := range aspects {
			names[i] = string(aspect)
		}
		refusals.Add("aspect", fault.NotOneOf, "allowed", strings.Join(names, ", "))
		return refusals.Err()
	}
	if err := refusals.Within("value", s.checkValue(ctx, d, draft, inForce(records, draft.ValidFrom), gone)); err != nil {
		return err
	}
	return refusals.Err()
}

func checkDate(draft dated.Draft) error {
	var refusals fault.Refusals
	// Time 0 stands for "always": a device's first versions hold for all that comes in later.
	if draft.ValidFrom != 0 && (draft.ValidFrom < earliest || draft.ValidFrom > time.Now().Add(24*time.Hour).UnixMilli()) {
		refusals.Add("validFrom", fault.TimeOutOfRange)
	}
	checkText(&refusals, "note", draft.Note, maxNote, false)
	return refusals.Err()
}

// checkValue holds the value of an aspect against the rules. beside is what else is in
// force then, gone the version in whose place it comes.
func (s *Service) checkValue(ctx context.Context, d Device, draft dated.Draft, beside map[definition.DeviceAspect]json.RawMessage, gone int64) error {
	if err := checkBlock(d, definition.DeviceAspect(draft.Aspect)); err != nil {
		return err
	}
	switch definition.DeviceAspect(draft.Aspect) {
	case definition.AspectCoefficients:
		return decoded(draft.Value, checkCoefficients)
	case definition.AspectRanges:
		return decoded(draft.Value, checkRanges)
	case definition.AspectGeometry:
		return decoded(draft.Value, func(g definition.Geometry) error { return checkGeometry(d, g) })
	case definition.AspectConnection:
		return decoded(draft.Value, func(c definition.Connection) error {
			if err := s.checkConnection(ctx, d, c); err != nil {
				return err
			}
			return s.checkApart(ctx, d, &draft, gone)
		})
	case definition.AspectChannels:
		return decoded(draft.Value, func(c definition.Channels) error {
			var refusals fault.Refusals
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
		return decoded(draft.Value, func(b definition.Basic) error { return checkBasic(d, b) })
	case AspectHem:
		return decoded(draft.Value, checkHem)
	case AspectChart:
		return decoded(draft.Value, CheckChart)
	case AspectPam:
		return decoded(draft.Value, checkPam)
	case definition.AspectGDMAngle:
		return decoded(draft.Value, checkGDMAngle)
	case AspectResolve:
		return decoded(draft.Value, func(r Resolve) error { return s.checkResolve(ctx, d, r) })
	}
	return fmt.Errorf("aspect %q has no rules", draft.Aspect)
}

// decoded reads a value of an aspect, unknown fields refused, and checks it.
func decoded[T any](value json.RawMessage, check func(T) error) error {
	var v T
	if err := fault.Decode(value, &v); err != nil {
		return err
	}
	return check(v)
}

func checkCoefficients(c definition.Coefficients) error {
	var refusals fault.Refusals
	for name, value := range c.Values {
		if math.IsNaN(value) || math.IsInf(value, 0) {
			refusals.Add("values."+name, fault.NotFinite)
		}
	}
	if dir, said := c.Values["dir"]; said && dir != 1 && dir != -1 {
		refusals.Add("values.dir", fault.NotOneOf, "allowed", "1, -1")
	}
	return refusals.Err()
}

func checkGeometry(d Device, g definition.Geometry) error {
	var refusals fault.Refusals
	switch {
	case len(g.Nodes) == 0:
		refusals.Add("nodes", fault.NoNodes)
	case len(g.Nodes) > maxNodes:
		refusals.Add("nodes", fault.TooManyEntries, "max", maxNodes)
		return refusals.Err()
	}
	if !(g.SegmentLen >= minSegment) || math.IsInf(g.SegmentLen, 0) {
		refusals.Add("segmentLen", fault.TooSmall, "min", minSegment)
	}
	if !finite(g.MinDepth) {
		refusals.Add("minDepth", fault.NotFinite)
	}
	if !(g.InitTwist >= -360 && g.InitTwist <= 360) {
		refusals.Add("initTwist", fault.OutOfRange, "min", -360, "max", 360)
	}
	if !(g.MarkAngle >= 0 && g.MarkAngle <= 360) {
		refusals.Add("markAngle", fault.OutOfRange, "min", 0, "max", 360)
	}
	seen := map[int32]bool{}
	for i, node := range g.Nodes {
		at := entry("nodes", i)
		if node.No < 1 || node.No > maxNodes {
			refusals.Add(at+"no", fault.OutOfRange, "min", 1, "max", maxNodes)
		} else if seen[node.No] {
			refusals.Add(at+"no", fault.Duplicate)
		}
		seen[node.No] = true
		switch ownLen := node.Len != 0; {
		case !ownLen && d.Type == ownLengths:
			refusals.Add(at+"len", fault.Empty)
		case ownLen && !(node.Len >= minSegment) || math.IsInf(node.Len, 0):
			refusals.Add(at+"len", fault.TooSmall, "min", minSegment)
		}
		if node.Twist != nil && !finite(*node.Twist) {
			refusals.Add(at+"twist", fault.NotFinite)
		}
	}
	return refusals.Err()
}

func checkChannels(c definition.Channels) error {
	var refusals checks
	if len(c.Channels) > maxChannels {
		refusals.Add("channels", fault.TooManyEntries, "max", maxChannels)
		return refusals.Err()
	}
	seen, names, sum := map[int32]bool{}, map[string]bool{}, 0.0
	for i, channel := range c.Channels {
		at := entry("channels", i)
		if channel.ChannelNo < 1 || channel.ChannelNo > MaxChannel {
			refusals.Add(at+"channelNo", fault.ChannelInvalid)
		} else if seen[channel.ChannelNo] {
			refusals.Add(at+"channelNo", fault.Duplicate)
		}
		seen[channel.ChannelNo] = true
		if channel.Name != "" && names[channel.Name] {
			refusals.Add(at+"name", fault.Duplicate)
		}
		names[channel.Name] = true
		refusals.text(at+"name", channel.Name, maxText)
		if channel.Address < 0 || channel.Address > maxBusAddress {
			refusals.Add(at+"address", fault.OutOfRange, "min", 1, "max", maxBusAddress)
		}
		if channel.Baud != 0 && (channel.Baud < 300 || channel.Baud > 921_600) {
			refusals.Add(at+"baud", fault.OutOfRange, "min", 300, "max", 921_600)
		}
		refusals.excitation(at, channel.Excitation)
		if channel.Signal != "" && !signal(channel.Signal) {
			refusals.Add(at+"signal", fault.MustExist)
		}
		if !(channel.Rate >= 0) || math.IsInf(channel.Rate, 0) {
			refusals.Add(at+"rate", fault.TooSmall, "min", 0)
		} else if channel.IsUsed {
			sum += channel.Rate
		}
	}
	if sum > maxDynamicSum {
		refusals.Add("channels", fault.RateTooHigh)
	}
	return refusals.Err()
}

func signal(code string) bool {
	for _, option := range catalogue.Signals() {
		if option.Code == code {
			return true
		}
	}
	return false
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
