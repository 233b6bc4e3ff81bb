package mqtt_test

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"testing"
	"time"
)

// wire is a raw connection, so that the test sees every byte of the broker.
type wire struct {
	net.Conn
	in *bufio.Reader
}

func dial(t *testing.T, address string) wire {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	if err := c.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	return wire{c, bufio.NewReader(c)}
}

func text(s string) []byte {
	return append(binary.BigEndian.AppendUint16(nil, uint16(len(s))), s...)
}

func packet(first byte, body ...[]byte) []byte {
	joined := bytes.Join(body, nil)
	return append(binary.AppendUvarint([]byte{first}, uint64(len(joined))), joined...)
}

func (w wire) send(t *testing.T, data []byte) {
	t.Helper()
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
}

// receive reads one packet; closed is true if the broker ended the connection.
func (w wire) receive(t *testing.T) (first byte, body []byte, closed bool) {
	t.Helper()
	first, err := w.in.ReadByte()
	if err != nil {
		var timeout net.Error
		if errors.As(err, &timeout) && timeout.Timeout() {
			t.Fatal("the broker neither replied nor closed the connection")
		}
		return 0, nil, true
	}
	length, err := binary.ReadUvarint(w.in)
	if err != nil {
		t.Fatal(err)
	}
	body = make([]byte, length)
	if _, err := io.ReadFull(w.in, body); err != nil {
		t.Fatal(err)
	}
	return first, body, false
}

type connect struct {
	version                byte
	id, user, password     string
	willTopic, willPayload string
}

func (c connect) packet() []byte {
	flags := byte(0b1100_0010) // user, password, clean
	var will []byte
	if c.willTopic != "" {
		flags |= 0b0010_0100 // retained
		if c.version == 5 {
			will = append(will, 0)
		}
		will = append(append(will, text(c.willTopic)...), text(c.willPayload)...)
	}
	head := append(text("MQTT"), c.version, flags, 0, 60)
	if c.version == 5 {
		head = append(head, 0)
	}
	return packet(0x10, head, text(c.id), will, text(c.user), text(c.password))
}

func signIn(t *testing.T, address string, version byte) wire {
	t.Helper()
	w := dial(t, address)
	w.send(t, connect{version: version, id: "REG-2", user: "REG-2", password: "secret-2"}.packet())
	first, body, closed := w.receive(t)
	if closed || first != 0x20 || body[1] != 0 {
		t.Fatalf("sign-in: packet %x, %x, closed %v", first, body, closed)
	}
	return w
}

func publish(version, qos byte, id uint16, topic, payload string) []byte {
	var head []byte
	if qos > 0 {
		head = binary.BigEndian.AppendUint16(head, id)
	}
	if version == 5 {
		head = append(head, 0)
	}
	return packet(0x30|qos<<1, text(topic), head, []byte(payload))
}
