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

	"plumbline/internal/field/protocol"
)

// timeout is how long the platform waits for an answer.
const timeout = 100 * time.Millisecond

// dtu passes requests on to instruments, of which each answers another value each time.
type dtu struct {
	testing.TB
	register  string
	addresses []string // of the servers
	random    *rand.Rand
	stop      chan struct{}

	mu   sync.Mutex
	next float32
	sent map[float32]byte // value: the unit that measured it
}

// run connects until the test stops it, and again whenever the line is cut.
func (d *dtu) run() {
	for {
		for _, address := range d.addresses {
			select {
			case <-d.stop:
				return
			default:
			}
			line, err := net.Dial("tcp", address)
			if err != nil {
				time.Sleep(10 * time.Millisecond) // a server that is away: yields the processor
				continue
			}
			d.serve(line)
			_ = line.Close()
		}
	}
}

func (d *dtu) serve(line net.Conn) {
	ended := make(chan struct{})
	defer close(ended)
	go func() {
		select {
		case <-d.stop:
			_ = line.Close()
		case <-ended:
		}
	}()
	if _, err := io.WriteString(line, d.register+"\r\n"); err != nil {
		return
	}
	const length = 8
	request := make([]byte, length)
	for {
		if _, err := io.ReadFull(line, request); err != nil {
			return
		}
		if !d.answer(line, request) {
			return
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
	return binary.LittleEndian.AppendUint16(frame, protocol.CRC16(frame))
}
