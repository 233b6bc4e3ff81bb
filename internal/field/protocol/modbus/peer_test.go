package modbus

import (
	"errors"
	"io"
	"log"
	"net"
	"slices"
	"testing"
	"time"

	peer "github.com/simonvetter/modbus"

	"plumbline/internal/field/protocol"
	"plumbline/internal/field/protocol/protocoltest"
	"plumbline/internal/platform/errs"
)

// registers is an instrument of the other implementation: unit 9 has 250 holding registers, and every input bit that is
// a multiple of 3 is set.
type registers struct{ words [250]uint16 }

func (r *registers) HandleHoldingRegisters(q *peer.HoldingRegistersRequest) ([]uint16, error) {
	end := int(q.Addr) + int(q.Quantity)
	if q.UnitId != 9 || end > len(r.words) {
		return nil, peer.ErrIllegalDataAddress
	}
	if q.IsWrite {
		copy(r.words[q.Addr:end], q.Args)
	}
	return r.words[q.Addr:end], nil
}

func (r *registers) HandleDiscreteInputs(q *peer.DiscreteInputsRequest) ([]bool, error) {
	list := make([]bool, q.Quantity)
	for i := range list {
		list[i] = (int(q.Addr)+i)%3 == 0
	}
	return list, nil
}

func (r *registers) HandleCoils(*peer.CoilsRequest) ([]bool, error) {
	return nil, peer.ErrIllegalFunction
}

func (r *registers) HandleInputRegisters(*peer.InputRegistersRequest) ([]uint16, error) {
	return nil, peer.ErrIllegalFunction
}

// ask sends a request over a connection and returns the answer.
func ask(t *testing.T, conn net.Conn, request []byte) []byte {
	t.Helper()
	if _, err := conn.Write(request); err != nil {
		t.Fatal(err)
	}
	var buffer []byte
	for {
		piece := make([]byte, 64)
		n, err := conn.Read(piece)
		if err != nil {
			t.Fatal(err)
		}
		buffer = append(buffer, piece[:n]...)
		if skip, n := cut(request, buffer); n > 0 {
			return buffer[skip : skip+n]
		}
	}
}

// free returns an address of the machine that nobody listens on.
func free(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// The server of another implementation (simonvetter/modbus) is polled, set and asked for what it has not.
func TestPollForeignServer(t *testing.T) {
	instrument, at := &registers{}, free(t)
	copy(instrument.words[:], []uint16{0xBED5, 0x182B, 0x3DDC, 0x28F6})
	server, err := peer.NewServer(&peer.ServerConfiguration{URL: "tcp://" + at, Logger: log.New(io.Discard, "", 0)}, instrument)
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer server.Stop()
	conn, err := net.Dial("tcp", at)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	p := profileFrom(t, `{"framing":"tcp","unit":9,"clock":{"start":100},"items":[{"type":"f32","field":"angleX"},{"offset":2,"type":"f32","field":"angleY"},
		{"function":2,"offset":8,"field":"door"},{"function":2,"offset":9,"field":"rain"}]}`)
	var frame []byte
	for _, request := range requests(p, 0) {
		frame = slices.Concat(frame, request, ask(t, conn, request))
	}
	var m protocol.Message
	if err := NewDecoder().Decode(frame, p, &m); err != nil {
		t.Fatal(err)
	}
	if got, want := protocoltest.Text(&m), "data\n: door=0 rain=1 angleX=-0.4162 angleY=0.1075\n"; got != want {
		t.Errorf("got %swant %s", got, want)
	}
	set := command(protocol.Request{ID: 5, Command: protocol.SetTime, Profile: p, Now: time.Date(2026, 11, 20, 8, 30, 0, 0, time.UTC)})
	if why := refusedAnswer(set, ask(t, conn, set)); why != nil {
		t.Error(why)
	}
	if got := instrument.words[100:103]; !slices.Equal(got, []uint16{0x1A0B, 0x1408, 0x1E00}) {
		t.Errorf("clock registers %04X", got)
	}
	beyond := tcp.frame(7, readRequest(9, span{readHolding, 248, 4}))
	if why := refusedAnswer(beyond, ask(t, conn, beyond)); !errs.Is(why, errs.ModbusException) {
		t.Errorf("beyond the last register: %v", why)
	}
}

// The client of another implementation reads our simulated instrument, in both framings.
func TestForeignClientReadsSimulation(t *testing.T) {
	for scheme, p := range map[string]*Profile{
		"tcp": profileFrom(t, `{"preset":"tilt2","unit":9,"framing":"tcp"}`), "rtuovertcp": profileFrom(t, `{"preset":"tilt2","unit":9}`),
	} {
		t.Run(scheme, func(t *testing.T) {
			listener, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer listener.Close()
			sample := protocol.Sample{Targets: []protocol.Target{{Field: "angleX"}, {Field: "temp"}}, Values: []float64{-0.4162, 15.7}}
			go serve(listener, p, sample)
			client, err := peer.NewClient(&peer.ClientConfiguration{URL: scheme + "://" + listener.Addr().String(), Timeout: 5 * time.Second})
			if err != nil {
				t.Fatal(err)
			}
			if err := client.Open(); err != nil {
				t.Fatal(err)
			}
			defer client.Close()
			if err := client.SetUnitId(9); err != nil {
				t.Fatal(err)
			}
			got, err := client.ReadFloat32s(0, 3, peer.HOLDING_REGISTER)
			if err != nil || !slices.Equal(got, []float32{-0.4162, 0, 15.7}) {
				t.Errorf("read %v (%v)", got, err)
			}
			if _, err := client.ReadRegister(500, peer.HOLDING_REGISTER); !errors.Is(err, peer.ErrIllegalDataAddress) {
				t.Errorf("register 500: %v", err)
			}
		})
	}
}

// serve accepts a connection and responds to its requests.
func serve(listener net.Listener, p *Profile, s protocol.Sample) {
	conn, err := listener.Accept()
	if err != nil {
		return
	}
	defer conn.Close()
	var buffer []byte
	piece := make([]byte, 64)
	for {
		n, err := conn.Read(piece)
		if err != nil {
			return
		}
		buffer = append(buffer, piece[:n]...)
		if _, size, err := p.request(buffer); err == nil {
			if _, err := conn.Write(respond(p, s, buffer[:size])); err != nil {
				return
			}
			buffer = buffer[size:]
		}
	}
}
