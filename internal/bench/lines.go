package bench

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"

	"plumbline/internal/field/protocol"
	"plumbline/internal/field/transport/loadgen"
	"plumbline/internal/site/device"
)

// The size of the site for devices on lines.
const (
	stations      = 200 // of each protocol
	stationWindow = 8
	idleLines     = 10_000
	lengthSL651   = 25 // of an answer without a body
)

// Lines measures devices on lines and returns the figures, under the same conditions as Run.
func Lines(ctx context.Context, o Options) (report *Report, err error) {
	r, err := newRun(o)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.end(ctx)) }()
	for _, part := range []func(context.Context) error{r.polls, r.pollsAtRate, r.lines} {
		if err := part(ctx); err != nil {
			return nil, err
		}
	}
	return r.report, nil
}

// lines measures stations that send frames as fast as they are answered, and the memory of idle connections, on a site
// for this alone.
func (r *run) lines(ctx context.Context) (err error) {
	var made *lineSite
	s, address, err := r.withLines(ctx, "lines", func(b *builder) (err error) {
		made, err = setUpLines(ctx, b)
		return err
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	for _, one := range []struct {
		key, family string
		registers   []string
		answer      func(*bufio.Reader) error
		fields      []string
	}{
		{"line_hj212_frames_per_s", "hj212", made.hj212, loadgen.UpTo('\n'), []string{"pm25", "pm10", "airTemp", "windSpeed", "noise"}},
		{"line_sl651_frames_per_s", "sl651", made.sl651, loadgen.OfLength(lengthSL651), []string{"total", "rainToday", "level", "voltage"}},
	} {
		if err := r.stations(ctx, s, address, one.key, protocol.Named(one.family), one.registers, one.fields, one.answer); err != nil {
			return err
		}
	}
	if err := r.vibration(ctx, s, made.recorders); err != nil {
		return err
	}
	return r.idle(ctx, s, address, made.idle)
}

// withLines starts a server with a port for devices on lines, and sets up a new site.
func (r *run) withLines(ctx context.Context, name string, setUp func(*builder) error) (s *server, address string, err error) {
	folder := filepath.Join(r.folder, name)
	database, err := r.databases.open(ctx, name)
	if err != nil {
		return nil, "", err
	}
	b, err := newBuilder(ctx, folder, database)
	if err != nil {
		return nil, "", err
	}
	if err = b.newProject(ctx, "bench"); err == nil {
		err = setUp(b)
	}
	if err := errors.Join(err, b.Close()); err != nil {
		return nil, "", err
	}
	if address, err = freeAddress(); err != nil {
		return nil, "", err
	}
	if err := enoughFiles(2 * idleLines); err != nil {
		return nil, "", err
	}
	s, err = start(ctx, folder, flags(database, "--dtu", address)...)
	return s, address, err
}

// stations lets stations of a protocol send as fast as they are answered. Each frame is a minute of five or four values.
func (r *run) stations(ctx context.Context, s *server, address, key string, family *protocol.Family, registers, fields []string,
	answer func(*bufio.Reader) error,
) error {
	targets := make([]protocol.Target, len(fields))
	for i, field := range fields {
		targets[i].Field = field
	}
	origin := time.Now().Add(-60 * 24 * time.Hour).UnixMilli()
	result, err := loadgen.Stations(ctx, loadgen.Run{
		Address: address, Clients: len(registers), Window: stationWindow, Duration: r.sustained,
		Message: func(_ []byte, i, n int) []byte {
			values := make([]float64, len(fields))
			for v := range values {
				values[v] = float64(10+v) + float64(n%100)/10
			}
			return family.Simulate(protocol.Sample{
				Seq: n, Time: origin + int64(n)*time.Minute.Milliseconds(), Targets: targets, Values: values, Register: registers[i],
			})
		},
	}, answer)
	if err != nil {
		return err
	}
	lag, err := s.metric(ctx, "plumbline_journal_lag_seconds")
	if err != nil {
		return err
	}
	if dead, err := s.metric(ctx, "plumbline_frames_dead_total"); err != nil || dead > 0 {
		return errors.Join(err, fmt.Errorf("%s: %.0f frames were not decoded", family.Name, dead))
	}
	r.report.add(key, result.PerSecond(), "1/s", ">= 10,000",
		fmt.Sprintf("%d stations, window %d, synced and answered; p99 %v; journal lag at the end %.2f s",
			len(registers), stationWindow, result.P99.Round(time.Millisecond), lag))
	return nil
}

// idle measures the memory of the server with registered devices that are silent.
func (r *run) idle(ctx context.Context, s *server, address string, registers []string) error {
	connected, err := loadgen.Register(ctx, address, registers)
	if err != nil {
		return err
	}
	defer connected.Close()
	for {
		n, err := s.metric(ctx, "plumbline_devices_connected")
		if err != nil {
			return err
		}
		if int(n) >= len(registers) {
			break
		}
		if err := pause(ctx, 100*time.Millisecond); err != nil {
			return err
		}
	}
	if err := pause(ctx, 10*time.Second); err != nil {
		return err
	}
	mb, err := s.residentMB()
	if err != nil {
		return err
	}
	r.report.add("line_idle_10k_mb", mb, "MB", "< 400", fmt.Sprintf("whole server, %d registered DTUs that are silent", len(registers)))
	return nil
}

// lineSite is the register IDs of devices on lines.
type lineSite struct {
	hj212, sl651, idle []string
	recorders          []mqttDevice
}

func setUpLines(ctx context.Context, b *builder) (made *lineSite, err error) {
	made = new(lineSite)
	for _, of := range []struct {
		registers *[]string
		n         int
		format    string
		device    device.Device
	}{
		{&made.hj212, stations, "BENCHHJ%017d", device.Device{Kind: device.Measuring, Model: "WS-HJ", Type: "WeatherStation", ProtocolCode: "HJ"}},
		{&made.sl651, stations, "%010d", device.Device{Kind: device.Measuring, Model: "WL-SL651", Type: "WATERLEVEL", ProtocolCode: "HYDRO"}},
		{&made.idle, idleLines, "BENCHDTU%06d", device.Device{Kind: device.DTU, Model: "DTU-1", Type: "DTU", ProtocolCode: "OTHER"}},
	} {
		batch := make([]device.NewDevice, of.n)
		for i := range batch {
			d, register := of.device, fmt.Sprintf(of.format, i+1)
			d.CorporationID, d.ProjectID = b.corporation, b.project
			d.Name, d.SNCode, d.Register = fmt.Sprintf("%s %d", of.device.Model, i+1), "SN"+register, register
			batch[i].Device = d
			*of.registers = append(*of.registers, register)
		}
		for part := range slices.Chunk(batch, device.MaxBatch) {
			if _, _, err := b.Bulk.Import(ctx, who(), b.project, part); err != nil {
				return nil, err
			}
		}
	}
	for i := range recorders {
		g, err := b.unit(ctx, fmt.Sprintf("BENCHVIBRATION%03d", i))
		if err != nil {
			return nil, err
		}
		made.recorders = append(made.recorders, mqttDevice{register: g.register, secret: g.secret})
	}
	return made, nil
}

// enoughFiles raises the limit of open files, which the server inherits.
func enoughFiles(n uint64) error {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return err
	}
	if limit.Cur >= n {
		return nil
	}
	limit.Cur = min(n, limit.Max)
	return syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit)
}

