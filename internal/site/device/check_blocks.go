package device

import (
	"cmp"
	"context"
	"math"
	"regexp"
	"slices"
	"strings"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/formula"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

const (
	maxSlaves   = 16
	maxAddress  = 31
	maxMeters   = 100_000
	maxSystems  = 4
	maxDecimals = 9
	// maxInitialCount is the maximum number of readings averaged for an initial value.
	maxInitialCount = 100
)

var (
	cameraSerial = regexp.MustCompile(`^[0-9]{9}$`)
	host         = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9.:-]{0,251}[A-Za-z0-9])?$`)
	taskName     = regexp.MustCompile(`^[A-Za-z0-9_-]{0,50}$`)
)

// checks collects the errors of a block.
type checks struct{ errs.Refusals }

func (c *checks) oneOf(field, value string, allowed ...string) {
	if value != "" && !slices.Contains(allowed, value) {
		c.Add(field, errs.NotOneOf, "allowed", strings.Join(allowed, ", "))
	}
}

func (c *checks) between(field string, value, low, high float64) {
	if !(value >= low && value <= high) {
		c.Add(field, errs.OutOfRange, "min", low, "max", high)
	}
}

func (c *checks) text(field, value string, most int) {
	checkText(&c.Refusals, field, value, most, false)
}

func (c *checks) endpoint(field string, e definition.Endpoint) {
	if !host.MatchString(e.IP) {
		c.Add(field+".ip", errs.FormatWrong)
	}
	c.between(field+".port", float64(e.Port), 1, math.MaxUint16)
	c.text(field+".mountpoint", e.Mountpoint, maxText)
	c.text(field+".user", e.User, maxText)
	c.secret(field+".password", e.Password)
}

// secret validates a secret that was entered, and refuses one that looks sealed.
func (c *checks) secret(field, value string) {
	if strings.HasPrefix(value, sealedMark) {
		c.Add(field, errs.FormatWrong)
	}
	c.text(field, value, maxText)
}

// checkBlock reports whether a device type has a block.
func checkBlock(d Device, aspect definition.DeviceAspect) error {
	block, narrowed := blocks[aspect]
	kind, known := catalog.DeviceTypeOf(d.Type)
	if narrowed && known && !slices.Contains(kind.Blocks, block) {
		return errs.New(errs.BlockNotHere, "type", d.Type)
	}
	return nil
}

func checkBasic(d Device, b definition.Basic) error {
	var c checks
	if b.Measurement != "" && !catalog.Serves(d.Type, b.Measurement) {
		c.Add("measurement", errs.CategoryMismatch)
	}
	if b.CollectorType != "" && !slices.ContainsFunc(catalog.CollectorTypes(), func(o i18n.Option) bool { return o.Code == b.CollectorType }) {
		c.Add("collectorType", errs.MustExist)
	}
	c.oneOf("coorSystem", b.CoorSystem, "local", "CGCS2000", "WGS84", "project")
	if b.SettlementSign != 0 && b.SettlementSign != 1 && b.SettlementSign != -1 {
		c.Add("settlementSign", errs.NotOneOf, "allowed", "1, -1")
	}
	if b.MaxDepth != nil {
		c.between("maxDepth", *b.MaxDepth, -maxMeters, maxMeters)
	}
	if b.BaseStation != nil {
		c.endpoint("baseStation", *b.BaseStation)
	}
	if b.CameraSerial != "" && !cameraSerial.MatchString(b.CameraSerial) {
		c.Add("cameraSerial", errs.CameraSerial)
	}
	c.secret("validationCode", b.ValidationCode)
	return c.Err()
}

func checkHem(h Hem) error {
	var c checks
	if len(h.Slaves) > maxSlaves {
		return errs.OnField("slaves", errs.TooManyEntries, "max", maxSlaves)
	}
	c.between("rate", h.Rate, 0, maxDynamicSum)
	sns, addresses, dynamic := map[string]bool{}, map[int32]bool{}, 0
	for i, slave := range h.Slaves {
		at := entry("slaves", i)
		switch {
		case !serial.MatchString(slave.SN):
			c.Add(at+"sn", errs.SlaveFormat)
		case sns[slave.SN]:
			c.Add(at+"sn", errs.Duplicate)
		}
		sns[slave.SN] = true
		if slave.Address < 1 || slave.Address > maxAddress {
			c.Add(at+"address", errs.OutOfRange, "min", 1, "max", maxAddress)
		} else if addresses[slave.Address] {
			c.Add(at+"address", errs.Duplicate)
		}
		addresses[slave.Address] = true
		if slave.Channels != 4 && slave.Channels != 8 && slave.Channels != 16 {
			c.Add(at+"channels", errs.NotOneOf, "allowed", "4, 8, 16")
		}
		if slave.Type == "" {
			c.Add(at+"type", errs.Empty)
		}
		c.oneOf(at+"type", slave.Type, "vw", "analog", "digital", "dynamic")
		if slave.FirstChannelNo < 1 || slave.FirstChannelNo > MaxChannel {
			c.Add(at+"firstChannelNo", errs.ChannelInvalid)
		} else if slices.ContainsFunc(h.Slaves[:i], slave.overlaps) {
			c.Add(at+"firstChannelNo", errs.Duplicate)
		}
		if slave.Type == "dynamic" {
			dynamic += int(slave.Channels)
		}
	}
	if h.Rate*float64(dynamic) > maxDynamicSum {
		c.Add("rate", errs.RateTooHigh)
	}
	return c.Err()
}

// overlaps reports whether two modules use the same channel.
func (s Slave) overlaps(other Slave) bool {
	return s.FirstChannelNo < other.FirstChannelNo+other.Channels && other.FirstChannelNo < s.FirstChannelNo+s.Channels
}

// CheckChart validates chart settings.
func CheckChart(ch Chart) error {
	var c checks
	c.oneOf("direction", ch.Direction, "vertical", "horizontal")
	c.oneOf("palette", ch.Palette, "standard", "cool", "warm", "mono")
	c.text("profileChart1LMetric", ch.Left, maxText)
	c.text("profileChart1RMetric", ch.Right, maxText)
	if ch.YMin != nil && ch.YMax != nil && *ch.YMin >= *ch.YMax {
		c.Add("yMax", errs.AboveOther, "other", "yMin")
	}
	if len(ch.Nodes) > maxNodes {
		c.Add("nodes", errs.TooManyEntries, "max", maxNodes)
	}
	if ch.Decimals != nil {
		c.between("decimals", float64(*ch.Decimals), 0, maxDecimals)
	}
	return c.Err()
}

func checkPam(p definition.Pam) error {
	var c checks
	c.between("step", p.Step, 0, 100)
	c.between("length", p.Length, 0, maxMeters)
	c.between("diameter", p.Diameter, 0, maxMeters)
	c.between("minRadius", p.MinRadius, 0, maxMeters)
	if n := p.Length / cmp.Or(p.Step, definition.PamStep); n > formula.MaxPipeStations {
		c.Add("step", errs.TooManyEntries, "max", formula.MaxPipeStations)
	}
	c.oneOf("direction", p.Direction, "forward", "backward")
	return c.Err()
}

func checkGDMAngle(g definition.GDMAngle) error {
	var c checks
	const right = 90
	c.between("x0", g.X0, -right, right)
	c.between("y0", g.Y0, -right, right)
	c.between("z0", g.Z0, -right, right)
	c.between("count", float64(g.Count), 0, maxInitialCount)
	return c.Err()
}

func (s *Service) checkResolve(ctx context.Context, d Device, r Resolve) error {
	var c checks
	if r.BaseStation != 0 {
		base, err := s.store.Device(ctx, access.Scope{Corporation: d.CorporationID}, r.BaseStation)
		switch {
		case errs.IsKind(err, errs.NotFound), err == nil && (!catalog.HasBlock(base.Type, "resolveConfig") || base.ID == d.ID):
			c.Add("baseStation", errs.NoBaseStation)
		case err != nil:
			return err
		}
	}
	if !taskName.MatchString(r.TaskName) {
		c.Add("taskName", errs.FormatWrong)
	}
	c.oneOf("role", r.Role, "base", "rover")
	c.oneOf("mode", r.Mode, "static", "kinematic")
	c.between("antennaHeight", r.AntennaHeight, 0, 100)
	c.text("antennaType", r.AntennaType, maxText)
	c.between("elevationMask", r.ElevationMask, 0, 90)
	if len(r.Systems) > maxSystems {
		c.Add("systems", errs.TooManyEntries, "max", maxSystems)
	}
	for i, system := range r.Systems {
		c.oneOf(strings.TrimSuffix(entry("systems", i), "."), system, "G", "R", "E", "C")
	}
	if r.RTCM != nil {
		c.oneOf("rtcm.source", r.RTCM.Source, "tcp", "ntrip")
		c.endpoint("rtcm", r.RTCM.Endpoint)
	}
	return c.Err()
}

// excitation validates the excitation of a vibrating wire against the range of the unit.
func (c *checks) excitation(at string, e *definition.Excitation) {
	if e == nil {
		return
	}
	const lowest, highest = 400, 6000 // Hz
	c.between(at+"excitation.fMin", e.FMin, lowest, highest)
	c.between(at+"excitation.fMax", e.FMax, lowest, highest)
	if e.FMin >= e.FMax {
		c.Add(at+"excitation.fMax", errs.AboveOther, "other", "fMin")
	}
	c.oneOf(at+"excitation.mode", e.Mode, "sweep", "pluck")
}

// checkChannelRange validates the channels of a collector against those of its model and expansion modules; without a
// number any channel is allowed.
func checkChannelRange(c definition.Channels, model catalog.Model, hem Hem) error {
	if model.Channels == 0 {
		return nil
	}
	var refusals errs.Refusals
	for i, channel := range c.Channels {
		ofModule := slices.ContainsFunc(hem.Slaves, func(s Slave) bool {
			return channel.ChannelNo >= s.FirstChannelNo && channel.ChannelNo < s.FirstChannelNo+s.Channels
		})
		if channel.ChannelNo > model.Channels && !ofModule {
			refusals.Add(entry("channels", i)+"channelNo", errs.ChannelInvalid)
		}
	}
	return refusals.Err()
}
