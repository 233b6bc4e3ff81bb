package identity

import (
	"sync"
	"time"
)

const (
	// permissionLife limits how long another node uses outdated roles if the signal of a change was lost.
	permissionLife = 5 * time.Second
	maxHeld        = 10_000
)

// held caches the permissions of accounts for a few seconds.
type held struct {
	mu       sync.Mutex
	accounts map[int64]heldPermissions
	changes  uint64 // number of invalidations
}

type heldPermissions struct {
	permissions Permissions
	until       time.Time
}

// get returns the cached permissions, and the mark to pass to set if they must be read.
func (h *held) get(account int64) (p Permissions, mark uint64, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	found, ok := h.accounts[account]
	return found.permissions, h.changes, ok && time.Now().Before(found.until)
}

// set caches permissions until a time. It drops permissions that were read before roles changed.
func (h *held) set(account int64, p Permissions, until time.Time, mark uint64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if mark != h.changes {
		return
	}
	if h.accounts == nil || len(h.accounts) >= maxHeld {
		h.accounts = make(map[int64]heldPermissions) // drop all: they are read again, which is rare and cheap
	}
	h.accounts[account] = heldPermissions{permissions: p, until: until}
}

// forget drops the permissions of an account; 0 drops all.
func (h *held) forget(account int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.changes++
	if account == 0 {
		h.accounts = nil
		return
	}
	delete(h.accounts, account)
}
