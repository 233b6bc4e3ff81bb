package loadgen

import (
	"context"
	"encoding/binary"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"plumbline/internal/platform/crc16"
)

// Buses is DTUs with Modbus instruments behind them, which answer each request for registers with zeros.
type Buses struct {
	Idle
	AnswerTime time.Duration // 0: they answer at once
	Answered   atomic.Int64
	first      atomic.Pointer[time.Time] // of the first request
	asked      atomic.Int64              // ns from the first request of each bus to its last answer, of all buses
	serving    sync.WaitGroup
}

// Connect connects DTUs that send their register ID as text. Close them at the end.
func (b *Buses) Connect(ctx context.Context, address string, registers []string) (err error) {
	if b.Idle, err = Register(ctx, address, registers); err != nil {
		return err
	}
	for _, conn := range b.Idle {
		b.serving.Go(func() { b.serve(conn) })
	}
	return nil
}

// serve answers requests of Modbus RTU: address, function, first register, number of registers, checksum.
func (b *Buses) serve(conn net.Conn) {
	var request [8]byte
	var answer []byte
	var answered time.Time // or asked for the first time
	for {
		if _, err := io.ReadFull(conn, request[:]); err != nil {
			return
		}
		received := time.Now()
		if answered.IsZero() {
			answered = received
			b.first.CompareAndSwap(nil, &received)
		}
		n := int(binary.BigEndian.Uint16(request[4:]))
		answer = append(answer[:0], request[0], request[1], byte(2*n))
		answer = append(answer, make([]byte, 2*n)...)
		answer = binary.LittleEndian.AppendUint16(answer, crc16.Modbus(answer))
		if b.AnswerTime > 0 {
			time.Sleep(time.Until(received.Add(b.AnswerTime)))
		}
		if _, err := conn.Write(answer); err != nil {
			return
		}
		now := time.Now()
		b.asked.Add(int64(now.Sub(answered)))
		answered = now
		b.Answered.Add(1)
	}
}

// Since returns how long ago the first request came. There must have been one.
func (b *Buses) Since() time.Duration { return time.Since(*b.first.Load()) }

// Asked returns how long the buses were asked: the sum of the times from the first request of each to its last answer.
func (b *Buses) Asked() time.Duration { return time.Duration(b.asked.Load()) }

// Close ends the connections.
func (b *Buses) Close() {
	b.Idle.Close()
	b.serving.Wait()
}
