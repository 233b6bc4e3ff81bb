package ingest

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

func frames() *rapid.Generator[[]Frame] {
	one := rapid.Custom(func(t *rapid.T) Frame {
		return Frame{
			Device:    rapid.Int64Range(0, 1<<47-1).Draw(t, "device"),
			Register:  rapid.StringN(0, 20, 60).Draw(t, "register"),
			Transport: Transport(rapid.IntRange(1, 3).Draw(t, "transport")),
			Kind:      Kind(rapid.IntRange(1, 3).Draw(t, "kind")),
			Received:  rapid.Int64Range(0, 1<<45).Draw(t, "received"),
			Payload:   rapid.SliceOfN(rapid.Byte(), 0, 400).Draw(t, "payload"),
		}
	})
	return rapid.SliceOfN(one, 1, 30)
}

func TestBlobRoundTrip(t *testing.T) {
	codec, err := newBlobCodec()
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		want := frames().Draw(t, "frames")
		got, err := codec.unpack(codec.pack(want))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
		devices, ids := packDevices(want, nil)
		for _, f := range want {
			if !hasDevice(devices, f.Device) {
				t.Fatalf("device %d is not in the list of the batch", f.Device)
			}
		}
		if absent := ids[len(ids)-1] + 1; hasDevice(devices, absent) {
			t.Fatalf("device %d is in the list of the batch", absent)
		}
	})
}

func FuzzUnpack(f *testing.F) {
	codec, err := newBlobCodec()
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte{})
	f.Add(codec.pack([]Frame{{Device: 7, Register: "R", Transport: MQTT, Kind: Up, Received: 1795134600000, Payload: []byte("{}")}}))
	f.Add(codec.pack([]Frame{{Device: 7, Payload: make([]byte, 2000)}}))
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := codec.unpack(data)
		if err == nil && len(list) > 0 {
			if _, err := codec.unpack(codec.pack(list)); err != nil {
				t.Fatal(err)
			}
		}
		hasDevice(data, 5)
	})
}
