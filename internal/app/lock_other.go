//go:build !unix

package app

// lockFolder does nothing: this system has no locks of files that go with the process.
func lockFolder(string) (release func() error, err error) { return func() error { return nil }, nil }
