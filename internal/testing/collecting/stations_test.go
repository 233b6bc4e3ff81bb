package collecting

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"plumbline/internal/app"
	"plumbline/internal/core/series"
	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/audit"
	"plumbline/internal/site/device"
	"plumbline/internal/site/project"
	"plumbline/internal/testing/pgtest"
	"plumbline/internal/testing/process"
)

// station sends one value after another, each again until it is answered, over lines that are cut.
type station struct {
	testing.TB
	caller
	protocol *protocol.Family
	register string
	field    string
	step     time.Duration // between two observations
	receipt  func(r *bufio.Reader) (of string, err error)
	random   *rand.Rand
	id       int64

	mu       sync.Mutex
	sent     int // the values 1 to sent were sent
	answered int // the values 1 to answered were answered
}

// began is the time of the first observation.
var began = time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)

// frame encodes a value, and returns what its receipt says.
func (s *station) frame(value int) (frame []byte, receipt string) {
	at := began.Add(time.Duration(value) * s.step)
	frame = s.protocol.Simulate(protocol.Sample{
		Seq: value, Time: at.UnixMilli(), Register: s.register,
		Targets: []protocol.Target{{Field: s.field}}, Values: []float64{float64(value)},
	})
	if s.protocol.Name == "sl651" {
		return frame, fmt.Sprint(value)
	}
	_, rest, _ := strings.Cut(string(frame), "QN=")
	receipt, _, _ = strings.Cut(rest, ";")
	return frame, receipt
}

// receiptHJ212 reads an answer to data, CN=9014, and returns its QN (HJ 212-2017, 6.6.2).
func receiptHJ212(r *bufio.Reader) (string, error) {
	for {
		text, err := r.ReadString('\n')
		if err != nil {
			return "", err
		}
		if _, rest, ok := strings.Cut(text, "QN="); ok && strings.Contains(text, "CN=9014") {
			qn, _, _ := strings.Cut(rest, ";")
			return qn, nil
		}
	}
}

// receiptSL651 reads a downlink and returns its serial number (SL 651-2014, 6.6.4).
func receiptSL651(r *bufio.Reader) (string, error) {
	const length, serialAt = 25, 14
	var frame [length]byte
	if _, err := io.ReadFull(r, frame[:]); err != nil {
		return "", err
	}
	return fmt.Sprint(binary.BigEndian.Uint16(frame[serialAt:])), nil
}

// call leaves every other line open, as modems do.
func (s *station) call() {
	s.run(func(line net.Conn) bool {
		s.serve(line)
		return s.random.IntN(2) == 0
	})
}

// count returns how many values were answered.
func (s *station) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.answered
}

func (s *station) serve(line net.Conn) {
	receipts := bufio.NewReader(line)
	for {
		s.mu.Lock()
		value := s.answered + 1
		s.sent = value
		s.mu.Unlock()
		frame, want := s.frame(value)
		if !s.send(line, frame) {
			return
		}
		for {
			_ = line.SetReadDeadline(time.Now().Add(2 * timeout))
			got, err := s.receipt(receipts)
			if err != nil && !isTimeout(err) {
				return
			}
			if err != nil {
				break // it is sent again
			}
			if got == want {
				s.mu.Lock()
				s.answered = value
				s.mu.Unlock()
				break
			}
		}
	}
}

func isTimeout(err error) bool {
	timed, ok := err.(net.Error)
	return ok && timed.Timeout()
}

// send sends a frame as lines do: mostly right. It returns false if the line is cut.
func (s *station) send(line net.Conn, frame []byte) bool {
	switch s.random.IntN(12) {
	case 0: // disturbed
		frame = bytes.Clone(frame)
		frame[len(frame)/2] ^= 0x10
	case 1: // the line is cut in the middle
		_, _ = line.Write(frame[:len(frame)/2])
		return false
	case 2: // the line is cut before the receipt comes
		_, _ = line.Write(frame)
		return false
	case 3: // the modem sends it twice
		frame = append(bytes.Clone(frame), frame...)
	case 4: // in pieces
		if _, err := line.Write(frame[:7]); err != nil {
			return false
		}
		frame = frame[7:]
	case 5: // behind the rest of another one
		frame = append([]byte("##0042ST=\x7E\x7E\x01"), frame...)
	}
	_, err := line.Write(frame)
	return err == nil
}

// network is a fleet without DTUs, with stations.
type network struct {
	fleet
	stations []*station
}

