package app

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/windows"
)

// lockFolder locks a file; the lock ends with the process in any case.
func lockFolder(path string) (release func() error, err error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock the data folder: %w", err)
	}
	const exclusive = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	if err := windows.LockFileEx(windows.Handle(file.Fd()), exclusive, 0, 1, 0, new(windows.Overlapped)); err != nil {
		if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
			err = errInstanceLocked
		}
		return nil, errors.Join(err, file.Close())
	}
	return file.Close, nil
}
