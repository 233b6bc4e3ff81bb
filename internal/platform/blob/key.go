package blob

import (
	"crypto/rand"
	"encoding/hex"
	"strconv"
)

// NewKey returns a new key of an owner.
func NewKey(owner int64) string {
	var raw [16]byte
	_, _ = rand.Read(raw[:]) // never fails
	return strconv.FormatInt(owner, 10) + "/" + hex.EncodeToString(raw[:])
}
