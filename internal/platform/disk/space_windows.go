// Package disk measures the disk of a folder.
package disk

import (
	"fmt"

	"golang.org/x/sys/windows"
)

// Space returns the free bytes available to the program in a folder, and the size of its disk.
func Space(folder string) (free, total uint64, err error) {
	path, err := windows.UTF16PtrFromString(folder)
	if err != nil {
		return 0, 0, fmt.Errorf("space of %s: %w", folder, err)
	}
	if err := windows.GetDiskFreeSpaceEx(path, &free, &total, nil); err != nil {
		return 0, 0, fmt.Errorf("space of %s: %w", folder, err)
	}
	return free, total, nil
}
