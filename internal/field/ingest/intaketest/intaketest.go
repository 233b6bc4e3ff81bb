// Package intaketest sets up an intake on its own databases, with numbered fake devices, for tests and benchmarks.
// Everything but the devices is real.
package intaketest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"sync/atomic"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/marks"
	"plumbline/internal/core/series"
	"plumbline/internal/core/series/postgres"
	"plumbline/internal/core/series/sqlite"
	"plumbline/internal/core/timeline"
	"plumbline/internal/field/ingest"
	"plumbline/internal/platform/cluster"
	"plumbline/internal/platform/database"
)

// Devices is a loader of fake devices. Device n has the register ID REG-n, the serial number SN-n and the secret
// secret-n.
type Devices struct {
	mu     sync.Mutex
	list   map[int64]ingest.Device
	looked int
}

// NewDevices returns devices 1 to n. Device 1 is a gateway: its channels 1 to 1000 are named P-0001 to P-1000, and
// CHILD-7 is connected to channel 7.
func NewDevices(n int) *Devices {
	d := &Devices{list: map[int64]ingest.Device{}}
	for id := int64(1); id <= int64(n); id++ {
		d.list[id] = ingest.Device{
			ID: id, CorporationID: 1, ProjectID: 1, Register: Register(id), SNCode: fmt.Sprintf("SN-%d", id),
			TimeZone: "Asia/Shanghai", Secrets: []ingest.Secret{{Text: Secret(id)}},
		}
	}
	gateway := d.list[1]
	var channels definition.Channels
	for no := int32(1); no <= 1000; no++ {
		channels.Channels = append(channels.Channels, definition.Channel{ChannelNo: no, IsUsed: true, Name: fmt.Sprintf("P-%04d", no)})
	}
	gateway.Channels = timeline.Of([]timeline.Version[definition.Channels]{{Value: channels}})
	gateway.Children = []ingest.Child{{
		ID: 1 << 20, SNCode: "CHILD-7",
		Connection: timeline.Of([]timeline.Version[definition.Connection]{{Value: definition.Connection{CollectorID: 1, ChannelNo: 7}}}),
	}}
	d.list[1] = gateway
	return d
}

// Register returns the register ID of device n.
func Register(n int64) string { return fmt.Sprintf("REG-%d", n) }

// Secret returns the secret of device n.
func Secret(n int64) string { return fmt.Sprintf("secret-%d", n) }

// Change changes a device as a user would in the console; refresh the directory afterwards.
func (d *Devices) Change(id int64, change func(*ingest.Device)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	changed := d.list[id]
	changed.ID = id
	change(&changed)
	d.list[id] = changed
}

// Remove removes a device.
func (d *Devices) Remove(id int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.list, id)
}

func (d *Devices) IntakeDevices(_ context.Context, ids []int64) ([]ingest.Device, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	var out []ingest.Device
	if ids == nil {
		for _, found := range d.list {
			out = append(out, found)
		}
	}
	for _, id := range ids {
		if found, ok := d.list[id]; ok {
			out = append(out, found)
		}
	}
	return out, nil
}

// Looked returns the number of lookups of unknown register IDs.
func (d *Devices) Looked() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.looked
}

func (d *Devices) RegisterOwner(_ context.Context, register string) (int64, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.looked++
	for id, found := range d.list {
		if found.Register == register {
			return id, nil
		}
	}
	return 0, nil
}

// Sink receives the output of stage 1: each channel feeds point device·100,000+channel.
type Sink struct {
	mu    sync.Mutex
	marks []marks.Mark
	rows  int
	seen  map[int64]ingest.Seen
}

func (s *Sink) AppendPoints(dst []int64, device int64, channel int32, _ int64) []int64 {
	return append(dst, device*100_000+int64(channel))
}

// Definitions returns none: nothing is known of the points.
func (s *Sink) Definitions(context.Context, []int64) ([]definition.Definition, error) {
	return nil, nil
}

func (s *Sink) Stored(_ context.Context, stored marks.Stored) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.marks = append(s.marks, stored.Marks...)
	s.rows += len(stored.Rows)
	return nil
}

