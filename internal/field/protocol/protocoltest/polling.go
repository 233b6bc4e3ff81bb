package protocoltest

import (
	"bytes"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"plumbline/internal/field/protocol"
)

// presets are valid profiles with texts.
func presets(t *testing.T, family *protocol.Family) {
	seen := map[string]bool{}
	for _, preset := range family.Presets {
		if l := preset.Label; preset.Code == "" || seen[preset.Code] || l.Zh == "" || l.En == "" || l.Tw == "" {
			t.Errorf("preset %+v", preset)
		}
		seen[preset.Code] = true
		if _, err := family.Profile(preset.Profile); err != nil {
			t.Errorf("preset %s: %v", preset.Code, err)
		}
	}
}

// polled polls an instrument of every preset: its answers are found among garbage, in pieces of any size, and one poll
// is one frame.
func polled(t *testing.T, family *protocol.Family) {
	profiles := []any{nil}
	for _, preset := range family.Presets {
		profile, err := family.Profile(preset.Profile)
		if err != nil {
			t.Fatal(err)
		}
		profiles = append(profiles, profile)
	}
	decoder, m := family.NewDecoder(), new(protocol.Message)
	polling := family.Polling
	rapid.Check(t, func(t *rapid.T) {
		profile := rapid.SampledFrom(profiles).Draw(t, "profile")
		address := rapid.IntRange(1, 247).Draw(t, "address")
		nodes := rapid.Int32Range(0, 70).Draw(t, "nodes")
		sample := protocol.Sample{Targets: []protocol.Target{{Channel: int32(address), Node: nodes, Field: "temp"}}, Values: []float64{18.5}}
		var frame []byte
		requests := polling.Requests(profile, address)
		for i := 0; i < len(requests); i++ {
			answer := polling.Respond(profile, sample, requests[i])
			sent := append(rapid.SliceOfN(rapid.Byte(), 0, 20).Draw(t, "garbage"), answer...)
			got := receive(t, polling, requests[i], sent)
			if !bytes.Equal(got, answer) {
				t.Fatalf("%x was answered with %x among %x, found %x", requests[i], answer, sent, got)
			}
			if why := polling.Refused(requests[i], got); why != nil {
				t.Fatalf("%x was refused: %v", requests[i], why)
			}
			frame = slices.Concat(frame, requests[i], got)
			if polling.More != nil {
				requests = append(requests, polling.More(profile, requests[i], got)...)
			}
		}
		if len(frame) == 0 {
			return // nothing is configured
		}
		if err := decoder.Decode(frame, profile, m); err != nil {
			t.Fatalf("%x: %v", frame, err)
		}
		if problem := sound(nil, m); problem != "" {
			t.Fatalf("%x: %s", frame, problem)
		}
	})
}

// receive cuts the answer out of what is sent, in pieces.
func receive(t *rapid.T, polling *protocol.Polling, request, sent []byte) []byte {
	var buffer []byte
	for len(sent) > 0 {
		n := rapid.IntRange(1, len(sent)).Draw(t, "received")
		buffer, sent = append(buffer, sent[:n]...), sent[n:]
		skip, n := polling.Cut(request, buffer)
		if skip < 0 || n < 0 || skip+n > len(buffer) {
			t.Fatalf("%x is cut at %d for %d", buffer, skip, n)
		}
		if buffer = buffer[skip:]; n > 0 {
			return buffer[:n]
		}
	}
	return nil
}
