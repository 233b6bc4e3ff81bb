package mqtt_test

import (
	"encoding/binary"
	"fmt"
	"testing"

	"plumbline/internal/field/ingest"
	"plumbline/internal/field/ingest/intaketest"
)

const downTopic = "v1/dev/REG-2/down"

// resume signs a device in without a clean start, with properties in version 5, and reports whether there was a session.
func (d intake) resume(t *testing.T, version byte, properties ...byte) (w wire, present bool) {
	t.Helper()
	w = dial(t, d.Address())
	head := append(text("MQTT"), version, 0b1100_0000, 0, 60)
	if version == 5 {
		properties = append([]byte{0x11, 0, 0, 0x0e, 0x10}, properties...) // the session lasts an hour
		head = append(append(head, byte(len(properties))), properties...)
	}
	w.send(t, packet(0x10, head, text("REG-2"), text("REG-2"), text("secret-2")))
	first, body, closed := w.receive(t)
	if closed || first != 0x20 || body[1] != 0 {
		t.Fatalf("sign-in: packet %x, %x, closed %v", first, body, closed)
	}
	return w, body[0] == 1
}

// subscribe subscribes with packet identifier 1.
func (w wire) subscribe(t *testing.T, version byte) {
	t.Helper()
	head := []byte{0, 1}
	if version == 5 {
		head = append(head, 0)
	}
	w.send(t, packet(0x82, head, text(downTopic), []byte{1}))
	for {
		first, body, closed := w.receive(t)
		if closed {
			t.Fatal("the connection ended")
		}
		if first == 0x90 {
			if body[len(body)-1] != 1 {
				t.Fatalf("SUBACK %x", body)
			}
			return
		}
	}
}

// message receives a message to the device.
func (w wire) message(t *testing.T, version byte) (id uint16, again bool, payload string) {
	t.Helper()
	first, body, closed := w.receive(t)
	if closed || first&0xf6 != 0x32 {
		t.Fatalf("packet %x, closed %v, want a message with QoS 1", first, closed)
	}
	rest := body[2+len(downTopic):]
	id, rest = binary.BigEndian.Uint16(rest), rest[2:]
	if version == 5 {
		rest = rest[1+rest[0]:]
	}
	return id, first&8 != 0, string(rest)
}

func (w wire) acknowledge(t *testing.T, id uint16) {
	t.Helper()
	w.send(t, packet(0x40, binary.BigEndian.AppendUint16(nil, id)))
}

func (d intake) push(t *testing.T, n int) {
	t.Helper()
	messages := make([]ingest.Reply, n)
	for i := range messages {
		messages[i] = ingest.Reply{Register: "REG-2", Payload: fmt.Appendf(nil, `{"n":%d}`, i)}
	}
	for i, sent := range d.SendAll(messages) {
		if !sent {
			t.Fatalf("message %d was not sent", i)
		}
	}
}

// A device gets the messages that it has not acknowledged again when it connects again: in order, marked, and with their
// packet identifiers. With a clean start it does not.
func TestUnacknowledgedMessagesAreRepeated(t *testing.T) {
	for _, version := range []byte{4, 5} {
		d := open(t, intaketest.Options{})
		signIn(t, d.Address(), version) // ends what another test has left
		w, present := d.resume(t, version)
		if present {
			t.Error("a session is left of a clean start")
		}
		w.subscribe(t, version)
		d.push(t, 3)
		for i := range 3 {
			id, again, payload := w.message(t, version)
			if int(id) != i+1 || again || payload != fmt.Sprintf(`{"n":%d}`, i) {
				t.Errorf("message %d: %d %s, repeated %v", i, id, payload, again)
			}
		}
		w.acknowledge(t, 2)
		w.send(t, []byte{0xC0, 0})
		w.receive(t)
		for range 2 {
			w, present = d.resume(t, version)
			if !present {
				t.Error("no session")
			}
			for _, n := range []int{0, 2} {
				id, again, payload := w.message(t, version)
				if int(id) != n+1 || !again || payload != fmt.Sprintf(`{"n":%d}`, n) {
					t.Errorf("message %d again: %d %s, repeated %v", n, id, payload, again)
				}
			}
		}
		signIn(t, d.Address(), version)
		w, present = d.resume(t, version)
		w.subscribe(t, version)
		d.push(t, 1)
		if id, again, _ := w.message(t, version); present || id != 1 || again {
			t.Errorf("after a clean start: session %v, message %d, repeated %v", present, id, again)
		}
	}
}

