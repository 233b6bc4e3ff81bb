//go:build unix

package intake

import (
	"fmt"
	"syscall"
)

// FreeSpace gives a function that tells how many bytes the program may still write
// to the disk of a folder.
func FreeSpace(folder string) func() (uint64, error) {
	return func() (uint64, error) {
		var disk syscall.Statfs_t
		if err := syscall.Statfs(folder, &disk); err != nil {
			return 0, fmt.Errorf("free space of %s: %w", folder, err)
		}
		return disk.Bavail * uint64(disk.Bsize), nil
	}
}
