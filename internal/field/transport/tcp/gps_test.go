package tcp_test

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"plumbline/internal/field/transport/tcp"
	"plumbline/internal/site/device"
	"plumbline/internal/testing/await"
	"plumbline/internal/testing/peers"
	"plumbline/internal/testing/process"
)

// gpsd's gpsfake plays the sentences of a receiver through a pseudo terminal into gpsd, and gpspipe passes them on, behind
// its own messages: nothing in between is ours. Each second becomes one reading with its position, once although the
// log is played again and again.
func TestReceiverOfGpsd(t *testing.T) {
	peers.Need(t, top, "gpsd", "gpsfake", "gpspipe")
	r := open(t, tcp.Port{})
	r.relink(dtu, device.Link{Protocol: "nmea"})
	const seconds = 20
	var log strings.Builder
	for s := range seconds {
		sentence(&log, fmt.Sprintf("GNRMC,0030%02d.00,A,3031.63094070,N,11421.53407656,E,0.006,,201126,,,A", s))
		sentence(&log, fmt.Sprintf("GNGGA,0030%02d.00,3031.63094070,N,11421.53407656,E,4,%d,0.6,48.3127,M,-13.8420,M,1.0,0001", s, 10+s))
	}
	file := filepath.Join(t.TempDir(), "receiver.log")
	if err := os.WriteFile(file, []byte(log.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(process.FreeAddress())
	start(t, exec.CommandContext(t.Context(), "gpsfake", "-q", "-c", "0.01", "-P", port, file))
	for reached := false; !reached && t.Context().Err() == nil; {
		conn, err := net.Dial("tcp", "127.0.0.1:"+port)
		if reached = err == nil; reached {
			_ = conn.Close()
		}
		await.Pause()
	}
	line := r.dial().send(registered + "\r\n")
	out, err := line.Conn.(*net.TCPConn).File()
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	pipe := exec.CommandContext(t.Context(), "gpspipe", "-r", "127.0.0.1:"+port)
	pipe.Stdout = out
	start(t, pipe)
	var want []string
	for s := range seconds {
		want = append(want, inOrder(fmt.Sprintf("2026-11-20T00:30:%02d speed=0.003087 quality=4 sats=%d lat=30.527 lon=114.36 height=34.471 hdop=0.6", s, 10+s)))
	}
	var got []string
	for deadline := time.Now().Add(patience); !slices.Equal(got, want) && time.Now().Before(deadline); {
		got = got[:0]
		for _, reading := range r.readings(dtu, 0) {
			// The pipe may begin behind the date of a second, whose position is then placed by the time of receipt.
			if strings.HasPrefix(reading, "2026-11-20") {
				got = append(got, inOrder(reading))
			}
		}
		await.Pause()
	}
	if !slices.Equal(got, want) {
		t.Errorf("stored %q, want %q", got, want)
	}
}

// inOrder sorts the words of a reading: its columns are in the order in which they first came.
func inOrder(reading string) string {
	return strings.Join(slices.Sorted(slices.Values(strings.Fields(reading))), " ")
}

// sentence writes a sentence with its checksum.
func sentence(to *strings.Builder, body string) {
	sum := byte(0)
	for i := range body {
		sum ^= body[i]
	}
	fmt.Fprintf(to, "$%s*%02X\r\n", body, sum)
}
