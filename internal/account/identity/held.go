package identity

import (
	"sync"
	"time"
)

const (
	// permissionLife is how long another node may not know of a change of roles when
	// its signal was lost.
	permissionLife = 5 * time.Second
	maxHeld        = 10_000
)

// held keeps the permissions of accounts in memory for a few seconds.
type held struct {
	mu       sync.Mutex
	accounts map[int64]heldPermissions
	changes  uint64 // how often something was forgotten
}

type heldPermissions struct {
	permissions Permissions
	until       time.Time
}

// get returns what is held, and the mark that set wants for what is read instead.
func (h *held) get(account int64) (p Permissions, mark uint64, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	found, ok := h.accounts[account]
	return found.permissions, h.changes, ok && time.Now().Before(found.until)
}

// set keeps permissions until a time. Those that were read before roles changed are
// not kept.
func (h *held) set(account int64, p Permissions, until time.Time, mark uint64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if mark != h.changes {
		return
	}
	if h.accounts == nil || len(h.accounts) >= maxHeld {
		h.accounts = make(map[int64]heldPermissions) // all are read again: rare, and cheap
	}
	h.accounts[account] = heldPermissions{permissions: p, until: until}
}

// forget drops what is held of an account; 0 drops all.
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
