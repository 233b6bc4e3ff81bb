//go:build !unix

package intake

import "errors"

// FreeSpace is not known on this system: only a write that fails tells that the disk is full.
func FreeSpace(string) func() (uint64, error) {
	return func() (uint64, error) {
		return 0, errors.New("the free space of a disk cannot be read on this system")
	}
}
