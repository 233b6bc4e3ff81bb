package reading

// Interned returns the number of lists in the table.
func Interned() int {
	interned.RLock()
	defer interned.RUnlock()
	return len(interned.lists)
}
