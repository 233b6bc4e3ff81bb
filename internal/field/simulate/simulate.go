package simulate

import (
	"bufio"
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"plumbline/internal/field/command"
	"plumbline/internal/field/ingest/files"
)

// Options are the flags of the command.
type Options struct {
	MQTT     string // host:port
	Version5 bool
	TLS      bool
	HTTP     string // http://host:port; instead of MQTT
	ADMI     string // host:port to listen on as the service of a shape array; instead of MQTT
	Replay   string // file of recorded readings that the service hands out
	Server   string // http://host:port for firmware downloads; default: HTTP
	Devices  string // file of lines register,secret
	Register string // or one device
	Secret   string

	File string // file to play; otherwise values are invented
	Zone string
	Map  string
	Time string

	Rate   float64       // Hz; above 0: records of vibration instead of readings
	Length time.Duration // of a record; 0: the interval, or that of a usual event
	Event  bool          // records are events with a trigger

	Fields   string        // names of invented values
	Interval time.Duration // between invented readings
	Start    time.Duration // how long ago the readings start
	Speed    float64       // until the present
	ClockOff time.Duration // error of the device's clock, until it is corrected
	Count    int           // readings per device; 0: until Duration is over
	Duration time.Duration // 0: until interrupted
}

// Flags adds the options to a flag set.
func (o *Options) Flags(f *flag.FlagSet) {
	f.StringVar(&o.MQTT, "mqtt", "127.0.0.1:1883", "`host:port` of the MQTT listener")
	f.BoolVar(&o.Version5, "v5", false, "speak MQTT 5 instead of 3.1.1")
	f.BoolVar(&o.TLS, "tls", false, "MQTT over TLS")
	f.StringVar(&o.HTTP, "http", "", "`address` such as http://127.0.0.1:8080: signed messages over HTTP instead of MQTT")
	f.StringVar(&o.ADMI, "admi", "", "`host:port` to listen on as the gRPC service of one imported shape array, whose fields are 0/NODE.ax and so on")
	f.StringVar(&o.Replay, "replay", "", "`file` of recorded readings of a shape array that --admi hands out, one a line as JSON of Reading in docs/admi_stream.proto")
	f.StringVar(&o.Server, "server", "", "`address` such as http://127.0.0.1:8080 from which devices download firmware; default that of --http; without one they refuse upgrades")
	f.StringVar(&o.Devices, "devices", "", "`file` of devices, one register,secret per line")
	f.StringVar(&o.Register, "register", "", "register of one device")
	f.StringVar(&o.Secret, "secret", "", "its secret")
	f.StringVar(&o.File, "file", "", "TOA5 or csv `file` to play in a loop; default: generated values")
	f.StringVar(&o.Zone, "zone", "", "time zone of the file, if its times have none")
	f.StringVar(&o.Map, "map", "",
		"`column=field,column=channel.field,#3=channel/node.field`; default: each column of numbers is a field of the device")
	f.StringVar(&o.Time, "time", "", "time `format` of the file, if day and month are ambiguous")
	f.StringVar(&o.Fields, "fields", "", "`names` of generated values: field, channel.field or channel/node.field; default x,y,temp, of a recorder voltage")
	f.Float64Var(&o.Rate, "rate", 0, "act as a vibration recorder that samples at so many `Hz`: up to 64 continuously, up to 1000 with --event")
	f.DurationVar(&o.Length, "length", 0, "length of a record, at most 2m; default: the interval, with --event 5s")
	f.BoolVar(&o.Event, "event", false, "each record is an event: it has a trigger and decays")
	f.DurationVar(&o.Interval, "interval", time.Minute, "time between generated readings or records")
	f.DurationVar(&o.Start, "start", 0, "how long ago the readings start, such as 720h")
	f.Float64Var(&o.Speed, "speed", 1, "how many times as fast time goes until the present is reached")
	f.DurationVar(&o.ClockOff, "clock-off", 0, "how far the device's clock is ahead (-5m: behind) until the platform sets it")
	f.IntVar(&o.Count, "count", 0, "readings per device; 0: unlimited")
	f.DurationVar(&o.Duration, "duration", 0, "how long to send; 0: until stopped")
}

// ErrUsage marks errors of the command line.
var ErrUsage = errors.New("wrong use")

// usualFields are the fields of generated readings.
const usualFields = "x,y,temp"

type credential struct{ register, secret string }

// Run sends until the context or the duration ends, or every device has sent its count, and prints what was
// acknowledged. A rejected device is reported and tries again.
func Run(ctx context.Context, o Options, out io.Writer) error {
	devices, err := o.devices()
	if err != nil {
		return err
	}
	source, err := o.source(ctx)
	if err != nil {
		return err
	}
	if o.Speed <= 0 || o.Interval <= 0 || o.Start < 0 {
		return fmt.Errorf("%w: speed and interval must be above 0, start at least 0", ErrUsage)
	}
	if o.Replay != "" && o.ADMI == "" {
		return fmt.Errorf("%w: --replay needs --admi", ErrUsage)
	}
	if _, err := o.recorderOf(0); err != nil {
		return err
	}
	if o.Duration > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.Duration)
		defer cancel()
	}
	if o.ADMI != "" {
		return o.serveArray(ctx, devices, source(0), out)
	}
	report := &reporter{out: out}
	begin := time.Now()
	clock := clock{wall: begin, start: begin.Add(-o.Start), speed: o.Speed}
	var running sync.WaitGroup
	for i, d := range devices {
		running.Go(func() {
			recorder, err := o.recorderOf(i)
			if err == nil {
				err = o.act(ctx, d, source(i), recorder, clock, report)
			}
			if err != nil && ctx.Err() == nil {
				report.failed(d.register, err)
			}
		})
	}
	running.Wait()
	_, err = fmt.Fprintf(out, "%d devices: %d messages acknowledged in %.1f s, %d failed attempts\n",
		len(devices), report.acknowledged.Load(), time.Since(begin).Seconds(), report.failures.Load())
	if report.acknowledged.Load() == 0 && report.failures.Load() > 0 {
		return errors.New("nothing was acknowledged")
	}
	return err
}

