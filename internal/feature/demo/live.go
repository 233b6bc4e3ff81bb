package demo

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"plumbline/internal/field/command/deviceside"
	"plumbline/internal/platform/clock"
)

// Live sends readings of the demo's devices over MQTT until the context ends. Each device continues its record from
// where the past ended at Loaded (UTC ms), then plays it backwards and forwards, so that no curve jumps.
type Live struct {
	Broker string // host:port
	Loaded int64
	// Secret returns the password of a device; false if it has none.
	Secret func(register string) (string, bool)
	// Fetch downloads a file from the platform, as a device does for its firmware.
	Fetch func(ctx context.Context, path string) ([]byte, error)
	// Failed reports an error of a device.
	Failed func(register string, err error)
}

// mostWaiting is the maximum number of queued commands for a busy device.
const mostWaiting = 64

// Run returns when every device has stopped.
func (l Live) Run(ctx context.Context) {
	done := make(chan struct{})
	running := 0
	for _, one := range sites() {
		for _, u := range one.units {
			if u.history >= 1 {
				continue
			}
			running++
			go func() {
				defer func() { done <- struct{}{} }()
				if err := l.play(ctx, u); err != nil && ctx.Err() == nil {
					l.Failed(u.register, err)
				}
			}()
		}
	}
	for range running {
		<-done
	}
}

func (l Live) play(ctx context.Context, u unit) error {
	records, err := u.record()
	if err != nil {
		return err
	}
	kept, err := pack(steady(records))
	if err != nil {
		return err
	}
	password, ok := l.Secret(u.register)
	if !ok {
		return fmt.Errorf("has no secret")
	}
	options := mqtt.NewClientOptions().AddBroker("tcp://" + l.Broker).SetClientID(u.register).SetUsername(u.register).SetPassword(password).
		SetCleanSession(false).SetConnectRetry(true).SetConnectRetryInterval(time.Second).SetMaxReconnectInterval(10 * time.Second)
	in := make(chan []byte, mostWaiting)
	options.SetOnConnectHandler(func(client mqtt.Client) {
		client.Subscribe("v1/dev/"+u.register+"/down", 1, func(_ mqtt.Client, m mqtt.Message) {
			select {
			case in <- m.Payload():
			default: // the platform retries
			}
		})
	})
	client := mqtt.NewClient(options)
	if err := wait(ctx, client.Connect()); err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer client.Disconnect(250)
	send := func(ctx context.Context, payload []byte) error {
		return wait(ctx, client.Publish("v1/dev/"+u.register+"/up", 1, false, payload))
	}
	loop := newLoop(kept, cut(records, u.history)-1)
	instrument := &deviceside.Unit{Send: send, Fetch: l.Fetch, Pace: func(time.Duration) {}, Measure: func() ([]byte, any) {
		now := clock.Now().UnixMilli()
		record, _ := loop.after(now - l.Loaded)
		values, err := record.measured()
		if err != nil {
			l.Failed(u.register, err)
		}
		return record.message(now), values
	}}
	for {
		now := clock.Now().UnixMilli()
		record, at := loop.after(now - l.Loaded)
		due := l.Loaded + at
		if err := l.until(ctx, time.UnixMilli(due), in, instrument); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return nil
		}
		if err := send(ctx, record.message(due)); err != nil {
			return fmt.Errorf("publish: %w", err)
		}
	}
}

// until executes commands sent to a device until the given time.
func (l Live) until(ctx context.Context, at time.Time, in <-chan []byte, instrument *deviceside.Unit) error {
	timer := time.NewTimer(at.Sub(clock.Now()))
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-timer.C:
			return nil
		case payload := <-in:
			if err := instrument.Do(ctx, payload); err != nil && ctx.Err() == nil {
				return fmt.Errorf("answer: %w", err)
			}
		}
	}
}

func wait(ctx context.Context, token mqtt.Token) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-token.Done():
		return token.Error()
	}
}

// mostPause is the longest pause in a played record, in usual steps. Longer pauses are from the measuring campaign and
// would look like a device failure.
const mostPause = 3

// steady returns a record without its long pauses.
func steady(records []Record) []Record {
	steps := make([]int64, 0, len(records))
	for i := 1; i < len(records); i++ {
		steps = append(steps, records[i].Time-records[i-1].Time)
	}
	if len(steps) == 0 {
		return records
	}
	sorted := slices.Sorted(slices.Values(steps))
	usual := sorted[len(sorted)/2]
	list, saved := slices.Clone(records), int64(0)
	for i, step := range steps {
		if step > mostPause*usual {
			saved += step - usual
		}
		list[i+1].Time -= saved
	}
	return list
}

// loop plays a record forwards and backwards without end.
type loop struct {
	records []packed
	start   int64 // position in the record where the loop starts, ms from its beginning
	length  int64 // of the record
}

func newLoop(records []packed, from int) loop {
	first := records[0].time
	return loop{records: records, start: records[from].time - first, length: records[len(records)-1].time - first}
}

// after returns the first record due later than elapsed ms after the loop began, and its time.
func (l loop) after(elapsed int64) (packed, int64) {
	place := elapsed + l.start
	turn, within := place/(2*l.length), place%(2*l.length)
	first := l.records[0].time
	if within < l.length {
		i := sort.Search(len(l.records), func(i int) bool { return l.records[i].time-first > within })
		return l.records[i], turn*2*l.length + l.records[i].time - first - l.start
	}
	back := 2*l.length - within // playing backwards
	i := sort.Search(len(l.records), func(i int) bool { return l.records[i].time-first >= back }) - 1
	if i < 0 { // at the beginning: play forwards again
		i = 1
		return l.records[i], (turn+1)*2*l.length + l.records[i].time - first - l.start
	}
	return l.records[i], turn*2*l.length + 2*l.length - (l.records[i].time - first) - l.start
}
