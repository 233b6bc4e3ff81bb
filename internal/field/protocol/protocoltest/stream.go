package protocoltest

import (
	"bytes"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"plumbline/internal/field/protocol"
)

// cut finds golden frames among garbage, in pieces of any size.
func cut(t *testing.T, family *protocol.Family) {
	var frames [][]byte
	for _, f := range framesOf(t, family) {
		frames = append(frames, split(t, family, f.payload)...)
	}
	rapid.Check(t, func(t *rapid.T) {
		var sent []byte
		var want [][]byte
		for range rapid.IntRange(1, 5).Draw(t, "frames") {
			if rapid.Bool().Draw(t, "garbage") {
				garbage := rapid.SliceOfN(rapid.Byte(), 1, 20).Draw(t, "bytes")
				if skip, n := family.Stream.Cut(garbage); skip < len(garbage) || n > 0 {
					continue // it begins like a frame, and what follows could complete it
				}
				sent = append(sent, garbage...)
			}
			f := rapid.SampledFrom(frames).Draw(t, "frame")
			sent, want = append(sent, f...), append(want, f)
		}
		var got [][]byte
		var buffer []byte
		for len(sent) > 0 {
			n := rapid.IntRange(1, len(sent)).Draw(t, "received")
			buffer, sent = append(buffer, sent[:n]...), sent[n:]
			for {
				skip, n := family.Stream.Cut(buffer)
				if skip < 0 || n < 0 || skip+n > len(buffer) {
					t.Fatalf("%x is cut at %d for %d", buffer, skip, n)
				}
				if n > 0 {
					got = append(got, slices.Clone(buffer[skip:skip+n]))
				}
				buffer = buffer[skip+n:]
				if n == 0 {
					break
				}
			}
		}
		if !slices.EqualFunc(want, got, bytes.Equal) {
			t.Fatalf("sent %q, found %q", want, got)
		}
	})
}

// split returns the frames of a golden message: one, or its parts.
func split(t *testing.T, family *protocol.Family, payload []byte) (frames [][]byte) {
	t.Helper()
	for rest := payload; len(rest) > 0; {
		skip, n := family.Stream.Cut(rest)
		if skip != 0 || n == 0 {
			t.Fatalf("%q is not cut into frames: at %d for %d", payload, skip, n)
		}
		frames, rest = append(frames, rest[:n]), rest[n:]
	}
	return frames
}

// dissected takes golden frames apart, whole and damaged: fields are in order, and cover every byte of a good frame,
// without a fault.
func dissected(t *testing.T, family *protocol.Family) {
	for _, f := range framesOf(t, family) {
		end := 0
		for _, field := range family.Dissect(f.payload, f.profile) {
			if field.Start != end || field.Fault != nil {
				t.Errorf("%s: the field after byte %d is %+v", f.name, end, field)
			}
			end = field.End
		}
		if end != len(f.payload) {
			t.Errorf("%s: %d of %d bytes are in fields", f.name, end, len(f.payload))
		}
	}
	frames := framesOf(t, family)
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.SampledFrom(frames).Draw(t, "frame")
		payload := slices.Clone(f.payload[:rapid.IntRange(0, len(f.payload)).Draw(t, "length")])
		for range rapid.IntRange(0, 3).Draw(t, "changes") {
			if len(payload) > 0 {
				payload[rapid.IntRange(0, len(payload)-1).Draw(t, "at")] = rapid.Byte().Draw(t, "byte")
			}
		}
		pieces(t, family, payload, f.profile)
	})
}

// pieces checks what a family says about any bytes.
func pieces(t interface{ Fatalf(string, ...any) }, family *protocol.Family, payload []byte, profile any) {
	if family.Stream != nil && family.Stream.Cut != nil {
		if skip, n := family.Stream.Cut(payload); skip < 0 || n < 0 || skip+n > len(payload) {
			t.Fatalf("%x is cut at %d for %d", payload, skip, n)
		}
	}
	if family.Dissect == nil {
		return
	}
	end := 0
	for _, field := range family.Dissect(payload, profile) {
		if l := field.Label; field.Start < end || field.End <= field.Start || field.End > len(payload) || l.Zh == "" || l.En == "" || l.Tw == "" {
			t.Fatalf("%x: the field after byte %d is %+v", payload, end, field)
		}
		end = field.End
	}
}