type reporter struct {
	acknowledged, failures atomic.Int64

	mu   sync.Mutex
	out  io.Writer
	last map[string]string
}

// failed prints the error of a device, once until it changes.
func (r *reporter) failed(register string, err error) {
	r.failures.Add(1)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.last == nil {
		r.last = map[string]string{}
	}
	if r.last[register] == err.Error() {
		return
	}
	r.last[register] = err.Error()
	fmt.Fprintf(r.out, "%s: %v\n", register, err)
}

// clock is simulated time: from start on at speed times real time, until it has caught up.
type clock struct {
	wall, start time.Time
	speed       float64
}

// due returns when simulated time reaches t.
func (c clock) due(t time.Time) time.Time {
	fast := c.wall.Add(time.Duration(float64(t.Sub(c.start)) / c.speed))
	if fast.Before(t) {
		return t
	}
	return fast
}

// act runs one device: it sends its readings when due, each until acknowledged, and executes commands in between.
func (o Options) act(ctx context.Context, d credential, readings source, recorder *recorder, clock clock, report *reporter) error {
	in := make(inbox, mostWaiting)
	line, err := o.connect(ctx, d, in)
	if err != nil {
		return err
	}
	defer line.close()
	p := &player{options: o, line: line, readings: readings, clock: clock, report: report, register: d.register, off: o.ClockOff, recorder: recorder}
	unit := p.unit()
	for p.n = 0; o.Count == 0 || p.n < o.Count; p.n++ {
		for {
			t := p.due()
			due := p.wait(ctx, clock.due(t), in, unit)
			if ctx.Err() != nil {
				return nil
			}
			if !due {
				continue // a command may have changed its interval
			}
			late := t.Before(time.Now().Add(-command.MaxClockOff)) // it is playing through the past
			for _, payload := range p.messages(t.Add(p.off).UnixMilli(), late) {
				if !p.deliver(ctx, payload) {
					return nil
				}
			}
			p.last = t
			break
		}
	}
	return nil
}

// until waits for a time; false if ctx ends first.
func until(ctx context.Context, at time.Time) bool {
	left := time.Until(at)
	if left <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(left)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

func (o Options) devices() ([]credential, error) {
	if o.Devices == "" {
		if o.Register == "" || o.Secret == "" {
			return nil, fmt.Errorf("%w: give --devices FILE, or --register and --secret", ErrUsage)
		}
		return []credential{{o.Register, o.Secret}}, nil
	}
	file, err := os.Open(o.Devices)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUsage, err)
	}
	defer file.Close()
	var list []credential
	lines := bufio.NewScanner(file)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		register, secret, ok := strings.Cut(line, ",")
		if !ok {
			return nil, fmt.Errorf("%w: %s line %d: write register,secret", ErrUsage, o.Devices, n)
		}
		list = append(list, credential{strings.TrimSpace(register), strings.TrimSpace(secret)})
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read %s: %w", o.Devices, err)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%w: %s contains no device", ErrUsage, o.Devices)
	}
	return list, nil
}

func (o Options) connect(ctx context.Context, d credential, in inbox) (line, error) {
	var secure *tls.Config
	if o.TLS {
		secure = &tls.Config{MinVersion: tls.VersionTLS12}
	}
	switch {
	case o.HTTP != "":
		return &overHTTP{server: o.HTTP, credential: d, in: in}, nil
	case o.Version5:
		return dial5(ctx, o.MQTT, secure, d, in)
	}
	return dial3(ctx, o.MQTT, secure, d, in)
}

// source returns the readings of a device: a source per device, so that devices differ.
func (o Options) source(ctx context.Context) (func(i int) source, error) {
	if o.File == "" {
		fields := o.Fields
		if fields == "" {
			fields = usualFields
			if o.Rate > 0 {
				fields = usualRest
			}
		}
		targets, err := parseFields(fields)
		if err != nil {
			return nil, fmt.Errorf("%w: --fields: %w", ErrUsage, err)
		}
		return func(i int) source { return &invented{columns: targets, interval: o.Interval, device: i} }, nil
	}
	file, err := files.OpenLocal(o.File)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUsage, err)
	}
	defer file.Close()
	preview, err := file.Preview(ctx, files.Wish{Zone: "UTC"})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUsage, err)
	}
	layout := preview.Layout
	if !preview.HasZone {
		layout.Zone = cmp.Or(o.Zone, layout.Zone, "UTC") // times are moved to the present, so the zone does not matter
	}
	if o.Map != "" {
		if layout.Columns, err = files.ParseMapping(preview.Columns, o.Map); err != nil {
			return nil, fmt.Errorf("%w: --map: %w", ErrUsage, err)
		}
	}
	if o.Time != "" {
		files.SetTimeFormat(&layout, o.Time)
	}
	played, err := record(file, preview.Entry, layout)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUsage, err)
	}
	return func(int) source { return played }, nil
}
