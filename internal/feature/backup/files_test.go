package backup

import "testing"

// Backups of earlier versions have these names.
func TestPartNamesBlob(t *testing.T) {
	const key, name = "7/abc00000000000000000000000000000", "files/7/ab/abc00000000000000000000000000000"
	if got := partOf(key); got != name {
		t.Errorf("part %q", got)
	}
	if got, ok := keyOf(name); !ok || got != key {
		t.Errorf("key %q", got)
	}
	for _, other := range []string{"plumbline.db", "files/7/ab/abc", "files/7/abc00000000000000000000000000000"} {
		if key, ok := keyOf(other); ok {
			t.Errorf("%s is the blob %s", other, key)
		}
	}
}

func TestNamesOutsideFolderAreRefused(t *testing.T) {
	for name, want := range map[string]bool{
		"plumbline.db": true, "files/7/ab/abc": true,
		"": false, ".": false, "..": false, "../x": false, "/etc/passwd": false, "files/../../x": false, "other/x": false, `files\..\x`: false, "files": true,
	} {
		if safeName(name) != want {
			t.Errorf("%q: want %t", name, want)
		}
	}
}
