package rion

import (
	"encoding/hex"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"plumbline/internal/field/protocol"
	"plumbline/internal/field/protocol/protocoltest"
	"plumbline/internal/platform/errs"
)

// The golden frames are those of domain protocols.md section 11.
func TestFamily(t *testing.T) { protocoltest.Run(t, "rion") }

func FuzzDecode(f *testing.F) { protocoltest.Fuzz(f, "rion") }

func raw(t *testing.T, text string) []byte {
	t.Helper()
	data, err := hex.DecodeString(strings.Join(strings.Fields(text), ""))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Two instruments share a bus. The answer of the first comes late, and a byte of the second is disturbed once.
func TestAnswersOfOthersAreSkipped(t *testing.T) {
	other := encode(1, readAngles|answered, raw(t, "00 20 10 10 05 25 00 00 00")...)
	ours := encode(2, readAngles|answered, raw(t, "10 06 24 10 00 71 03 07 18")...)
	disturbed := slices.Clone(ours)
	disturbed[6] ^= 1
	before := slices.Concat(other, disturbed, []byte{0x68})
	skip, n := cut(requests(nil, 2)[0], slices.Concat(before, ours))
	if skip != len(before) || n != len(ours) {
		t.Errorf("cut at %d for %d, want %d for %d", skip, n, len(before), len(ours))
	}
}

func TestDamagedExchanges(t *testing.T) {
	for text, want := range map[string]*errs.Message{
		"":               errs.FrameIncomplete,
		"68 04 00 04 08": errs.FrameIncomplete,
		"69 04 00 04 08": errs.FrameUnknown,
		"68 04 00 04 09": errs.FrameChecksum,
		"68 04 00 04 08 68 0D 01 84 00 20 10 10 05 25 00 00 00 FC": errs.AnswerOfOther,
	} {
		var m protocol.Message
		if err := NewDecoder().Decode(raw(t, text), nil, &m); !errs.Is(err, want) {
			t.Errorf("%s: got %v, want %s", text, err, want.Key)
		}
	}
}

// A digit above 9 is no number: the value is invalid, the others are not.
func TestBrokenDigits(t *testing.T) {
	answer := encode(0, readAngles|answered, raw(t, "00 2A 10 10 05 25 20 00 00")...)
	v := measured(answer)
	if !math.IsNaN(v.numbers[0]) || v.numbers[1] != -525 || !math.IsNaN(v.numbers[2]) {
		t.Errorf("%v", v.numbers)
	}
}

func TestNumbersRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 4).Draw(t, "bytes")
		v := float64(rapid.IntRange(-99999, 99999).Draw(t, "number"))
		data := make([]byte, n)
		put(v, data)
		if got := number(data); got != v {
			t.Fatalf("%v is % X, read as %v", v, data, got)
		}
	})
}

func TestCommands(t *testing.T) {
	if got := command(protocol.Request{Command: "read", ChannelNo: 3}); !slices.Equal(got, raw(t, "68 04 03 04 0B")) {
		t.Errorf("read: % X", got)
	}
	if got := command(protocol.Request{Command: "raw", Args: json.RawMessage(`{"hex":"680500050A"}`)}); len(got) != 5 {
		t.Errorf("raw: % X", got)
	}
	if got := command(protocol.Request{Command: protocol.SetTime}); got != nil {
		t.Errorf("the instrument has no clock: % X", got)
	}
}

func TestRefusedProfiles(t *testing.T) {
	for text, want := range map[string]*errs.Message{
		`{"address":255}`: errs.OutOfRange, `{"bytes":5}`: errs.NotOneOf, `{"decimals":7}`: errs.OutOfRange, `{"thirdDecimals":-1}`: errs.OutOfRange,
		`{"third":"a b"}`: errs.FormatWrong, `{"third":"angleX"}`: errs.FormatWrong, `{"digits":2}`: errs.Unexpected,
	} {
		if _, err := ReadProfile(json.RawMessage(text)); !errs.Is(err, want) {
			t.Errorf("%s: got %v, want %s", text, err, want.Key)
		}
	}
}
