package reading

// Interned is how many lists the table holds.
func Interned() int {
	interned.RLock()
	defer interned.RUnlock()
	return len(interned.lists)
}
