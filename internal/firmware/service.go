package firmware

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"plumbline/internal/access"
	"plumbline/internal/blob"
	"plumbline/internal/command"
	"plumbline/internal/device"
	"plumbline/internal/fault"
	"plumbline/internal/listing"
	"plumbline/internal/oplog"
	"plumbline/internal/vault"
)

// MaxDevices is how many devices one call may upgrade.
const MaxDevices = 200

// linkLife is how long the link to a file is good: as long as its command may hang, and
// the time to fetch it.
const linkLife = command.HangExpire + 2*time.Hour

// Store keeps files and upgrades. What a person changes is logged in its transaction.
type Store interface {
	Firmwares(ctx context.Context, scope access.Scope, filter Filter) (listing.Page[File], error)
	Firmware(ctx context.Context, scope access.Scope, id int64) (File, error)
	// CreateFirmware stores a file; FirmwareThere when the corporation has one of that name.
	CreateFirmware(ctx context.Context, who oplog.Actor, f *File) error
	// DeleteFirmware removes a file; InUse while a device is upgraded with it.
	DeleteFirmware(ctx context.Context, who oplog.Actor, id int64) error
	// FirmwareBlob finds a file for its signed link.
	FirmwareBlob(ctx context.Context, id int64) (File, error)

	Upgrades(ctx context.Context, scope access.Scope, filter UpgradeFilter) (listing.Page[Upgrade], error)
	Upgrade(ctx context.Context, scope access.Scope, id int64) (Upgrade, error)
	// BeginUpgrade notes that a device is to be upgraded; UpgradeRunning when it is already.
	BeginUpgrade(ctx context.Context, who oplog.Actor, u *Upgrade) error
	// TryUpgrade puts a command of an upgrade into its place, and the upgrade in progress.
	TryUpgrade(ctx context.Context, id, commandID int64) error
	// FailUpgrade ends an upgrade whose command could not be queued.
	FailUpgrade(ctx context.Context, id int64, reason string) error
}

// Commands sends commands; package command has it.
type Commands interface {
	Send(ctx context.Context, who oplog.Actor, d device.Device, o command.Order) (command.Command, error)
}

// Service keeps the rules of firmware.
type Service struct {
	store    Store
	blobs    blob.Store
	devices  *device.Service
	commands Commands
	key      []byte
}

// New makes the service.
func New(store Store, blobs blob.Store, v *vault.Vault, devices *device.Service, commands Commands) *Service {
	return &Service{store: store, blobs: blobs, devices: devices, commands: commands, key: v.Key("firmware links")}
}

// List answers files. Sorts by name, version, size, createdAt.
func (s *Service) List(ctx context.Context, scope access.Scope, filter Filter) (listing.Page[File], error) {
	return s.store.Firmwares(ctx, scope, filter)
}

// Get answers one file, NotFound outside of the scope.
func (s *Service) Get(ctx context.Context, scope access.Scope, id int64) (File, error) {
	return s.store.Firmware(ctx, scope, id)
}

// Save takes a file of the actor's corporation, of which no more than MaxBytes+1 are read.
func (s *Service) Save(ctx context.Context, who oplog.Actor, corporationID int64, name, notice string, r io.Reader) (File, error) {
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
		return File{}, fault.Wrap(err, fault.FileFailed)
	}
	switch {
	case len(data) == 0:
		return File{}, fault.OnField("file", fault.Empty)
	case len(data) > MaxBytes:
		return File{}, fault.OnField("file", fault.FileSize)
	}
	sum := sha256.Sum256(data)
	f.Size, f.SHA256 = int64(len(data)), hex.EncodeToString(sum[:])
	if f.Blob, err = newKey(corporationID); err != nil {
		return File{}, err
	}
	if err := s.blobs.Put(ctx, f.Blob, bytes.NewReader(data)); err != nil {
		return File{}, err
	}
	if err := s.store.CreateFirmware(ctx, who, &f); err != nil {
		return File{}, errors.Join(err, s.blobs.Delete(context.WithoutCancel(ctx), f.Blob))
	}
	return f, nil
}

func newKey(corporation int64) (string, error) {
	var raw [16]byte
	if _, err := rand.Read(raw[:]); err != nil {
		return "", fmt.Errorf("make blob key: %w", err)
	}
	return strconv.FormatInt(corporation, 10) + "/" + hex.EncodeToString(raw[:]), nil
}

// Delete removes a file with the record of its upgrades.
func (s *Service) Delete(ctx context.Context, who oplog.Actor, id int64) error {
	f, err := s.store.Firmware(ctx, who.Scope, id)
	if err != nil {
		return err
	}
	if err := s.store.DeleteFirmware(ctx, who, id); err != nil {
		return err
	}
	return s.blobs.Delete(ctx, f.Blob)
}

// Upgrades lists upgrades, the newest first. Sorts by createdAt.
func (s *Service) Upgrades(ctx context.Context, scope access.Scope, filter UpgradeFilter) (listing.Page[Upgrade], error) {
	return s.store.Upgrades(ctx, scope, filter)
}

// Upgrade answers one upgrade, NotFound outside of the scope.
func (s *Service) Upgrade(ctx context.Context, scope access.Scope, id int64) (Upgrade, error) {
	return s.store.Upgrade(ctx, scope, id)
}

