package collecting

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"plumbline/internal/app"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/series"
	"plumbline/internal/core/timeline"
	"plumbline/internal/field/collection"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
	"plumbline/internal/site/project"
	"plumbline/internal/testing/await"
	"plumbline/internal/testing/killtest"
	"plumbline/internal/testing/pgtest"
	"plumbline/internal/testing/process"
)

// fleet is DTUs with instruments behind them.
type fleet struct {
	*testing.T
	config app.Config
	every  time.Duration
	units  int
	dtus   []*dtu
	ids    []int64   // of the DTUs
	gauges [][]int64 // of each DTU
}

func (f *fleet) check(err error) {
	f.Helper()
	if err != nil {
		f.Fatal(err)
	}
}

func (f *fleet) open() *app.Installation {
	f.Helper()
	in, err := app.Open(f.Context(), f.config, slog.New(slog.DiscardHandler))
	f.check(err)
	return in
}

func draft(t *testing.T, aspect string, value any) timeline.Draft {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return timeline.Draft{Aspect: aspect, Value: data}
}

// seed creates the devices, and a point for each instrument that is collected by command.
func (f *fleet) seed(dtus, units int, addresses []string) {
	f.Helper()
	ctx, who := f.Context(), audit.Program("test")
	in := f.open()
	defer in.Close()
	_, _, _, err := in.FirstStart(ctx)
	f.check(err)
	var corporation int64
	f.check(in.DB.Reader().QueryRowContext(ctx, "SELECT min(id) FROM corporation").Scan(&corporation))
	f.units = units
	for n := range dtus {
		site, err := in.Projects.Create(ctx, who, project.Project{CorporationID: corporation, Name: fmt.Sprint("Dam ", n)})
		f.check(err)
		place, err := in.Projects.CreateStructure(ctx, who, project.Structure{ProjectID: site.ID, Name: "Crest", Type: "Dam"})
		f.check(err)
		register := fmt.Sprintf("HDA3-%06d", n)
		var channels []definition.Channel
		for unit := 1; unit <= units; unit++ {
			channels = append(channels, definition.Channel{ChannelNo: int32(unit), IsUsed: true, Signal: "vw"})
		}
		made, _, err := in.Devices.Create(ctx, who, device.Device{
			CorporationID: corporation, ProjectID: site.ID, Name: register, Kind: device.Collector, Type: "HDA3", Model: "HDA3-16", SNCode: register, Register: register,
		}, []timeline.Draft{draft(f.T, string(definition.AspectChannels), definition.Channels{Channels: channels})})
		f.check(err)
		var gauges []int64
		var points []point.New
		for unit := 1; unit <= units; unit++ {
			name := fmt.Sprintf("WL-%d-%d", n, unit)
			link := device.Link{
				Protocol: "modbus", Profile: json.RawMessage(`{"preset":"vw","channels":1}`), Address: unit,
				Timeout: int(timeout / time.Millisecond), Gap: -1, Retries: 1,
			}
			gauge, _, err := in.Devices.Create(ctx, who, device.Device{
				CorporationID: corporation, ProjectID: site.ID, Name: name, Kind: device.Measuring, Type: "WATERLEVEL", Model: "own", SNCode: name,
			}, []timeline.Draft{
				draft(f.T, string(definition.AspectConnection), definition.Connection{CollectorID: made.ID, ChannelNo: int32(unit)}),
				draft(f.T, string(device.AspectLink), link),
			})
			f.check(err)
			gauges = append(gauges, gauge.ID)
			points = append(points, point.New{
				Point: point.Point{StructureID: place.ID, Name: name, Kind: point.Normal, Measurement: "Waterlevel", Category: "WATERLEVEL"},
				Config: []timeline.Draft{
					draft(f.T, string(definition.AspectBinding), definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: gauge.ID}}}),
					draft(f.T, string(definition.AspectCollect), definition.Collect{Mode: definition.CommandCollect, Interval: 300}),
				},
			})
		}
		_, err = in.Points.Create(ctx, who, site.ID, points)
		f.check(err)
		f.ids, f.gauges = append(f.ids, made.ID), append(f.gauges, gauges)
		f.dtus = append(f.dtus, &dtu{
			TB: f.T, caller: calls(addresses), register: register, random: rand.New(rand.NewPCG(uint64(n), 1)), sent: map[float32]byte{},
		})
	}
}

