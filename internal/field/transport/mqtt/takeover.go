package mqtt

import (
	"sync"

	broker "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"
)

// signIns lets one connection per register ID sign in at a time.
type signIns struct {
	mu   sync.Mutex
	busy map[string]chan struct{}
}

// begin waits until no other connection with the register ID signs in. The caller calls end when it is signed in or
// closed; further calls of end have no effect.
func (s *signIns) begin(register string) (end func()) {
	mine := make(chan struct{})
	for {
		s.mu.Lock()
		other, taken := s.busy[register]
		if !taken {
			s.busy[register] = mine
			s.mu.Unlock()
			break
		}
		s.mu.Unlock()
		<-other
	}
	return sync.OnceFunc(func() {
		s.mu.Lock()
		delete(s.busy, register)
		s.mu.Unlock()
		close(mine)
	})
}

// OnSessionEstablish ends the earlier connection of the device and waits until the broker has finished with it. The
// broker by itself would let both run, and the end of the old one could delete the session of the new one.
func (h *hook) OnSessionEstablish(client *broker.Client, _ packets.Packet) {
	c, ok := client.Net.Conn.(*conn)
	if !ok {
		return
	}
	c.endSignIn = h.signIns.begin(client.ID)
	if old, ok := h.earlier(client.ID); ok {
		if !old.Closed() {
			_ = h.disconnect(old, packets.ErrSessionTakenOver) // it ends anyway
		}
		if previous, ok := old.Net.Conn.(*conn); ok {
			<-previous.done
		}
	}
}
