package backup

import "testing"

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