// start starts a server in its own process.
func (f *fleet) start(address string) *killtest.Process {
	f.Helper()
	config := f.config
	if config.DatabaseURL != "" {
		config.Data = f.TempDir()
	}
	argument, err := json.Marshal(setup{config, address, f.every})
	f.check(err)
	return killtest.Start(f.T, string(argument))
}

// allStored waits until the frames of all servers are stored, also of those that died.
func (f *fleet) allStored(in *app.Installation, s *app.Server) {
	f.Helper()
	f.check(s.Intake.WaitAllStored(f.Context()))
	if f.config.DatabaseURL == "" {
		return
	}
	var lanes []int
	rows, err := in.DB.Reader().QueryContext(f.Context(), "SELECT part FROM intake_cursor")
	f.check(err)
	defer rows.Close()
	for rows.Next() {
		var lane int
		f.check(rows.Scan(&lane))
		lanes = append(lanes, lane)
	}
	f.check(rows.Err())
	for _, lane := range lanes {
		for waiting, seq := 1, int64(0); waiting > 0; {
			await.Pause()
			f.check(in.DB.Reader().QueryRowContext(f.Context(), "SELECT seq FROM intake_cursor WHERE part = $1", lane).Scan(&seq))
			f.check(in.DB.Reader().QueryRowContext(f.Context(), "SELECT count(*) FROM frame_batch WHERE part = $1 AND seq > $2", lane, seq).Scan(&waiting))
		}
	}
}

// account compares the ledger, the readings and what the instruments measured.
func (f *fleet) account() {
	f.Helper()
	in := f.open()
	defer in.Close()
	s, err := in.Start(f.Context(), app.StartOptions{Held: true})
	f.check(err)
	defer s.Stop()
	f.allStored(in, s)
	total, readings := collection.Tally{Reasons: map[collection.Outcome]int{}}, 0
	for n, d := range f.dtus {
		for i, gauge := range f.gauges[n] {
			times := f.readings(in, d, f.ids[n], byte(i+1))
			readings += len(times)
			ledger, err := in.Store.Cycles(f.Context(), access.Scope{All: true}, gauge, 0, math.MaxInt64/2)
			f.check(err)
			f.compare(gauge, ledger, times, f.requested(in, gauge))
			tally := ledger.Tally(math.MaxInt64)
			if tally.Due != tally.Polled+tally.Missed || tally.Due == 0 {
				f.Errorf("device %d: %d polled and %d missed of %d due", gauge, tally.Polled, tally.Missed, tally.Due)
			}
			total.Due, total.Polled, total.Missed = total.Due+tally.Due, total.Polled+tally.Polled, total.Missed+tally.Missed
			for why, n := range tally.Reasons {
				total.Reasons[why] += n
			}
		}
	}
	if total.Polled == 0 || total.Reasons[collection.Open] == 0 {
		f.Error("nothing was polled, or the killed server missed nothing")
	}
	var reasons []string
	for _, why := range collection.Reasons() {
		if n := total.Reasons[why]; n > 0 {
			reasons = append(reasons, string(why)+" "+strconv.Itoa(n))
		}
	}
	f.Logf("%d due, %d polled, %d missed (%s), %d readings", total.Due, total.Polled, total.Missed, strings.Join(reasons, ", "), readings)
}

// readings returns when the readings of a unit were received. Each was measured by it, and is stored once.
func (f *fleet) readings(in *app.Installation, d *dtu, id int64, unit byte) (times []int64) {
	f.Helper()
	seen := map[float32]bool{}
	err := in.Series.Scan(f.Context(), series.RawID(id, int32(unit)), 0, math.MaxInt64-1, nil, func(b *series.Block) error {
		for c, column := range b.Columns.List {
			if column.Field != "freq" {
				continue
			}
			for k, t := range b.Times {
				value := float32(b.Values[c][k])
				if by, measured := d.sent[value]; !measured || by != unit || seen[value] {
					f.Errorf("unit %d of %s: the reading %g was invented, or is stored twice", unit, d.register, value)
				}
				seen[value] = true
				times = append(times, t)
			}
		}
		return nil
	})
	f.check(err)
	return times
}

