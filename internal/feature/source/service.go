package source

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strconv"

	"plumbline/internal/core/definition"
	"plumbline/internal/feature"
	"plumbline/internal/field/ingest"
	"plumbline/internal/field/ingest/files"
	"plumbline/internal/field/protocol/jsonmap"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/outbound"
	"plumbline/internal/platform/secrets"
	"plumbline/internal/site/device"
)

// Service manages sources and runs them.
type Service struct {
	store    *Store
	vault    *secrets.Vault
	devices  *device.Service
	intake   *ingest.Service
	imports  *files.Service
	outbound *outbound.Dialler
	folders  []string // of this server in which sources may look for files
	resting  func() bool
	log      *slog.Logger
}

// New returns a service; folders are those of the server in which sources may look for files.
func New(host feature.Host, folders []string) *Service {
	return &Service{
		store: &Store{host.Tables}, vault: host.Secrets, devices: host.Devices, intake: host.Intake, imports: host.Imports,
		outbound: host.Outbound, folders: folders, resting: host.Resting, log: host.Log,
	}
}

// Draft is a source to save.
type Draft struct {
	Source
	// Given are the secrets by name; nil keeps the stored one. Stored ones that are not named are deleted.
	Given map[string]*string
	// Mapping becomes the profile of the devices that receive, for pull and broker; nil: they stay as they are.
	Mapping *jsonmap.Mapping
	// MappedFrom is the UTC ms from which the mapping holds; nil: always for a device that has none yet, else from now on.
	MappedFrom *int64
}

// Save checks and saves a source.
func (s *Service) Save(ctx context.Context, who audit.Actor, d *Draft) error {
	before, kept, err := s.before(ctx, who.Scope, d)
	if err != nil {
		return err
	}
	if err := s.check(ctx, who.Scope, d, before, kept); err != nil {
		return err
	}
	seal := func(id int64) ([]byte, error) {
		if len(kept) == 0 {
			return nil, nil
		}
		text, err := json.Marshal(kept)
		if err != nil {
			return nil, err
		}
		return s.vault.Seal(owner(id), string(text))
	}
	d.Secrets = slices.Sorted(maps.Keys(kept))
	if err := s.store.Save(ctx, who, &d.Source, seal); err != nil {
		return err
	}
	return s.saveMapping(ctx, who, d)
}

func owner(id int64) []byte { return []byte("source:" + strconv.FormatInt(id, 10)) }

// before returns the source as it was and the secrets that it will have.
func (s *Service) before(ctx context.Context, scope access.Scope, d *Draft) (before Source, kept map[string]string, err error) {
	stored := map[string]string{}
	if d.ID != 0 {
		if before, err = s.store.Source(ctx, scope, d.ProjectID, d.ID); err != nil {
			return before, nil, err
		}
		if before.Kind != d.Kind {
			return before, nil, errs.OnField("kind", errs.Unexpected)
		}
		if stored, err = s.secrets(ctx, d.ID); err != nil {
			return before, nil, err
		}
	}
	kept = map[string]string{}
	var refused errs.Refusals
	for name, given := range d.Given {
		known, has := stored[name]
		switch {
		case given != nil:
			kept[name] = *given
		case has && before.Settings.target() != d.Settings.target():
			refused.Add("secrets", errs.SecretsAgain)
		case has:
			kept[name] = known
		default:
			refused.Add("secrets", errs.SecretUnknown)
		}
	}
	return before, kept, refused.Err()
}

// target is where the secrets of a source go.
func (s Settings) target() string {
	switch {
	case s.Pull != nil:
		return originOf(s.Pull.URL)
	case s.Broker != nil:
		return s.Broker.URL
	case s.Files != nil:
		return s.Files.Address
	}
	return ""
}

func (s *Service) secrets(ctx context.Context, id int64) (map[string]string, error) {
	sealed, err := s.store.Sealed(ctx, id)
	if err != nil || len(sealed) == 0 {
		return map[string]string{}, err
	}
	text, err := s.vault.Open(owner(id), sealed)
	if err != nil {
		return nil, fmt.Errorf("secrets of source %d: %w", id, err)
	}
	found := map[string]string{}
	return found, json.Unmarshal([]byte(text), &found)
}

