package license

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
)

var key = []byte("the vendor's key")

func TestCodeRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		given := Terms{Points: rapid.Uint32().Draw(t, "points"), Devices: rapid.Uint32().Draw(t, "devices")}
		copy(given.Fingerprint[:], rapid.SliceOfN(rapid.Byte(), fingerprintBytes, fingerprintBytes).Draw(t, "fingerprint"))
		if day := rapid.IntRange(-1, forEver-1).Draw(t, "day"); day >= 0 {
			given.Until = time.Unix(0, 0).UTC().AddDate(0, 0, day)
		}
		code, err := Make(key, given)
		if err != nil || len(code) != CodeLength {
			t.Fatalf("%q: %v", code, err)
		}
		if got, err := Read(key, code); err != nil || got != given {
			t.Fatalf("%+v reads back as %+v: %v", given, got, err)
		}
		changed := []byte(code)
		at := rapid.IntRange(0, CodeLength-1).Draw(t, "at")
		changed[at] = rapid.SampledFrom([]byte("ABCDabcd0123+/=")).Filter(func(b byte) bool { return b != code[at] }).Draw(t, "letter")
		if _, err := Read(key, string(changed)); !errs.Is(err, errs.LicenseInvalid) {
			t.Fatalf("a changed code is accepted: %v", err)
		}
		if _, err := Read([]byte("another key"), code); !errs.Is(err, errs.LicenseInvalid) {
			t.Fatalf("a code with another key is accepted: %v", err)
		}
	})
}

func TestCodesHave44Characters(t *testing.T) {
	for _, code := range []string{"", "x", strings.Repeat("A", CodeLength-1), strings.Repeat("A", CodeLength+1), strings.Repeat("码", CodeLength/2)} {
		if _, err := Read(key, code); !errs.Is(err, errs.LicenseLength) {
			t.Errorf("%q: %v", code, err)
		}
	}
}

func TestFingerprintDependsOnFolder(t *testing.T) {
	first, second := t.TempDir(), t.TempDir()
	f, err := FingerprintOf(first)
	if err != nil {
		t.Fatal(err)
	}
	again, err := FingerprintOf(filepath.Join(first, "..", filepath.Base(first)))
	if err != nil || again != f {
		t.Errorf("the same folder by another path: %s, %s: %v", f, again, err)
	}
	if other, err := FingerprintOf(second); err != nil || other == f {
		t.Errorf("another folder: %s, %s: %v", f, other, err)
	}
	if back, ok := ParseFingerprint(strings.ToLower(f.String())); !ok || back != f {
		t.Errorf("%s reads back as %s", f, back)
	}
	for _, bad := range []string{"", "7F3A", "7F3A-91C2-0B4D-00", "7F3A-91C2-0B4Z"} {
		if _, ok := ParseFingerprint(bad); ok {
			t.Errorf("%q was read as a fingerprint", bad)
		}
	}
}

func TestMachineIDIsCreatedAndKept(t *testing.T) {
	folder := t.TempDir()
	empty := filepath.Join(folder, "empty")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	none := []string{filepath.Join(folder, "missing"), empty}
	first, err := machineID(folder, none)
	if err != nil || first == "" {
		t.Fatal(first, err)
	}
	if second, err := machineID(folder, none); err != nil || second != first {
		t.Errorf("%s, then %s: %v", first, second, err)
	}
}

// shelf is a Store in memory. storetest tests the real one in the same way.
type shelf struct {
	code  string
	usage Usage
}

func (s *shelf) LicenseCode(context.Context) (string, error) { return s.code, nil }
func (s *shelf) SetLicenseCode(_ context.Context, _ audit.Actor, code string, _ Terms) error {
	s.code = code
	return nil
}
func (s *shelf) LicenseUsage(context.Context) (Usage, error) { return s.usage, nil }

func (s *shelf) Admit(ctx context.Context, check func(Usage) error, add func(context.Context) error) error {
	before := s.usage
	err := add(ctx)
	if err == nil {
		err = check(s.usage)
	}
	if err != nil {
		s.usage = before
	}
	return err
}

func TestLicenseLimitsAdditions(t *testing.T) {
	ctx, who := context.Background(), audit.Program("test")
	own := Fingerprint{1, 2, 3}
	store := &shelf{usage: Usage{Points: 8, Devices: 3}}
	s := New(store, key, own)
	today := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	s.now = func() time.Time { return today }
	code := func(t Terms) string {
		text, _ := Make(key, t)
		return text
	}
	add := func(points, devices int64) func(context.Context) error {
		return func(context.Context) error {
			store.usage.Points += points
			store.usage.Devices += devices
			return nil
		}
	}
	expect := func(what string, err error, want *errs.Message) {
		t.Helper()
		if want == nil && err != nil || want != nil && !errs.Is(err, want) {
			t.Errorf("%s: %v", what, err)
		}
	}
	state := func(want State) {
		t.Helper()
		if info, err := s.Info(ctx); err != nil || info.State != want {
			t.Errorf("state %s, %v, want %s", info.State, err, want)
		}
	}

	state(Missing)
	expect("without a license", s.AddPoints(ctx, 1, add(1, 0)), errs.LicenseRequired)
	expect("a code for another machine", second(s.Enter(ctx, who, code(Terms{Fingerprint: Fingerprint{9}, Points: 10, Devices: 10}))), errs.LicenseElsewhere)
	expect("an expired code",
		second(s.Enter(ctx, who, code(Terms{Fingerprint: own, Until: today.Truncate(24*time.Hour).AddDate(0, 0, -1)}))), errs.LicenseOver)
	state(Missing)

	lastDay := today.Truncate(24 * time.Hour)
	expect("a valid code", second(s.Enter(ctx, who, code(Terms{Fingerprint: own, Until: lastDay, Points: 10, Devices: 3}))), nil)
	state(Valid)
	expect("two more points", s.AddPoints(ctx, 2, add(2, 0)), nil)
	expect("three more points", s.AddPoints(ctx, 3, add(3, 0)), errs.LicensePoints)
	expect("one more device", s.AddDevices(ctx, 1, add(0, 1)), errs.LicenseDevices)
	boom := errors.New("boom")
	if err := s.AddPoints(ctx, 1, func(context.Context) error { return boom }); !errors.Is(err, boom) {
		t.Errorf("the error of add is lost: %v", err)
	}
	if want := (Usage{Points: 10, Devices: 3}); store.usage != want {
		t.Errorf("%+v after two points of five were allowed, want %+v", store.usage, want)
	}

	today = today.AddDate(0, 0, 1)
	state(Expired)
	expect("the day after", s.AddDevices(ctx, 1, add(0, 1)), errs.LicenseRequired)
	expect("an unlimited code", second(s.Enter(ctx, who, code(Terms{Fingerprint: own, Points: Unlimited, Devices: Unlimited}))), nil)
	today = today.AddDate(100, 0, 0)
	expect("in a hundred years", s.AddDevices(ctx, 1_000_000, add(0, 1_000_000)), nil)

	s.fingerprint = Fingerprint{7}
	state(Foreign)
	expect("after a move", s.AddPoints(ctx, 1, add(1, 0)), errs.LicenseRequired)
	s.fingerprint, s.key = own, []byte("a new key of the vendor")
	state(Missing)
}

func second[T any](_ T, err error) error { return err }
