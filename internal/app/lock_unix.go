//go:build unix

package app

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// lockFolder locks a file; the lock ends with the process in any case.
func lockFolder(path string) (release func() error, err error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock the data folder: %w", err)
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		if errors.Is(err, syscall.EWOULDBLOCK) {
			err = errInstanceLocked
		}
		return nil, errors.Join(err, file.Close())
	}
	return file.Close, nil
}