func (s *Sink) SaveSeen(_ context.Context, seen []ingest.Seen) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.seen == nil {
		s.seen = map[int64]ingest.Seen{}
	}
	for _, one := range seen {
		s.seen[one.Device] = one
	}
	return nil
}

// Marks returns the marks of stage 1 so far, and the number of rows.
func (s *Sink) Marks() ([]marks.Mark, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]marks.Mark(nil), s.marks...), s.rows
}

// Seen returns the last stored state of a device.
func (s *Sink) Seen(device int64) ingest.Seen {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seen[device]
}

// Installation is an open intake with its databases.
type Installation struct {
	*ingest.Service
	Data, Journal *database.DB
	Series        series.Store
	Devices       *Devices
	Sink          *Sink

	free    atomic.Uint64
	closing sync.Once
}

// SetFree sets the free disk space and waits until intake has noticed.
func (in *Installation) SetFree(bytes uint64) {
	in.free.Store(bytes)
	in.Service.LookAtDisk()
}

// Options change what Open does.
type Options struct {
	Postgres   string // address; empty: SQLite files in the folder
	Devices    *Devices
	Limits     ingest.Limits
	Keep       ingest.Keep
	Space      func() (uint64, error)
	Stage2     marks.Stage2 // replaces the Sink
	CommitOnly bool
	Lease      cluster.Lease // nil: of the only server
	Log        *slog.Logger
}

// Open opens an installation in a folder; opening it again continues where it was.
func Open(ctx context.Context, folder string, options Options) (*Installation, error) {
	if options.Log == nil {
		options.Log = slog.New(slog.DiscardHandler)
	}
	if options.Devices == nil {
		options.Devices = NewDevices(10)
	}
	in := &Installation{Devices: options.Devices, Sink: &Sink{}}
	in.free.Store(1 << 50)
	if err := in.open(ctx, folder, options); err != nil {
		return nil, errors.Join(err, in.closeDatabases())
	}
	return in, nil
}

func (in *Installation) open(ctx context.Context, folder string, options Options) (err error) {
	if err := in.openDatabases(ctx, folder, options.Postgres); err != nil {
		return err
	}
	directory, err := ingest.NewDirectory(ctx, options.Devices)
	if err != nil {
		return err
	}
	stage2 := options.Stage2
	if stage2 == nil {
		stage2 = in.Sink
	}
	lease := options.Lease
	if lease == nil {
		lease = cluster.Alone{}
	}
	in.Service, err = ingest.Open(ctx, ingest.Config{
		Data: in.Data, Journal: in.Journal, Directory: directory, Series: in.Series,
		Feeds: in.Sink, Stage2: stage2, Seen: in.Sink, Definitions: in.Sink, Lease: lease, Current: unchanging{},
		Space: func() (uint64, error) {
			return in.free.Load(), nil
		}, Limits: options.Limits, Keep: options.Keep, CommitOnly: options.CommitOnly, Log: options.Log,
	})
	return err
}

// unchanging is a configuration that never changes.
type unchanging struct{}

func (unchanging) Share(context.Context, *sql.Tx, []int64) error { return nil }
func (unchanging) Reached() int64                                { return 0 }

func (in *Installation) openDatabases(ctx context.Context, folder, address string) (err error) {
	if address != "" {
		if in.Data, err = database.OpenPostgres(ctx, address); err != nil {
			return err
		}
		in.Journal = in.Data
		in.Series, err = postgres.Open(ctx, in.Data)
		return err
	}
	if in.Data, err = database.OpenSQLite(ctx, filepath.Join(folder, "data.db")); err != nil {
		return err
	}
	if in.Journal, err = database.OpenSQLite(ctx, filepath.Join(folder, "journal.db")); err != nil {
		return err
	}
	in.Series, err = sqlite.Open(ctx, in.Data)
	return err
}

// Close closes everything in order, once.
func (in *Installation) Close(ctx context.Context) (err error) {
	in.closing.Do(func() {
		_, stopped := in.Service.Close(ctx)
		err = errors.Join(stopped, in.closeDatabases())
	})
	return err
}

func (in *Installation) closeDatabases() error {
	var err error
	if in.Data != nil {
		err = in.Data.Close()
	}
	if in.Journal != nil && in.Journal != in.Data {
		err = errors.Join(err, in.Journal.Close())
	}
	return err
}
