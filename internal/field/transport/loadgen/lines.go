package loadgen

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
)

// Station is a device on a line without a message protocol: what it sends are frames with its register ID, and each is
// answered.
type Station struct {
	net.Conn
	in     *bufio.Reader
	answer func(*bufio.Reader) error
}

// Send sends one frame without waiting.
func (s *Station) Send(frame []byte) error {
	_, err := s.Write(frame)
	return err
}

// Acknowledged waits for the next answer.
func (s *Station) Acknowledged() error { return s.answer(s.in) }

// UpTo returns a reader of answers that end with a byte.
func UpTo(last byte) func(*bufio.Reader) error {
	return func(in *bufio.Reader) error {
		_, err := in.ReadSlice(last)
		return err
	}
}

// OfLength returns a reader of answers of a length.
func OfLength(n int) func(*bufio.Reader) error {
	return func(in *bufio.Reader) error {
		_, err := in.Discard(n)
		return err
	}
}

// Stations connects all stations, then lets them send for the duration. answer reads one answer. The first error of a
// station ends the run.
func Stations(ctx context.Context, run Run, answer func(*bufio.Reader) error) (Result, error) {
	return run.all(ctx, func(int) (sender, error) {
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", run.Address)
		if err != nil {
			return nil, err
		}
		return &Station{conn, bufio.NewReader(conn), answer}, nil
	})
}

// Idle is devices that have registered and are silent.
type Idle []net.Conn

// Register connects devices that send their register ID as text. Close them at the end.
func Register(ctx context.Context, address string, registers []string) (Idle, error) {
	connected := make(Idle, 0, len(registers))
	for _, register := range registers {
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
		if err != nil {
			connected.Close()
			return nil, fmt.Errorf("device %s: %w", register, err)
		}
		connected = append(connected, conn)
		if _, err := io.WriteString(conn, register+"\r\n"); err != nil {
			connected.Close()
			return nil, fmt.Errorf("device %s: %w", register, err)
		}
	}
	return connected, nil
}

// Close ends the connections.
func (c Idle) Close() {
	for _, conn := range c {
		_ = conn.Close()
	}
}