// seed creates pairs of stations.
func (n *network) seed(pairs int, addresses []string) {
	n.Helper()
	ctx, who := n.Context(), audit.Program("test")
	in := n.open()
	defer in.Close()
	_, _, _, err := in.FirstStart(ctx)
	n.check(err)
	var corporation int64
	n.check(in.DB.Reader().QueryRowContext(ctx, "SELECT min(id) FROM corporation").Scan(&corporation))
	site, err := in.Projects.Create(ctx, who, project.Project{CorporationID: corporation, Name: "River"})
	n.check(err)
	for i := range 2 * pairs {
		s := &station{
			TB: n.T, caller: calls(addresses), random: rand.New(rand.NewPCG(uint64(i), 2)),
			protocol: protocol.Named("hj212"), register: fmt.Sprintf("PLUMBLINE%015d", i), field: "pm25", step: time.Second, receipt: receiptHJ212,
		}
		d := device.Device{Kind: device.Measuring, Model: "WS-HJ", Type: "WeatherStation", ProtocolCode: "HJ"}
		if i%2 == 1 {
			s.protocol, s.register, s.field, s.step, s.receipt = protocol.Named("sl651"), fmt.Sprintf("%010d", i), "level", time.Minute, receiptSL651
			d.Model, d.Type, d.ProtocolCode = "WL-SL651", "WATERLEVEL", "HYDRO"
		}
		name := fmt.Sprintf("WS-%d", i)
		d.CorporationID, d.ProjectID, d.Name, d.SNCode, d.Register = corporation, site.ID, name, name, s.register
		made, _, err := in.Devices.Create(ctx, who, d, nil)
		n.check(err)
		s.id = made.ID
		n.stations = append(n.stations, s)
	}
}

// account compares what is stored with what was sent and answered.
func (n *network) account() {
	n.Helper()
	in := n.open()
	defer in.Close()
	server, err := in.Start(n.Context(), app.StartOptions{Held: true})
	n.check(err)
	defer server.Stop()
	n.allStored(in, server)
	total := 0
	for _, s := range n.stations {
		stored := map[int]bool{}
		err := in.Series.Scan(n.Context(), series.RawID(s.id, 0), 0, math.MaxInt64-1, nil, func(b *series.Block) error {
			for c, column := range b.Columns.List {
				for k, at := range b.Times {
					value := int(b.Values[c][k])
					switch zone := began.Add(time.Duration(value)*s.step - 8*time.Hour); { // stations have the time of Beijing
					case column.Field != s.field || value < 1 || value > s.sent || at != zone.UnixMilli():
						n.Errorf("station %s: %s = %d at %d was not sent", s.register, column.Field, value, at)
					case stored[value]:
						n.Errorf("station %s: %d is stored twice", s.register, value)
					}
					stored[value] = true
				}
			}
			return nil
		})
		n.check(err)
		for value := 1; value <= s.answered; value++ {
			if !stored[value] {
				n.Errorf("station %s: %d was answered and is not stored", s.register, value)
			}
		}
		total += len(stored)
	}
	n.Logf("%d values of %d stations", total, len(n.stations))
}

// Stations of HJ 212 and SL 651 send each value until it is answered, while lines break and servers are killed. What
// was answered is stored once, and nothing else.
func TestWhatStationsSendIsStoredOnce(t *testing.T) {
	t.Parallel()
	const pairs, values = 2, 10
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		n := &network{fleet: fleet{T: t}}
		n.config = app.Config{Data: t.TempDir(), AdminPassword: "Start-2468!", Version: "test"}
		address := process.FreeAddress()
		n.seed(pairs, []string{address})
		stop := connect(n.stations)
		server := n.start(address)
		further(t.Context(), n.stations, values)
		server.Kill()
		server = n.start(address)
		further(t.Context(), n.stations, values)
		stop()
		server.Signal(syscall.SIGTERM)
		server.Wait()
		n.account()
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		n := &network{fleet: fleet{T: t}}
		n.config = app.Config{
			Data: t.TempDir(), DatabaseURL: pgtest.URL(t), Key: strings.Repeat("5a", 32), AdminPassword: "Start-2468!", Version: "test",
		}
		addresses := []string{process.FreeAddress(), process.FreeAddress()}
		n.seed(pairs, addresses)
		stop := connect(n.stations)
		first, second := n.start(addresses[0]), n.start(addresses[1])
		further(t.Context(), n.stations, values)
		first.Kill()
		further(t.Context(), n.stations, values)
		stop()
		second.Signal(syscall.SIGTERM)
		second.Wait()
		n.account()
	})
}
