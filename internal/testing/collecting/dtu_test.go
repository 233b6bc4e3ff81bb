package collecting

import (
	"encoding/binary"
	"io"
	"math"
	"math/rand/v2"
	"net"
	"sync"
	"testing"
	"time"

	"plumbline/internal/platform/crc16"
)

// timeout is how long the platform waits for an answer.
const timeout = 100 * time.Millisecond

// dtu passes requests on to instruments, of which each answers another value each time.
type dtu struct {
	testing.TB
	caller
	register string
	random   *rand.Rand

	mu   sync.Mutex
	next float32
	sent map[float32]byte // value: the unit that measured it
}

func (d *dtu) call() { d.run(d.serve) }

// count returns how often an instrument was measured.
func (d *dtu) count() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return int(d.next)
}

func (d *dtu) serve(line net.Conn) (leave bool) {
	if _, err := io.WriteString(line, d.register+"\r\n"); err != nil {
		return false
	}
	const length = 8
	request := make([]byte, length)
	for {
		if _, err := io.ReadFull(line, request); err != nil {
			return false
		}
		if !d.answer(line, request) {
			return false
		}
	}
}

// answer responds to a request as lines and instruments do: mostly right. It returns false if the line is cut.
func (d *dtu) answer(line net.Conn, request []byte) bool {
	answer := d.measure(request[0])
	switch d.random.IntN(20) {
	case 0: // an exception
		answer = sealed([]byte{request[0], request[1] | 0x80, 4})
	case 1: // disturbed on the bus
		answer[5] ^= 0x10
	case 2: // the instrument does not hear it
		return true
	case 3: // it is slow
		time.Sleep(timeout + 20*time.Millisecond)
	case 4: // the line is cut in the middle of the answer
		_, _ = line.Write(answer[:6])
		return false
	case 5: // the DTU dials again although its line still stands
		return false
	}
	_, err := line.Write(answer)
	return err == nil
}

// measure returns the answer of a unit: a frequency that nobody else measures, and a temperature.
func (d *dtu) measure(unit byte) []byte {
	d.mu.Lock()
	d.next++
	d.sent[d.next] = unit
	value := math.Float32bits(d.next)
	d.mu.Unlock()
	answer := binary.BigEndian.AppendUint32([]byte{unit, 3, 8}, value)
	return sealed(binary.BigEndian.AppendUint32(answer, math.Float32bits(20)))
}

func sealed(frame []byte) []byte {
	return binary.LittleEndian.AppendUint16(frame, crc16.Modbus(frame))
}
