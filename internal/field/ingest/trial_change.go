package ingest

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
)

// Change is another value of a reading in a frame that is tried.
type Change struct {
	Reading int // index in the frame
	Field   string
	Node    int32
	Value   float64
}

// exchanged is a request and the answer to it.
type exchanged struct{ request, answer []byte }

// Limits of frames whose request is looked for.
const (
	longestExchange = 8192
	mostAddresses   = 247
	mostExchanges   = 256
)

// withRequest returns a polled frame as it is stored. An answer alone, as in a log of received bytes, gets the request of
// the profile that it answers.
func withRequest(family *protocol.Family, profile any, address int, payload []byte) []byte {
	if family.Polling == nil || len(payload) > longestExchange || len(exchanges(family, profile, address, payload)) > 0 {
		return payload
	}
	for at := -1; at <= mostAddresses; at++ {
		asked := at
		if at < 0 {
			asked = address
		}
		for _, request := range family.Polling.Requests(profile, asked) {
			if skip, n := family.Polling.Cut(request, payload); skip == 0 && n == len(payload) {
				return slices.Concat(request, payload)
			}
		}
	}
	return payload
}

// exchanges returns the requests and answers of a polled frame; nil if it does not consist of them.
func exchanges(family *protocol.Family, profile any, address int, payload []byte) (list []exchanged) {
	for at := -1; at <= mostAddresses; at++ {
		asked := at
		if at < 0 {
			asked = address
		}
		if list := exchangesAt(family, profile, asked, payload); list != nil {
			return list
		}
	}
	return nil
}

func exchangesAt(family *protocol.Family, profile any, address int, payload []byte) (list []exchanged) {
	waiting := family.Polling.Requests(profile, address)
	for rest := payload; len(rest) > 0; {
		i := slices.IndexFunc(waiting, func(request []byte) bool { return len(request) > 0 && bytes.HasPrefix(rest, request) })
		if i < 0 || len(list) == mostExchanges {
			return nil
		}
		request := waiting[i]
		skip, n := family.Polling.Cut(request, rest[len(request):])
		if skip != 0 || n == 0 {
			return nil
		}
		one := exchanged{request, rest[len(request) : len(request)+n]}
		list, rest = append(list, one), rest[len(request)+n:]
		if family.Polling.More != nil {
			waiting = append(waiting, family.Polling.More(profile, one.request, one.answer)...)
		}
	}
	return list
}

// changedFrame returns a frame with other values, as the device would send it.
func changedFrame(sender *Device, family *protocol.Family, profile any, f *Frame, changes []Change) ([]byte, error) {
	unwritable := errs.OnField("changes", errs.FrameUnwritable)
	m := new(protocol.Message)
	if err := family.NewDecoder().Decode(f.Payload, profile, m); err != nil || len(m.Readings) == 0 {
		return nil, unwritable
	}
	if m.Waveform != nil {
		return changedBlock(family, m, changes)
	}
	sample := protocol.Sample{Seq: int(m.Seq), Time: f.Received, Register: sender.Register}
	if first := m.Readings[0]; first.HasTime {
		sample.Time, sample.History = first.Time, first.History
	}
	done := 0
	for i := range m.Readings {
		r := &m.Readings[i]
		if r.HasTime && r.Time != sample.Time || len(r.Name) > 0 || len(r.Child) > 0 {
			return nil, unwritable // the families write one time and numbered channels
		}
		for c, column := range r.Columns.List {
			value := r.Values[c]
			if at := slices.IndexFunc(changes, func(one Change) bool {
				return one.Reading == i && one.Field == column.Field && one.Node == column.Node
			}); at >= 0 {
				value = changes[at].Value
				done++
			}
			sample.Targets = append(sample.Targets, protocol.Target{Channel: r.Channel, Node: column.Node, Field: column.Field})
			sample.Values = append(sample.Values, value)
		}
	}
	if done < len(changes) {
		return nil, errs.OnField("changes", errs.MustExist)
	}
	switch {
	case f.Kind.IsPolled() && family.Polling != nil:
		if answered := polledOf(family, profile, exchanges(family, profile, sender.address(f.Received), f.Payload), sample); answered != nil {
			return answered, nil
		}
	case family.Simulate != nil:
		if written := family.Simulate(sample); len(written) > 0 {
			return written, nil
		}
	}
	return nil, unwritable
}

// polledOf returns the frame of a poll that measures a sample; nil if the instrument would not answer.
func polledOf(family *protocol.Family, profile any, list []exchanged, sample protocol.Sample) (frame []byte) {
	for _, one := range list {
		answer := family.Polling.Respond(profile, sample, one.request)
		if answer == nil {
			return nil
		}
		frame = append(append(frame, one.request...), answer...)
	}
	return frame
}

// mostRepairs bounds the checksums and lengths of one frame that are corrected.
const mostRepairs = 64

// repaired returns a frame whose checksums and lengths are right, as far as its fields say what they should be. How a
// family writes them is found by trying.
func repaired(family *protocol.Family, profile any, frame []byte, fields []protocol.Field) ([]byte, []protocol.Field) {
	frame = slices.Clone(frame)
	for range mostRepairs {
		i := slices.IndexFunc(fields, func(f protocol.Field) bool {
			return f.Fault != nil && (f.Fault.Code == errs.FrameChecksum.Code || f.Fault.Code == errs.FrameLength.Code)
		})
		if i < 0 || !repair(family, profile, frame, &fields, i) {
			break
		}
	}
	return frame, fields
}

// repair corrects one field in place; it returns false if no way of writing it is accepted.
func repair(family *protocol.Family, profile any, frame []byte, fields *[]protocol.Field, i int) bool {
	field := (*fields)[i]
	place := frame[field.Start:field.End]
	before := slices.Clone(place)
	want := fmt.Sprint(field.Fault.Args["want"])
	for _, written := range writings(want, before) {
		copy(place, written)
		after := family.Dissect(frame, profile)
		if len(after) > i && after[i].Start == field.Start && after[i].Fault == nil {
			*fields = after
			return true
		}
	}
	copy(place, before)
	return false
}

// writings are the ways of writing a hexadecimal or decimal number in a field: as text anywhere in it, or as bytes in
// either order, with the flags of a high half byte.
func writings(want string, before []byte) (list [][]byte) {
	for _, text := range []string{want, fmt.Sprintf("%0*s", len(before), want)} {
		for at := 0; at+len(text) <= len(before); at++ {
			one := slices.Clone(before)
			copy(one[at:], text)
			list = append(list, one)
		}
	}
	for _, base := range []int{16, 10} {
		n, err := strconv.ParseUint(want, base, 32)
		if err != nil || len(before) > 4 {
			continue
		}
		big := make([]byte, len(before))
		for i := range big {
			big[len(big)-1-i] = byte(n >> (8 * i))
		}
		little := slices.Clone(big)
		slices.Reverse(little)
		flagged := slices.Clone(big)
		flagged[0] |= before[0] & 0xF0
		list = append(list, big, little, flagged)
	}
	return list
}
