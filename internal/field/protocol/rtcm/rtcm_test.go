package rtcm

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"plumbline/internal/field/protocol"
	"plumbline/internal/field/protocol/protocoltest"
	"plumbline/internal/platform/errs"
)

// The golden frames are the positions of domain protocols.md section 8, and messages of a static baseline: observations
// (c) 2023 Taro Suzuki, MatRTKLIB, MIT license, encoded by RTKLIB 2.4.3.
func TestFamily(t *testing.T) { protocoltest.Run(t, "rtcm") }

func FuzzDecode(f *testing.F) { protocoltest.Fuzz(f, "rtcm") }

func golden(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile("testdata/frames/" + name + ".hex")
	if err != nil {
		t.Fatal(err)
	}
	data, err := hex.DecodeString(strings.Join(strings.Fields(string(text)), ""))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestChecksum(t *testing.T) {
	if got := checksum([]byte("123456789")); got != 0xCDE703 {
		t.Errorf("got %06X", got)
	}
}

// pack encodes a frame.
func pack(m message) []byte {
	f := append([]byte{preamble, byte(len(m) >> 8), byte(len(m))}, m...)
	crc := checksum(f)
	return append(f, byte(crc>>16), byte(crc>>8), byte(crc))
}

// observations encodes the head of a message with observations.
func observations(kind int, raw uint64, more bool, satellites uint64) message {
	m := make(message, epochBytes)
	set := func(from, n int, v uint64) {
		for i := range n {
			if v>>(n-1-i)&1 != 0 {
				m[(from+i)/8] |= 1 << (7 - (from+i)%8)
			}
		}
	}
	set(0, 12, uint64(kind))
	set(24, 30, raw)
	if more {
		set(54, 1, 1)
	}
	set(73, 64, satellites)
	return m
}

// GPS, BeiDou and GLONASS write the same moment differently: Friday 2026-11-20 00:30 UTC.
func TestEpochsOfSystemsAreOneMoment(t *testing.T) {
	const friday = 5 * msPerDay
	frame := slices.Concat(
		pack(observations(1077, friday+1_818_000, true, 0xF000)),
		pack(observations(1127, friday+1_804_000, true, 0b111)),
		pack(observations(1127, friday+1_804_000, true, 0b11000)),
		pack(observations(1087, 5<<27|(1_800_000+moscow), false, 1)))
	if skip, n := cut(frame); skip != 0 || n != len(frame) {
		t.Fatalf("an epoch of %d bytes is cut at %d for %d", len(frame), skip, n)
	}
	var m protocol.Message
	if err := NewDecoder().Decode(frame, nil, &m); err != nil {
		t.Fatal(err)
	}
	m.Complete(time.Date(2026, 11, 20, 0, 30, 1, 0, time.UTC).UnixMilli())
	if got, want := protocoltest.Text(&m), "data\ntime 1795134600000: satsGps=4 satsGlonass=1 satsBeidou=5\n"; got != want || m.Items != 4 {
		t.Errorf("%d messages: got %swant %s", m.Items, got, want)
	}
	unknownDay := pack(observations(1084, 7<<27|(1_800_000+moscow), false, 1))
	if err := NewDecoder().Decode(unknownDay, nil, &m); err != nil || m.Readings[0].Cycle != msPerDay {
		t.Errorf("%+v (%v)", m.Readings, err)
	}
}

// A flipped bit, text and zeros are between the messages. The epoch ends where the next one begins.
func TestDamagedStream(t *testing.T) {
	position, epoch := golden(t, "position"), golden(t, "epoch")
	flipped := slices.Clone(position)
	flipped[9] ^= 4
	unfinished := pack(observations(1077, 1000, true, 1))
	stream := slices.Concat(flipped, []byte("$GPGGA,,,\r\n\x00"), unfinished, unfinished, pack(observations(1077, 2000, false, 1)), position, epoch, epoch[:100])
	var got []int
	for {
		skip, n := cut(stream)
		if stream = stream[skip+n:]; n == 0 {
			break
		}
		got = append(got, n)
	}
	if want := []int{2 * len(unfinished), len(unfinished), len(position), len(epoch)}; !slices.Equal(got, want) || len(stream) != 100 {
		t.Errorf("frames of %v bytes, %d left; want %v, 100 left", got, len(stream), want)
	}
}

// A stream that never says that its epoch is complete is cut all the same.
func TestEndlessEpoch(t *testing.T) {
	one := pack(append(observations(1077, 1000, true, 1), make(message, 900)...))
	var stream []byte
	for len(stream) < 2*maxEpoch {
		stream = append(stream, one...)
	}
	if skip, n := cut(stream); skip != 0 || n != maxEpoch/len(one)*len(one) {
		t.Errorf("cut at %d for %d", skip, n)
	}
}

func TestProfile(t *testing.T) {
	p, err := ReadProfile(json.RawMessage(`{"every":1}`))
	if err != nil {
		t.Fatal(err)
	}
	var m protocol.Message
	frame := pack(observations(1077, 61_000+leapSeconds, false, 0b11))
	for profile, want := range map[*Profile]int{nil: 0, p: 1} {
		if err := NewDecoder().Decode(frame, profile, &m); err != nil || len(m.Readings) != want {
			t.Errorf("%v: %d readings (%v), want %d", profile, len(m.Readings), err, want)
		}
	}
	for text, want := range map[string]*errs.Message{`{"every":3601}`: errs.OutOfRange, `{"every":-1}`: errs.OutOfRange, `{"rate":1}`: errs.Unexpected} {
		if _, err := ReadProfile(json.RawMessage(text)); !errs.Is(err, want) {
			t.Errorf("%s: got %v", text, err)
		}
	}
}

func TestDamagedFrames(t *testing.T) {
	good := golden(t, "position")
	wrong := slices.Clone(good)
	wrong[len(wrong)-1]++
	for _, c := range []struct {
		frame []byte
		want  *errs.Message
	}{{nil, errs.FrameIncomplete}, {good[:10], errs.FrameIncomplete}, {good[1:], errs.FrameUnknown}, {wrong, errs.FrameChecksum}} {
		var m protocol.Message
		if err := NewDecoder().Decode(c.frame, nil, &m); !errs.Is(err, c.want) {
			t.Errorf("% X: got %v, want %s", c.frame, err, c.want.Key)
		}
	}
}
