//go:build unix

package app

import (
	"fmt"
	"syscall"
)

// diskSpace is the free and the total bytes of a folder's file system.
func diskSpace(folder string) (free, total uint64, err error) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(folder, &disk); err != nil {
		return 0, 0, fmt.Errorf("space of %s: %w", folder, err)
	}
	return disk.Bavail * uint64(disk.Bsize), disk.Blocks * uint64(disk.Bsize), nil
}
