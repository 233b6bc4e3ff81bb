package mqtt

import "sync"

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
