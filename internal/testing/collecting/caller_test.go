package collecting

import (
	"context"
	"net"
	"sync"
	"time"

	"plumbline/internal/testing/await"
)

// caller dials servers in turn until the test stops it, and again whenever its line is cut.
type caller struct {
	addresses []string
	stop      chan struct{}
}

func calls(addresses []string) caller { return caller{addresses, make(chan struct{})} }

// run dials. serve speaks on a line until it is cut; if it returns true, the line is left open, so that the next one replaces
// it.
func (c *caller) run(serve func(line net.Conn) (leave bool)) {
	for {
		for _, address := range c.addresses {
			select {
			case <-c.stop:
				return
			default:
			}
			line, err := net.Dial("tcp", address)
			if err != nil {
				time.Sleep(10 * time.Millisecond) // a server that is away: yields the processor
				continue
			}
			ended := make(chan struct{})
			go func() {
				select {
				case <-c.stop:
					_ = line.Close()
				case <-ended:
				}
			}()
			if serve(line) {
				defer line.Close()
			} else {
				_ = line.Close()
			}
			close(ended)
		}
	}
}

// remote is a caller with what it says.
type remote interface {
	call() // until end
	end()
	count() int // of what it has done
}

func (c *caller) end() { close(c.stop) }

// connect lets devices call, and returns the function that ends them.
func connect[R remote](devices []R) (end func()) {
	var calling sync.WaitGroup
	for _, d := range devices {
		calling.Go(d.call)
	}
	return func() {
		for _, d := range devices {
			d.end()
		}
		calling.Wait()
	}
}

// further waits until each device has done so much more.
func further[R remote](ctx context.Context, devices []R, n int) {
	enough := make([]int, len(devices))
	for i, d := range devices {
		enough[i] = d.count() + n
	}
	for i, d := range devices {
		for d.count() < enough[i] && ctx.Err() == nil {
			await.Pause()
		}
	}
}
