//go:build !unix

package app

import "errors"

// diskSpace is not known on this system.
func diskSpace(string) (free, total uint64, err error) {
	return 0, 0, errors.New("the space of a disk is not known on this system")
}
