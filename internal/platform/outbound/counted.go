package outbound

import (
	"net"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Limits of each corporation.
const (
	maxOpen    = 1_000    // connections
	bytesPerS  = 4 << 20  // received, on average
	bytesBurst = 16 << 20 // received at once
	maxRead    = 64 << 10 // bytes received between two looks at the limit
)

// use is what a corporation uses.
type use struct {
	open     int // connections
	received *rate.Limiter
}

// take counts a connection, unless the corporation has too many.
func (d *Dialler) take(corporation int64) (*use, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	u := d.used[corporation]
	if u == nil {
		// It stays after the last connection, so that a new one is no new burst.
		u = &use{received: rate.NewLimiter(bytesPerS, bytesBurst)}
		d.used[corporation] = u
	}
	if u.open == maxOpen {
		return nil, false
	}
	u.open++
	return u, true
}

func (d *Dialler) give(u *use) {
	d.mu.Lock()
	defer d.mu.Unlock()
	u.open--
}

// counted is a connection that counts for its corporation until it is closed. Above the limit of bytes it receives more
// slowly, so that the other side waits.
type counted struct {
	net.Conn
	use    *use
	closed chan struct{}
	end    func() // once
}

func (d *Dialler) counted(conn net.Conn, u *use) *counted {
	c := &counted{Conn: conn, use: u, closed: make(chan struct{})}
	c.end = sync.OnceFunc(func() {
		close(c.closed)
		d.give(u)
	})
	return c
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p[:min(len(p), maxRead)])
	if wait := c.use.received.ReserveN(time.Now(), n).Delay(); wait > 0 {
		timer := time.NewTimer(wait)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-c.closed:
		}
	}
	return n, err
}

func (c *counted) Close() error {
	c.end()
	return c.Conn.Close()
}