// Assign upgrades devices with a file. All are checked first: one that is foreign, of
// another host or on its way to a version already refuses the whole, with its place.
func (s *Service) Assign(ctx context.Context, who oplog.Actor, id int64, devices []int64) ([]Upgrade, error) {
	f, err := s.store.Firmware(ctx, who.Scope, id)
	if err != nil {
		return nil, err
	}
	if len(devices) == 0 {
		return nil, fault.OnField("deviceIds", fault.Empty)
	}
	if len(devices) > MaxDevices {
		return nil, fault.OnField("deviceIds", fault.TooManyEntries, "max", MaxDevices)
	}
	var refusals fault.Refusals
	list := make([]device.Device, len(devices))
	seen := make(map[int64]bool, len(devices))
	for i, deviceID := range devices {
		field := "deviceIds[" + strconv.Itoa(i) + "]"
		d, err := s.devices.Get(ctx, who.Scope, deviceID)
		switch {
		case fault.IsKind(err, fault.NotFound), err == nil && d.CorporationID != f.CorporationID:
			refusals.Add(field, fault.MustExist)
			continue
		case err != nil:
			return nil, err
		case seen[deviceID]:
			refusals.Add(field, fault.Duplicate)
		case !f.Fits(d):
			refusals.Add(field, fault.FirmwareHost)
		default:
			running, err := s.store.Upgrades(ctx, who.Scope, UpgradeFilter{Query: listing.Query{Page: 1, Size: 1}, DeviceID: deviceID, State: InProgress})
			if err != nil {
				return nil, err
			}
			if running.Total > 0 {
				refusals.Add(field, fault.UpgradeRunning)
			}
		}
		seen[deviceID] = true
		list[i] = d
	}
	if err := refusals.Err(); err != nil {
		return nil, err
	}
	upgrades := make([]Upgrade, 0, len(list))
	for _, d := range list {
		state, err := s.devices.State(ctx, who.Scope, d.ID)
		if err != nil {
			return upgrades, err
		}
		u := Upgrade{
			CorporationID: d.CorporationID, FirmwareID: f.ID, DeviceID: d.ID, State: InProgress, VersionBefore: state.Firmware, Version: f.Version, AccountID: who.AccountID,
			DeviceName: d.Name, FirmwareName: f.Name,
		}
		if err := s.store.BeginUpgrade(ctx, who, &u); err != nil {
			return upgrades, err
		}
		if u, err = s.send(ctx, who, u, f, d); err != nil {
			return upgrades, err
		}
		upgrades = append(upgrades, u)
	}
	return upgrades, nil
}

// Retry tries an upgrade again that failed.
func (s *Service) Retry(ctx context.Context, who oplog.Actor, id int64) (Upgrade, error) {
	u, err := s.store.Upgrade(ctx, who.Scope, id)
	if err != nil {
		return Upgrade{}, err
	}
	if u.State != Fail {
		return Upgrade{}, fault.New(fault.UpgradeOver)
	}
	f, err := s.store.Firmware(ctx, who.Scope, u.FirmwareID)
	if err != nil {
		return Upgrade{}, err
	}
	d, err := s.devices.Get(ctx, who.Scope, u.DeviceID)
	if err != nil {
		return Upgrade{}, err
	}
	return s.send(ctx, who, u, f, d)
}

// send queues the command of an upgrade. A device that cannot be reached fails it at
// once, with the reason in its row.
func (s *Service) send(ctx context.Context, who oplog.Actor, u Upgrade, f File, d device.Device) (Upgrade, error) {
	args, err := json.Marshal(struct {
		Path    string `json:"path"`
		Version string `json:"version"`
		Size    int64  `json:"size"`
		SHA256  string `json:"sha256"`
	}{s.Link(f.ID), f.Version, f.Size, f.SHA256})
	if err != nil {
		return u, err
	}
	sent, err := s.commands.Send(ctx, who, d, command.Order{Kind: command.Upgrade, Args: args})
	if refused, ok := fault.As(err); ok {
		return s.again(ctx, who, u.ID, s.store.FailUpgrade(ctx, u.ID, refused.Key))
	}
	if err != nil {
		return u, err
	}
	return s.again(ctx, who, u.ID, s.store.TryUpgrade(ctx, u.ID, sent.ID))
}

func (s *Service) again(ctx context.Context, who oplog.Actor, id int64, err error) (Upgrade, error) {
	if err != nil {
		return Upgrade{}, err
	}
	return s.store.Upgrade(ctx, who.Scope, id)
}

// Link is a path that opens a file for a device, for a day: devices have no session.
func (s *Service) Link(id int64) string {
	until := time.Now().Add(linkLife).UnixMilli()
	return fmt.Sprintf("/api/softwares/%d/file?until=%d&sign=%s", id, until, s.signature(id, until))
}

// Open gives the content of a file whose link was signed.
func (s *Service) Open(ctx context.Context, id, until int64, signature string) (File, []byte, error) {
	now := time.Now()
	if until <= now.UnixMilli() || until > now.Add(linkLife).UnixMilli() || !hmac.Equal([]byte(s.signature(id, until)), []byte(signature)) {
		return File{}, nil, fault.New(fault.FileFailed)
	}
	f, err := s.store.FirmwareBlob(ctx, id)
	if err != nil {
		return File{}, nil, fault.Wrap(err, fault.FileFailed)
	}
	r, err := s.blobs.Open(ctx, f.Blob)
	if err != nil {
		return File{}, nil, fault.Wrap(err, fault.FileFailed)
	}
	data, err := io.ReadAll(r)
	return f, data, errors.Join(err, r.Close())
}

func (s *Service) signature(id, until int64) string {
	mac := hmac.New(sha256.New, s.key)
	fmt.Fprintf(mac, "%d %d", id, until)
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}
