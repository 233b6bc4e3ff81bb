//go:build unix

// Package disk measures the disk of a folder.
package disk

import (
	"fmt"
	"syscall"
)

// Space returns the free bytes available to the program in a folder, and the size of its disk.
func Space(folder string) (free, total uint64, err error) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(folder, &disk); err != nil {
		return 0, 0, fmt.Errorf("space of %s: %w", folder, err)
	}
	return disk.Bavail * uint64(disk.Bsize), disk.Blocks * uint64(disk.Bsize), nil
}
