package firmware

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"time"

	"plumbline/internal/field/command"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/blob"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/secrets"
	"plumbline/internal/site/device"
)

// MaxDevices is the maximum number of devices per upgrade call.
const MaxDevices = 200

// linkLife is how long a download link is valid: the maximum waiting time of its command plus the download.
const linkLife = command.HangExpire + 2*time.Hour

// Store stores files and upgrades. Changes by people are logged in their transaction.
type Store interface {
	Firmwares(ctx context.Context, scope access.Scope, filter Filter) (paging.Page[File], error)
	Firmware(ctx context.Context, scope access.Scope, id int64) (File, error)
	// CreateFirmware stores a file; the error is FirmwareThere if the corporation has one with the name.
	CreateFirmware(ctx context.Context, who audit.Actor, f *File) error
	// DeleteFirmware deletes a file; the error is InUse while an upgrade uses it.
	DeleteFirmware(ctx context.Context, who audit.Actor, id int64) error
	// FirmwareBlob returns the file of a signed link.
	FirmwareBlob(ctx context.Context, id int64) (File, error)

	Upgrades(ctx context.Context, scope access.Scope, filter UpgradeFilter) (paging.Page[Upgrade], error)
	Upgrade(ctx context.Context, scope access.Scope, id int64) (Upgrade, error)
	// BeginUpgrades queues the commands of new upgrades, all or none, and completes the upgrades; the error is
	// UpgradeRunning if a device is already being upgraded.
	BeginUpgrades(ctx context.Context, who audit.Actor, tries []Try) error
	// RetryUpgrade queues the command of a failed upgrade again. The error is UpgradeOver if it has not failed,
	// UpgradeRunning if its device is being upgraded to another version.
	RetryUpgrade(ctx context.Context, who audit.Actor, try Try) error
}

// Try is an upgrade with its command.
type Try struct {
	Upgrade *Upgrade
	Command command.Command
}

// Commands creates commands; command.Service implements it.
type Commands interface {
	Prepare(ctx context.Context, who audit.Actor, d device.Device, o command.Order) (command.Command, error)
}

// Service validates and stores firmware, and upgrades devices.
type Service struct {
	store    Store
	blobs    blob.Store
	devices  *device.Service
	commands Commands
	paths    secrets.Paths
}

// New returns a service.
func New(store Store, blobs blob.Store, v *secrets.Vault, devices *device.Service, commands Commands) *Service {
	return &Service{store: store, blobs: blobs, devices: devices, commands: commands, paths: v.Paths("firmware links", linkLife)}
}

// List returns files. It sorts by name, version, size, createdAt.
func (s *Service) List(ctx context.Context, scope access.Scope, filter Filter) (paging.Page[File], error) {
	return s.store.Firmwares(ctx, scope, filter)
}

// Get returns a file, or errs.NothingHere outside the scope.
func (s *Service) Get(ctx context.Context, scope access.Scope, id int64) (File, error) {
	return s.store.Firmware(ctx, scope, id)
}

// Save stores a file of the actor's corporation. It reads at most MaxBytes+1 bytes.
func (s *Service) Save(ctx context.Context, who audit.Actor, corporationID int64, name, notice string, r io.Reader) (File, error) {
	f := File{CorporationID: corporationID, Name: name, Notice: notice, AccountID: who.AccountID}
	var err error
	if f.Host, f.Version, f.Note, err = ParseName(name); err != nil {
		return File{}, err
	}
	if err := checkNotice(notice); err != nil {
		return File{}, err
	}
	data, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return File{}, errs.Wrap(err, errs.FileFailed)
	}
	switch {
	case len(data) == 0:
		return File{}, errs.OnField("file", errs.Empty)
	case len(data) > MaxBytes:
		return File{}, errs.OnField("file", errs.FileSize)
	}
	sum := sha256.Sum256(data)
	f.Size, f.SHA256 = int64(len(data)), hex.EncodeToString(sum[:])
	f.Blob = blob.NewKey(corporationID)
	if err := s.blobs.Put(ctx, f.Blob, bytes.NewReader(data)); err != nil {
		return File{}, err
	}
	if err := s.store.CreateFirmware(ctx, who, &f); err != nil {
		return File{}, errors.Join(err, s.blobs.Delete(context.WithoutCancel(ctx), f.Blob))
	}
	return f, nil
}

// Delete deletes a file with the records of its upgrades.
func (s *Service) Delete(ctx context.Context, who audit.Actor, id int64) error {
	f, err := s.store.Firmware(ctx, who.Scope, id)
	if err != nil {
		return err
	}
	if err := s.store.DeleteFirmware(ctx, who, id); err != nil {
		return err
	}
	return s.blobs.Delete(ctx, f.Blob)
}

// Upgrades returns upgrades, newest first. It sorts by createdAt.
func (s *Service) Upgrades(ctx context.Context, scope access.Scope, filter UpgradeFilter) (paging.Page[Upgrade], error) {
	return s.store.Upgrades(ctx, scope, filter)
}

// Upgrade returns an upgrade, or errs.NothingHere outside the scope.
func (s *Service) Upgrade(ctx context.Context, scope access.Scope, id int64) (Upgrade, error) {
	return s.store.Upgrade(ctx, scope, id)
}