// Vibration recorders send one second of three axes at a time.
const (
	recorders     = 100
	recorderRate  = 64 // Hz
	recorderAxes  = 3
	secondsOfPast = 24 * 3600
)

// vibration lets vibration recorders send their samples over MQTT, each a block a second.
func (r *run) vibration(ctx context.Context, s *server, devices []mqttDevice) error {
	origin := time.Now().Add(-secondsOfPast * time.Second).UnixMilli()
	axis := make([]byte, 2*recorderRate)
	for i := range recorderRate {
		binary.LittleEndian.PutUint16(axis[2*i:], uint16(int16(100*math.Sin(2*math.Pi*float64(i)/16))))
	}
	samples := base64.StdEncoding.EncodeToString(axis)
	tail := fmt.Sprintf(`,"fs":%d,"n":%d,"scale":0.001,"unit":"mm/s","enc":"i16le-b64","axes":{"vx":"%s","vy":"%s","vz":"%s"}}`,
		recorderRate, recorderRate, samples, samples, samples)
	result, err := loadgen.MQTT(ctx, loadgen.Run{
		Address: s.mqtt, Clients: len(devices), Window: stationWindow, Duration: r.sustained, Rate: len(devices),
		Device: func(i int) (string, string) { return devices[i].register, devices[i].secret },
		Message: func(to []byte, _, n int) []byte {
			return append(strconv.AppendInt(append(to, `{"type":"block","t":`...), origin+int64(n)*1000, 10), tail...)
		},
	})
	if err != nil {
		return err
	}
	lag, err := s.metric(ctx, "plumbline_journal_lag_seconds")
	if err != nil {
		return err
	}
	if dead, err := s.metric(ctx, "plumbline_frames_dead_total"); err != nil || dead > 0 {
		return errors.Join(err, fmt.Errorf("%.0f blocks were not decoded", dead))
	}
	r.report.add("vibration_values_per_s", result.PerSecond()*recorderRate*recorderAxes, "1/s", ">= 19,200",
		fmt.Sprintf("%d recorders of %d Hz and %d axes, a block a second each; p99 %v", len(devices), recorderRate, recorderAxes, result.P99.Round(time.Millisecond)))
	r.report.add("vibration_lag_s", lag, "s", "< 1", "journal lag at the end")
	return nil
}