// maxSecrets and maxSecret bound the secrets of a source.
const (
	maxSecrets = 20
	maxSecret  = 16_000
)

func (s *Service) check(ctx context.Context, scope access.Scope, d *Draft, before Source, kept map[string]string) error {
	var refused errs.Refusals
	names := slices.Sorted(maps.Keys(kept))
	if len(names) > maxSecrets {
		refused.Add("secrets", errs.TooManyEntries, "max", maxSecrets)
	}
	for _, name := range names {
		if !secretName(name) {
			refused.Add("secrets", errs.FormatWrong)
		}
		if len(kept[name]) > maxSecret {
			refused.Add("secrets", errs.TooLong, "max", maxSecret)
		}
	}
	if err := refused.Merge("", d.Source.check(names)); err != nil {
		return err
	}
	sameFolder := before.Settings.Files != nil && d.Settings.Files != nil && before.Settings.Files.Folder == d.Settings.Files.Folder
	if f := d.Settings.Files; f != nil && d.Kind == Folder && !sameFolder && !slices.Contains(s.folders, f.Folder) {
		refused.Add("settings.files.folder", errs.FolderNotListed, "folder", f.Folder)
	}
	if d.Mapping != nil {
		if d.Kind != Pull && d.Kind != Broker {
			refused.Add("mapping", errs.Unexpected)
		} else if _, err := d.Mapping.Check(); err != nil {
			if err := refused.Merge("mapping.", err); err != nil {
				return err
			}
		}
	}
	for i, id := range d.Devices {
		field := "deviceIds[" + strconv.Itoa(i) + "]"
		found, err := s.devices.Get(ctx, scope, id)
		switch {
		case errs.IsKind(err, errs.NotFound), err == nil && found.ProjectID != d.ProjectID:
			refused.Add(field, errs.MustExist)
		case err != nil:
			return err
		case slices.Contains(d.Devices[:i], id):
			refused.Add(field, errs.Duplicate)
		case found.Register == "":
			refused.Add(field, errs.NeedsRegister)
		}
	}
	return refused.Err()
}

func secretName(name string) bool {
	return named("{secret." + name + "}")["secret."+name] && len(name) <= 40
}

// saveMapping makes a mapping the profile of the devices that receive.
func (s *Service) saveMapping(ctx context.Context, who audit.Actor, d *Draft) error {
	if d.Mapping == nil {
		return nil
	}
	profile, err := json.Marshal(d.Mapping)
	if err != nil {
		return err
	}
	now := clock.Now().UnixMilli()
	for _, id := range d.Devices {
		values, err := s.devices.InForce(ctx, who.Scope, id, now)
		if err != nil {
			return err
		}
		var link device.Link
		if text := values[device.AspectLink]; text != nil {
			if err := json.Unmarshal(text, &link); err != nil {
				return fmt.Errorf("link of device %d: %w", id, err)
			}
		}
		if link.Protocol == jsonmap.Name && string(link.Profile) == string(profile) {
			continue
		}
		from := d.MappedFrom
		if from == nil {
			at := now
			if link.Protocol != jsonmap.Name {
				at = 0
			}
			from = &at
		}
		link.Protocol, link.Profile = jsonmap.Name, profile
		text, err := json.Marshal(link)
		if err != nil {
			return err
		}
		if err := s.devices.Configure(ctx, who, id, device.Change{
			ValidFrom: from, Note: d.Name, Values: map[definition.DeviceAspect]json.RawMessage{device.AspectLink: text},
		}); err != nil {
			return err
		}
	}
	return nil
}

// Mapping returns the mapping of the first device that receives; nil: it has none.
func (s *Service) Mapping(ctx context.Context, scope access.Scope, src Source) (*jsonmap.Mapping, error) {
	if len(src.Devices) == 0 || src.Kind != Pull && src.Kind != Broker {
		return nil, nil
	}
	values, err := s.devices.InForce(ctx, scope, src.Devices[0], clock.Now().UnixMilli())
	if errs.IsKind(err, errs.NotFound) || values[device.AspectLink] == nil {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var link device.Link
	if err := json.Unmarshal(values[device.AspectLink], &link); err != nil || link.Protocol != jsonmap.Name {
		return nil, err
	}
	var m jsonmap.Mapping
	return &m, json.Unmarshal(link.Profile, &m)
}
