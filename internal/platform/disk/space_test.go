package disk

import (
	"path/filepath"
	"testing"
)

func TestSpace(t *testing.T) {
	free, total, err := Space(t.TempDir())
	if err != nil || free == 0 || free > total {
		t.Errorf("%d of %d bytes, %v", free, total, err)
	}
	if _, _, err := Space(filepath.Join(t.TempDir(), "missing")); err == nil {
		t.Error("a missing folder has space")
	}
}