// The packet identifiers of a device and of the platform are independent: neither a subscription nor a message of the
// device touches a message to it.
func TestIdentifiersOfBothDirections(t *testing.T) {
	for _, version := range []byte{4, 5} {
		d := open(t, intaketest.Options{})
		signIn(t, d.Address(), version)
		w, _ := d.resume(t, version)
		w.subscribe(t, version)
		d.push(t, 1)
		w.message(t, version)
		w.subscribe(t, version)
		for _, qos := range []byte{1, 2} {
			w.send(t, publish(version, qos, 1, "v1/dev/REG-2/up", reading1))
			if first, _, closed := w.receive(t); closed || first != 0x30+qos<<4 {
				t.Fatalf("QoS %d: packet %x, closed %v", qos, first, closed)
			}
		}
		w.send(t, packet(0x62, []byte{0, 1}))
		if first, _, closed := w.receive(t); closed || first != 0x70 {
			t.Fatalf("PUBREL: packet %x, closed %v", first, closed)
		}
		w, _ = d.resume(t, version)
		if id, again, _ := w.message(t, version); id != 1 || !again {
			t.Errorf("message %d, repeated %v", id, again)
		}
	}
}

// A device of version 5 says how many messages it takes before it acknowledges one, also when they are repeated.
func TestDeviceLimitsMessages(t *testing.T) {
	d := open(t, intaketest.Options{})
	signIn(t, d.Address(), 5)
	receiveMaximum := []byte{0x21, 0, 2}
	w, _ := d.resume(t, 5, receiveMaximum...)
	w.subscribe(t, 5)
	d.push(t, 5)
	for range 2 {
		for want := range 2 {
			if id, _, _ := w.message(t, 5); int(id) != want+1 {
				t.Fatalf("message %d, want %d", id, want+1)
			}
		}
		w.send(t, []byte{0xC0, 0})
		if first, _, _ := w.receive(t); first != 0xD0 {
			t.Fatalf("packet %x, want no more messages", first)
		}
		w, _ = d.resume(t, 5, receiveMaximum...)
	}
	for want := range 5 {
		id, _, _ := w.message(t, 5)
		if int(id) != want+1 {
			t.Fatalf("message %d, want %d", id, want+1)
		}
		w.acknowledge(t, id)
	}
}

// A device that has got the register ID of another one does not get its session.
func TestNewDeviceGetsNoSessionOfAnother(t *testing.T) {
	d := open(t, intaketest.Options{})
	signIn(t, d.Address(), 4)
	w, _ := d.resume(t, 4)
	w.subscribe(t, 4)
	d.push(t, 1)
	d.Devices.Remove(2)
	d.Devices.Change(77, func(device *ingest.Device) {
		device.Register, device.Secrets = "REG-2", []ingest.Secret{{Text: "secret-2"}}
	})
	if err := d.Directory().Refresh(t.Context(), []int64{2, 77}); err != nil {
		t.Fatal(err)
	}
	w, present := d.resume(t, 4)
	if present || d.Listens("REG-2") {
		t.Error("the session belongs to another device")
	}
	w.send(t, []byte{0xC0, 0})
	if first, _, _ := w.receive(t); first != 0xD0 {
		t.Errorf("packet %x of another device's session", first)
	}
}
