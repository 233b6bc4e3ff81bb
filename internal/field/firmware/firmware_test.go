package firmware

import (
	"testing"

	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
)

func TestFileNames(t *testing.T) {
	for name, want := range map[string][3]string{
		"HDA3-1.2.0.4-spring.hsf":       {"HDA3", "1.2.0.4", "spring"},
		"HDA3_16-10.0.12.3-fix-two.hsf": {"HDA3_16", "10.0.12.3", "fix-two"},
		"adm-0.0.0.1-a.b_c.hsf":         {"adm", "0.0.0.1", "a.b_c"},
	} {
		host, version, note, err := ParseName(name)
		if err != nil || [3]string{host, version, note} != want {
			t.Errorf("%s: %s, %s, %s, %v", name, host, version, note, err)
		}
	}
	for _, name := range []string{
		"", "HDA3-1.2.0.4.hsf", "HDA3-1.2.0-spring.hsf", "HDA3-1.2.0.4-春.hsf", "HDA3-1.2.0.4-new one.hsf", "HDA 3-1.2.0.4-a.hsf", "HDA3-1.2.0.4-a.bin",
		"HDA3-1.2.0.4-a.hsf.exe", "../HDA3-1.2.0.4-a.hsf", "HDA3-1.2.0.4-a/b.hsf", "HDA3-1.2.0.x-a.hsf", "HDA3-1.2.0.4-\".hsf", "HDA3-1.2.0.4-a.hsf\n",
	} {
		if _, _, _, err := ParseName(name); !errs.Is(err, errs.FirmwareName) && !named(err) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// named reports whether an error has the message of the name rule for the file.
func named(err error) bool {
	f, ok := errs.As(err)
	return ok && len(f.Fields) == 1 && f.Fields[0].Name == "file" && f.Fields[0].Message == errs.FirmwareName
}

func TestFileFitsTypeOrModel(t *testing.T) {
	logger := device.Device{Type: "HDA3", Model: "HDA3-16"}
	for host, fits := range map[string]bool{"HDA3": true, "hda3": true, "HDA3_16": true, "HDA2": false, "HDA3_4": false, "": false} {
		if got := (File{Host: host}).Fits(logger); got != fits {
			t.Errorf("%q: %v", host, got)
		}
	}
}
