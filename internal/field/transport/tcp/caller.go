package tcp

import (
	"sync"

	"plumbline/internal/field/connection"
)

// caller is a device on a line. Several stations may share one.
type caller struct {
	device   int64
	register string
	inFrames bool // its register ID and secret are in each frame
	held     connection.Held
	parts    parts

	mu     sync.Mutex
	secret []byte
	stays  []byte // what was stored last, if the station was told to stay for commands
}

func (c *caller) staysFor() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.stays
}

func (c *caller) setStays(stored []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stays = stored
}

func (c *caller) secretNow() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.secret
}

func (c *caller) setSecret(secret []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.secret = secret
}
