package calls_test

import (
	"encoding/hex"
	"io"
	"log/slog"
	"net"
	"strings"
	"testing"
	"time"

	"plumbline/internal/field/transport/tcp"
)

// dialIn connects to a port for devices that dial in, and returns the line. first is what the device sends first.
func (f *field) dialIn(first string) net.Conn {
	f.t.Helper()
	lines, err := tcp.Listen(tcp.Config{
		Ports: []tcp.Port{{Address: "127.0.0.1:0"}}, Intake: f.Intake, Log: slog.New(slog.DiscardHandler), Arrived: f.dispatcher.Connected, Answered: f.Intake.Answer,
		Released: f.Store.ReleaseCommand,
	})
	if err != nil {
		f.t.Fatal(err)
	}
	f.dispatcher.SetLines(lines)
	f.t.Cleanup(func() { _ = lines.Close() })
	line, err := net.Dial("tcp", lines.Addresses()[0])
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() { _ = line.Close() })
	_ = line.SetDeadline(time.Now().Add(time.Minute))
	if _, err := io.WriteString(line, first); err != nil {
		f.t.Fatal(err)
	}
	return line
}

func bytesOf(text string) []byte {
	data, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		panic(err)
	}
	return data
}

// A person sets up the water level gauge on channel 1 of the logger as a Modbus instrument at address 5 and asks for a
// reading. The logger has dialled in. The frames and the reading are where the pages show them.
func TestReadingOfAnInstrumentOnABus(t *testing.T) {
	f := newField(t)
	f.ask("PATCH", "/api/corporations/{ours}/devices/{gauge}/link-config",
		`{"validFrom":0,"value":{"protocol":"modbus","address":5,"profile":{"preset":"vw","channels":1}}}`, 200)
	line := f.dialIn(f.Collector.Register + "\r\n")
	f.ask("POST", "/api/structures/{structure}/measuring-points/{level}/send-command", `{"kind":"read"}`, 200)
	want := bytesOf("05 03 00 00 00 04 45 8D")
	request := make([]byte, len(want))
	if _, err := io.ReadFull(line, request); err != nil || string(request) != string(want) {
		t.Fatalf("asked %x (%v), want %x", request, err, want)
	}
	if _, err := line.Write(bytesOf("05 03 08 45 26 FC CD 41 7B 33 33 0A 06")); err != nil {
		t.Fatal(err)
	}
	f.until(f.path("/api/structures/{structure}/measuring-points/{level}/commands"), "answered")
	if err := f.Intake.WaitAllStored(t.Context()); err != nil {
		t.Fatal(err)
	}
	w := f.ask("GET", "/api/corporations/{ours}/devices/{gauge}/frames?decode=true", "", 200)
	for _, part := range []string{`"transport":"tcp"`, `"kind":"polled"`, `"field":"freq"`, `2671.8`, `"field":"temp"`} {
		if !strings.Contains(w.Body.String(), part) {
			t.Errorf("the frames lack %s: %s", part, w.Body)
		}
	}
}
