package device

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/modelcommand"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

// Model is a device model that a corporation has added to the predefined ones (specification section 3, domain
// devices.md appendix C).
type Model struct {
	ID                   int64
	CorporationID        int64
	Code                 string // unique in the corporation and among predefined models
	Label                string
	Type                 string // a device type of the catalog
	Series               string
	Measurements         string // comma-separated
	CollectorTypeOptions string // comma-separated
	ChannelProtocol      string
	Manufacturer         string
	SNCodePrefix         string
	RegisterPrefix       string
	Channels             int32 // of a collector; 0: unknown
	RegisterIsSame       bool
	IsSensor             bool
	IsMeasuring          bool
	WithCollector        bool
	IsMultiChannel       bool
	WithNetwork          bool
	CreatedAt            int64

	Commands []modelcommand.Command `bun:"-"` // stored as JSON
}

const maxPrefix = 10

var modelCode = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._/-]{0,39}$`)

// Models returns the predefined models, then those of a corporation, by series and code.
func (s *Service) Models(ctx context.Context, scope access.Scope, corporationID int64) ([]catalog.Model, error) {
	own, err := s.OwnModels(ctx, scope, corporationID)
	if err != nil {
		return nil, err
	}
	list := slices.Clone(catalog.Models())
	for i := range list {
		list[i].Manufacturer = s.manufacturer
	}
	for _, m := range own {
		list = append(list, m.entry())
	}
	return list, nil
}

// OwnModels returns the models that a corporation has added.
func (s *Service) OwnModels(ctx context.Context, scope access.Scope, corporationID int64) ([]Model, error) {
	return s.store.Models(ctx, scope, corporationID)
}

// entry returns the model as a catalog entry. Its texts have only the language in which they were entered.
func (m Model) entry() catalog.Model {
	same := func(text string) i18n.Label { return i18n.Label{Zh: text, En: text, Tw: text} }
	return catalog.Model{
		Code: m.Code, Label: same(m.Label), Type: m.Type, Series: same(m.Series), Measurements: listed(m.Measurements),
		Collectors: listed(m.CollectorTypeOptions),
		Sensor:     m.IsSensor, Measuring: m.IsMeasuring, WithCollector: m.WithCollector, MultiChannel: m.IsMultiChannel,
		WithNetwork: m.WithNetwork, RegisterIsSame: m.RegisterIsSame,
		ChannelProtocol: m.ChannelProtocol, SNPrefix: m.SNCodePrefix, RegisterPrefix: m.RegisterPrefix,
		Channels: m.Channels, Manufacturer: m.Manufacturer, Custom: true, Commands: m.Commands,
	}
}

func listed(commas string) []string {
	return strings.FieldsFunc(commas, func(r rune) bool { return r == ',' || r == ' ' })
}

// model returns a model by code: a predefined one, or one of the corporation.
func (s *Service) model(ctx context.Context, corporationID int64, code string) (catalog.Model, bool, error) {
	m, known, err := modelOf(ctx, s.store, corporationID, code)
	if !m.Custom {
		m.Manufacturer = s.manufacturer
	}
	return m, known, err
}

func modelOf(ctx context.Context, models CustomModels, corporationID int64, code string) (catalog.Model, bool, error) {
	if predefined, ok := catalog.ModelOf(code); ok || code == "" {
		return predefined, ok, nil
	}
	own, err := models.ModelByCode(ctx, corporationID, code)
	if errs.IsKind(err, errs.NotFound) {
		return catalog.Model{}, false, nil
	}
	return own.entry(), err == nil, err
}

// CreateModel adds a model to a corporation.
func (s *Service) CreateModel(ctx context.Context, who audit.Actor, m Model) (Model, error) {
	if !who.Scope.Covers(m.CorporationID) {
		return Model{}, errs.New(errs.NothingHere)
	}
	m.fill(s.manufacturer)
	if err := m.check(); err != nil {
		return Model{}, err
	}
	return m, s.store.CreateModel(ctx, who, &m)
}

// UpdateModel changes a model. Devices keep the settings they got from it; its type cannot change while there are any.
func (s *Service) UpdateModel(ctx context.Context, who audit.Actor, m Model) (Model, error) {
	before, err := s.store.DeviceModel(ctx, who.Scope, m.ID)
	if err != nil {
		return Model{}, err
	}
	m.CorporationID, m.CreatedAt = before.CorporationID, before.CreatedAt
	m.fill(s.manufacturer)
	if err := m.check(); err != nil {
		return Model{}, err
	}
	if m.Code != before.Code {
		return Model{}, errs.OnField("code", errs.Unchangeable)
	}
	return m, s.store.UpdateModel(ctx, who, m)
}

// DeleteModel deletes a model; it returns a conflict while devices have it.
func (s *Service) DeleteModel(ctx context.Context, who audit.Actor, id int64) error {
	return s.store.DeleteModel(ctx, who, id)
}

func (m *Model) fill(manufacturer string) {
	if m.Manufacturer == "" {
		m.Manufacturer = manufacturer
	}
	kind, known := catalog.DeviceTypeOf(m.Type)
	if known && m.ChannelProtocol == "" && len(kind.Families) > 0 {
		m.ChannelProtocol = kind.Families[0]
	}
	m.Measurements = strings.Join(listed(m.Measurements), ",")
	m.CollectorTypeOptions = strings.Join(listed(m.CollectorTypeOptions), ",")
}

func (m *Model) check() error {
	var c checks
	kind, known := catalog.DeviceTypeOf(m.Type)
	switch _, predefined := catalog.ModelOf(m.Code); {
	case m.Code == "":
		c.Add("code", errs.Empty)
	case !modelCode.MatchString(m.Code):
		c.Add("code", errs.FormatWrong)
	case predefined:
		c.Add("code", errs.ModelCodeUsed)
	}
	checkText(&c.Refusals, "label", m.Label, maxText, true)
	checkText(&c.Refusals, "series", m.Series, maxName, true)
	c.text("manufacturer", m.Manufacturer, maxText)
	if !known {
		c.Add("type", errs.TypeUndefined)
	}
	for _, measurement := range listed(m.Measurements) {
		if known && !slices.Contains(kind.Measurements, measurement) {
			c.Add("measurements", errs.NotOneOf, "allowed", strings.Join(kind.Measurements, ", "))
			break
		}
	}
	if known && kind.Kind == Measuring != m.IsMeasuring {
		c.Add("isMeasuring", errs.CategoryMismatch)
	}
	for _, collector := range listed(m.CollectorTypeOptions) {
		if !slices.ContainsFunc(catalog.CollectorTypes(), func(o i18n.Option) bool { return o.Code == collector }) {
			c.Add("collectorTypeOptions", errs.MustExist)
			break
		}
	}
	if m.ChannelProtocol != "" && !protocol(m.ChannelProtocol) {
		c.Add("channelProtocol", errs.MustExist)
	}
	for _, prefix := range []struct{ field, value string }{{"sncodePrefix", m.SNCodePrefix}, {"registerPrefix", m.RegisterPrefix}} {
		if len(prefix.value) > maxPrefix || prefix.value != "" && !register.MatchString(prefix.value) {
			c.Add(prefix.field, errs.FormatWrong)
		}
	}
	if m.Channels < 0 || m.Channels > MaxChannel {
		c.Add("channels", errs.OutOfRange, "min", 0, "max", MaxChannel)
	}
	if err := c.Merge("", modelcommand.Check(m.Commands)); err != nil {
		return err
	}
	return c.Err()
}

// CommandsOf returns the commands that only devices of a model have, which is a predefined one or one of the corporation.
func (s *Service) CommandsOf(ctx context.Context, corporationID int64, code string) ([]modelcommand.Command, error) {
	m, _, err := s.model(ctx, corporationID, code)
	return m.Commands, err
}