// requested returns when readings of a device were asked for.
func (f *fleet) requested(in *app.Installation, gauge int64) (times []int64) {
	f.Helper()
	rows, err := in.DB.Reader().QueryContext(f.Context(), "SELECT created_at FROM command WHERE device_id = $1", gauge)
	f.check(err)
	defer rows.Close()
	for rows.Next() {
		var at int64
		f.check(rows.Scan(&at))
		times = append(times, at)
	}
	f.check(rows.Err())
	return times
}

// compare checks that no cycle is missing, and that those are polled in which a reading came. A reading that comes before
// the request of its cycle, late for the one before, may not count.
func (f *fleet) compare(gauge int64, ledger collection.Ledger, times, requested []int64) {
	f.Helper()
	for i, c := range ledger.Cycles {
		if i > 0 && ledger.Cycles[i-1].Due != c.Due+c.Every {
			f.Errorf("device %d: no cycle between %d and %d", gauge, c.Due, ledger.Cycles[i-1].Due)
		}
		within := func(t int64) bool { return t >= c.Due && t < c.Due+c.Every }
		came := slices.ContainsFunc(times, within)
		if c.Outcome == collection.Polled && !came {
			f.Errorf("device %d: the cycle of %d is polled without a reading", gauge, c.Due)
		}
		asked := slices.IndexFunc(requested, within)
		if c.Outcome != collection.Polled && asked >= 0 && slices.ContainsFunc(times, func(t int64) bool { return within(t) && t >= requested[asked] }) {
			f.Errorf("device %d: the cycle of %d is missed (%c), and a reading came", gauge, c.Due, c.Outcome)
		}
	}
}

// requestEvery is the time between two requests in a large fleet: what a small machine can do with its two servers.
const requestEvery = 40 * time.Millisecond

// Instruments are collected while everything fails that can, and servers are killed. Each answer in the journal is one
// reading, none is invented, and each cycle is polled or missed.
func TestEveryCycleIsPolledOrMissed(t *testing.T) {
	t.Parallel()
	dtus, units, every := 3, 2, time.Second/2
	if size := os.Getenv("COLLECTING"); size != "" { // such as 200x16
		if _, err := fmt.Sscanf(size, "%dx%d", &dtus, &units); err != nil {
			t.Fatal(err)
		}
		every = max(time.Second, time.Duration(dtus*units)*requestEvery)
	}
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		f := &fleet{T: t, every: every}
		f.config = app.Config{Data: t.TempDir(), AdminPassword: "Start-2468!", Version: "test"}
		address := process.FreeAddress()
		f.seed(dtus, units, []string{address})
		defer connect(f.dtus)()
		server := f.start(address)
		further(t.Context(), f.dtus, 2*units)
		server.Kill()
		time.Sleep(2 * every) // a stop that the ledger must show
		server = f.start(address)
		further(t.Context(), f.dtus, 2*units)
		server.Signal(syscall.SIGTERM)
		server.Wait()
		f.account()
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		f := &fleet{T: t, every: every}
		f.config = app.Config{
			Data: t.TempDir(), DatabaseURL: pgtest.URL(t), Key: strings.Repeat("5a", 32), AdminPassword: "Start-2468!", Version: "test",
		}
		addresses := []string{process.FreeAddress(), process.FreeAddress()}
		f.seed(dtus, units, addresses)
		first, second := f.start(addresses[0]), f.start(addresses[1])
		defer connect(f.dtus)()
		further(t.Context(), f.dtus, 2*units)
		first.Kill() // the other one polls its devices
		further(t.Context(), f.dtus, 2*units)
		second.Signal(syscall.SIGTERM)
		second.Wait()
		f.account()
	})
}