// Assign upgrades devices with a file, all or none. It fails for a device outside the scope, of another type, without
// a connection, already at the version or being upgraded; the error names its index.
func (s *Service) Assign(ctx context.Context, who audit.Actor, id int64, devices []int64) ([]Upgrade, error) {
	f, err := s.store.Firmware(ctx, who.Scope, id)
	if err != nil {
		return nil, err
	}
	if len(devices) == 0 {
		return nil, errs.OnField("deviceIds", errs.Empty)
	}
	if len(devices) > MaxDevices {
		return nil, errs.OnField("deviceIds", errs.TooManyEntries, "max", MaxDevices)
	}
	var refusals errs.Refusals
	upgrades := make([]Upgrade, len(devices))
	tries := make([]Try, len(devices))
	seen := make(map[int64]bool, len(devices))
	for i, deviceID := range devices {
		why, err := s.begin(ctx, who, f, deviceID, &upgrades[i], &tries[i])
		if err != nil {
			return nil, err
		}
		if seen[deviceID] {
			why = errs.Duplicate
		}
		if seen[deviceID] = true; why != nil {
			refusals.Add("deviceIds["+strconv.Itoa(i)+"]", why)
		}
	}
	if err := refusals.Err(); err != nil {
		return nil, err
	}
	return upgrades, s.store.BeginUpgrades(ctx, who, tries)
}

// begin returns a new upgrade of a device, or the reason against it.
func (s *Service) begin(ctx context.Context, who audit.Actor, f File, deviceID int64, u *Upgrade, try *Try) (why *errs.Message, err error) {
	d, err := s.devices.Get(ctx, who.Scope, deviceID)
	switch {
	case errs.IsKind(err, errs.NotFound), err == nil && d.CorporationID != f.CorporationID:
		return errs.MustExist, nil
	case err != nil:
		return nil, err
	case !f.Fits(d):
		return errs.FirmwareHost, nil
	}
	running, err := s.store.Upgrades(ctx, who.Scope, UpgradeFilter{Query: paging.Query{Page: 1, Size: 1}, DeviceID: deviceID, State: InProgress})
	if err != nil || running.Total > 0 {
		return errs.UpgradeRunning, err
	}
	state, err := s.devices.State(ctx, who.Scope, d.ID)
	if err != nil {
		return nil, err
	}
	if state.Firmware == f.Version {
		return errs.FirmwareSame, nil
	}
	*u = Upgrade{
		CorporationID: d.CorporationID, FirmwareID: f.ID, DeviceID: d.ID, State: InProgress,
		VersionBefore: state.Firmware, Version: f.Version, AccountID: who.AccountID,
		DeviceName: d.Name, FirmwareName: f.Name,
	}
	c, err := s.prepare(ctx, who, f, d)
	if refused, ok := errs.As(err); ok && refused.Code == errs.NoWayToDevice.Code {
		return errs.NoWayToDevice, nil
	}
	*try = Try{u, c}
	return nil, err
}

// Retry starts a failed upgrade again.
func (s *Service) Retry(ctx context.Context, who audit.Actor, id int64) (Upgrade, error) {
	u, err := s.store.Upgrade(ctx, who.Scope, id)
	if err != nil {
		return Upgrade{}, err
	}
	if u.State != Fail {
		return Upgrade{}, errs.New(errs.UpgradeOver)
	}
	f, err := s.store.Firmware(ctx, who.Scope, u.FirmwareID)
	if err != nil {
		return Upgrade{}, err
	}
	d, err := s.devices.Get(ctx, who.Scope, u.DeviceID)
	if err != nil {
		return Upgrade{}, err
	}
	c, err := s.prepare(ctx, who, f, d)
	if err != nil {
		return Upgrade{}, err
	}
	return u, s.store.RetryUpgrade(ctx, who, Try{&u, c})
}

// prepare returns the command of an upgrade, with its own link.
func (s *Service) prepare(ctx context.Context, who audit.Actor, f File, d device.Device) (command.Command, error) {
	args, err := json.Marshal(struct {
		Path    string `json:"path"`
		Version string `json:"version"`
		Size    int64  `json:"size"`
		SHA256  string `json:"sha256"`
	}{s.Link(f.ID), f.Version, f.Size, f.SHA256})
	if err != nil {
		return command.Command{}, err
	}
	return s.commands.Prepare(ctx, who, d, command.Order{Kind: command.Upgrade, Args: args})
}

// Link returns a signed path to a file, valid for linkLife: devices have no session.
func (s *Service) Link(id int64) string {
	path, _ := s.paths.Sign("/api/softwares/%d/file", id)
	return path
}

// Open returns the content of a file with a signed link, seekable, so that a device can resume a download. The caller
// closes it.
func (s *Service) Open(ctx context.Context, id, until int64, signature string) (File, io.ReadSeekCloser, error) {
	if !s.paths.Valid(id, until, signature) {
		return File{}, nil, errs.New(errs.FileFailed)
	}
	f, err := s.store.FirmwareBlob(ctx, id)
	if err != nil {
		return File{}, nil, errs.Wrap(err, errs.FileFailed)
	}
	content, err := s.blobs.Open(ctx, f.Blob)
	if errors.Is(err, blob.ErrMissing) {
		return File{}, nil, errs.Wrap(err, errs.FileFailed)
	}
	return f, content, err
}
