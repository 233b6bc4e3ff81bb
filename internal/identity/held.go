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
}

type heldPermissions struct {
	permissions Permissions
	until       time.Time
}

func (h *held) get(account int64) (Permissions, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	found, ok := h.accounts[account]
	return found.permissions, ok && time.Now().Before(found.until)
}

func (h *held) set(account int64, p Permissions) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.accounts == nil || len(h.accounts) >= maxHeld {
		h.accounts = make(map[int64]heldPermissions) // all are read again: rare, and cheap
	}
	h.accounts[account] = heldPermissions{permissions: p, until: time.Now().Add(permissionLife)}
}

// forget drops what is held of an account; 0 drops all.
func (h *held) forget(account int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if account == 0 {
		h.accounts = nil
		return
	}
	delete(h.accounts, account)
}
