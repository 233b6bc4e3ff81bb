package loadgen

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"sync"
	"time"
)

// Client is one MQTT 3.1.1 device with messages at QoS 1.
type Client struct {
	conn   net.Conn
	in     *bufio.Reader
	topic  string
	packet []byte
	id     uint16
}

// Dial connects and signs in a device.
func Dial(ctx context.Context, address, register, secret string) (*Client, error) {
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("dial %s: %w", address, err)
	}
	c := &Client{conn: conn, in: bufio.NewReaderSize(conn, 512), topic: "v1/dev/" + register + "/up"}
	body := append(text(nil, "MQTT"), 4, 0b1100_0010, 0, 0) // user, password, clean; no keep-alive
	body = text(text(text(body, register), register), secret)
	if _, err := conn.Write(append(binary.AppendUvarint([]byte{0x10}, uint64(len(body))), body...)); err != nil {
		return nil, c.failed("sign in", err)
	}
	var answer [4]byte
	if _, err := io.ReadFull(c.in, answer[:]); err != nil {
		return nil, c.failed("sign in", err)
	}
	if answer[0] != 0x20 || answer[3] != 0 {
		return nil, c.failed("sign in", fmt.Errorf("refused with code %d", answer[3]))
	}
	return c, nil
}

func (c *Client) failed(what string, err error) error {
	return errors.Join(fmt.Errorf("%s: %w", what, err), c.conn.Close())
}

func text(to []byte, s string) []byte {
	return append(binary.BigEndian.AppendUint16(to, uint16(len(s))), s...)
}

// Send publishes one message without waiting.
func (c *Client) Send(payload []byte) error {
	c.id++
	if c.id == 0 {
		c.id = 1
	}
	c.packet = append(c.packet[:0], 0x32)
	c.packet = binary.AppendUvarint(c.packet, uint64(2+len(c.topic)+2+len(payload)))
	c.packet = text(c.packet, c.topic)
	c.packet = binary.BigEndian.AppendUint16(c.packet, c.id)
	c.packet = append(c.packet, payload...)
	_, err := c.conn.Write(c.packet)
	return err
}

// Acknowledged waits for the next PUBACK.
func (c *Client) Acknowledged() error {
	var ack [4]byte
	if _, err := io.ReadFull(c.in, ack[:]); err != nil {
		return err
	}
	if ack[0] != 0x40 {
		return fmt.Errorf("packet %x instead of a PUBACK", ack[0])
	}
	return nil
}

// Close closes the connection without DISCONNECT.
func (c *Client) Close() error { return c.conn.Close() }

// Run is the behavior of the devices.
type Run struct {
	Address  string
	Clients  int
	Window   int // messages in flight per device; default 1
	Duration time.Duration
	// Rate is the total number of messages per second; 0: as fast as they are acknowledged.
	Rate int
	// Device returns register ID and secret of device i, from 0.
	Device func(i int) (register, secret string)
	// Message appends the payload of message n of device i.
	Message func(to []byte, i, n int) []byte
}

// Result is what was acknowledged.
type Result struct {
	Acknowledged int64
	Took         time.Duration
	P50, P99     time.Duration // from sending to PUBACK
}

// PerSecond returns the rate of acknowledged messages.
func (r Result) PerSecond() float64 { return float64(r.Acknowledged) / r.Took.Seconds() }

// sender is a device that sends messages and waits for their acknowledgements, in order.
type sender interface {
	Send(payload []byte) error
	Acknowledged() error
	Close() error
}

// MQTT connects all devices, then lets them send for the duration. The first error of a device ends the run.
func MQTT(ctx context.Context, run Run) (Result, error) {
	return run.all(ctx, func(i int) (sender, error) {
		register, secret := run.Device(i)
		return Dial(ctx, run.Address, register, secret)
	})
}

func (r Run) all(ctx context.Context, dial func(i int) (sender, error)) (Result, error) {
	run := r
	run.Window = max(run.Window, 1)
	clients := make([]sender, run.Clients)
	defer func() {
		for _, c := range clients {
			if c != nil {
				_ = c.Close()
			}
		}
	}()
	for i := range clients {
		c, err := dial(i)
		if err != nil {
			return Result{}, fmt.Errorf("device %d: %w", i, err)
		}
		clients[i] = c
	}
	ctx, cancel := context.WithTimeoutCause(ctx, run.Duration, nil)
	defer cancel()
	var (
		devices sync.WaitGroup
		mu      sync.Mutex
		total   Result
		waits   []time.Duration
		failed  error
	)
	start := time.Now()
	for i, c := range clients {
		devices.Go(func() {
			acknowledged, own, err := run.device(ctx, c, i, start)
			mu.Lock()
			defer mu.Unlock()
			total.Acknowledged += acknowledged
			waits = append(waits, own...)
			if err != nil && failed == nil {
				failed = fmt.Errorf("device %d: %w", i, err)
				cancel()
			}
		})
	}
	devices.Wait()
	total.Took = time.Since(start)
	slices.Sort(waits)
	if len(waits) > 0 {
		total.P50, total.P99 = waits[len(waits)/2], waits[len(waits)*99/100]
	}
	return total, failed
}

// device sends until the time is over and waits for its last acknowledgements. It measures one of 16 waits.
func (r *Run) device(ctx context.Context, c sender, i int, start time.Time) (acknowledged int64, waits []time.Duration, err error) {
	var payload []byte
	sent := make([]time.Time, r.Window)
	pace := time.Duration(0)
	if r.Rate > 0 {
		pace = time.Second * time.Duration(r.Clients) / time.Duration(r.Rate)
	}
	flying := 0
	for n := 0; ; n++ {
		if ctx.Err() != nil {
			break
		}
		if pace > 0 && !until(ctx, start.Add(pace*time.Duration(n)+pace*time.Duration(i)/time.Duration(r.Clients))) {
			break
		}
		if flying == r.Window {
			if err := c.Acknowledged(); err != nil {
				return acknowledged, waits, err
			}
			flying--
			acknowledged++
			if n%16 == 0 {
				waits = append(waits, time.Since(sent[n%r.Window]))
			}
		}
		payload = r.Message(payload[:0], i, n)
		sent[n%r.Window] = time.Now()
		if err := c.Send(payload); err != nil {
			return acknowledged, waits, err
		}
		flying++
	}
	for ; flying > 0; flying-- {
		if err := c.Acknowledged(); err != nil {
			return acknowledged, waits, err
		}
		acknowledged++
	}
	return acknowledged, waits, nil
}

// until waits for a time; false if ctx ends first.
func until(ctx context.Context, at time.Time) bool {
	left := time.Until(at)
	if left <= 0 {
		return true
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
