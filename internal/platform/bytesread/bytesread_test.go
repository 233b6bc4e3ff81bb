package bytesread_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"

	"pgregory.net/rapid"

	"plumbline/internal/platform/bytesread"
)

// numbers are values of all kinds, and their encoding by encoding/binary.
type numbers struct {
	unsigned uint64
	signed   int64
	bits     uint64
	octet    byte
	text     string
	floats   []float64
}

func (n numbers) bytes() []byte {
	data := binary.AppendUvarint(nil, n.unsigned)
	data = binary.AppendVarint(data, n.signed)
	data = binary.LittleEndian.AppendUint64(data, n.bits)
	data = append(data, n.octet)
	data = binary.AppendUvarint(data, uint64(len(n.text)))
	data = append(data, n.text...)
	data = binary.AppendUvarint(data, uint64(len(n.floats)))
	for _, v := range n.floats {
		data = binary.LittleEndian.AppendUint64(data, math.Float64bits(v))
	}
	return data
}

func (n *numbers) read(r *bytesread.Reader) {
	n.unsigned, n.signed, n.bits, n.octet, n.text = r.Uvarint(), r.Varint(), r.Uint64(), r.Byte(), r.String()
	n.floats = make([]float64, r.Count(8))
	r.Floats(n.floats)
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := numbers{
			rapid.Uint64().Draw(t, "unsigned"), rapid.Int64().Draw(t, "signed"), rapid.Uint64().Draw(t, "bits"),
			rapid.Byte().Draw(t, "byte"), rapid.String().Draw(t, "text"), rapid.SliceOf(rapid.Float64()).Draw(t, "floats"),
		}
		data := want.bytes()
		r := bytesread.Reader{Rest: data}
		var got numbers
		if got.read(&r); r.Failed || len(r.Rest) != 0 || !bytes.Equal(got.bytes(), data) {
			t.Fatalf("read %+v of %+v, %+v", got, want, r)
		}
		cut := bytesread.Reader{Rest: data[:rapid.IntRange(0, len(data)-1).Draw(t, "cut")]}
		if got.read(&cut); !cut.Failed || cut.Rest != nil {
			t.Fatalf("cut off: read %+v, %+v", got, cut)
		}
	})
}

func TestNothingIsReadAfterAFailure(t *testing.T) {
	r := bytesread.Reader{Rest: []byte{9, 1, 2}}
	if n := r.Length(8); n != 0 || !r.Failed {
		t.Fatalf("length %d of at most 8, failed %v", n, r.Failed)
	}
	kept := []float64{7}
	r.Floats(kept)
	if r.Uvarint() != 0 || r.Varint() != 0 || r.Byte() != 0 || r.Float64() != 0 || r.String() != "" || r.Take(0) != nil || kept[0] != 7 {
		t.Error("read something after a failure")
	}
	for name, read := range map[string]func(*bytesread.Reader){
		"more bytes than there are": func(r *bytesread.Reader) { r.Take(4) },
		"a negative count":          func(r *bytesread.Reader) { r.Take(-1) },
		"a negative limit":          func(r *bytesread.Reader) { r.Length(-1) },
		"a longer text":             func(r *bytesread.Reader) { _ = r.String() },
		"floats":                    func(r *bytesread.Reader) { r.Floats(make([]float64, 1)) },
	} {
		r := bytesread.Reader{Rest: []byte{3, 1, 2}}
		if read(&r); !r.Failed {
			t.Errorf("%s: read %+v", name, r)
		}
	}
}

// FuzzReader checks that reading arbitrary bytes never panics and never exceeds the input.
func FuzzReader(f *testing.F) {
	f.Add(numbers{1, -2, 3, 4, "five", []float64{6, math.NaN()}}.bytes())
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01})
	f.Fuzz(func(t *testing.T, data []byte) {
		r := bytesread.Reader{Rest: data}
		for len(r.Rest) > 0 {
			before := len(r.Rest)
			var n numbers
			n.read(&r)
			if len(n.text)+8*len(n.floats) > before || !r.Failed && len(r.Rest) >= before || r.Failed && r.Rest != nil {
				t.Fatalf("read %+v of %d bytes, %+v", n, before, r)
			}
		}
	})
}
