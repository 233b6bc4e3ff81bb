package main

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

// vendor runs a command of the vendor and returns its output.
func vendor(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := licenses(t.Context(), args, &out, io.Discard)
	return out.String(), err
}

func TestLicenseMakeAndCheck(t *testing.T) {
	const own = "7F3A-91C2-0B4D"
	printed, err := vendor(t, "make", "--fingerprint", own, "--until", "2099-12-31", "--points", "500", "--license-key", "ours")
	if err != nil {
		t.Fatal(err)
	}
	code := strings.TrimSpace(printed)
	if len(code) != 44 {
		t.Errorf("code has %d characters: %q", len(code), code)
	}
	told, err := vendor(t, "check", "--license-key", "ours", code)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{own, "2099-12-31", "points       500", "devices      any number", "the code     holds"} {
		if !strings.Contains(told, want) {
			t.Errorf("no %q in\n%s", want, told)
		}
	}
	if _, err := vendor(t, "check", "--license-key", "another vendor's", code); err == nil {
		t.Error("a code with another key is accepted")
	}
	past, err := vendor(t, "make", "--fingerprint", own, "--until", "2020-01-01", "--license-key", "ours")
	if err != nil {
		t.Fatal(err)
	}
	if told, err := vendor(t, "check", "--license-key", "ours", strings.TrimSpace(past)); err != nil || !strings.Contains(told, "has expired") {
		t.Errorf("an expired code: %v\n%s", err, told)
	}
}

func TestLicenseCommandErrors(t *testing.T) {
	for want, args := range map[string][]string{
		"--fingerprint":               {"make", "--fingerprint", "7F3A"},
		"--until":                     {"make", "--fingerprint", "7F3A-91C2-0B4D", "--until", "31.12.2099"},
		"--points":                    {"make", "--fingerprint", "7F3A-91C2-0B4D", "--points", "-2"},
		"--devices":                   {"make", "--fingerprint", "7F3A-91C2-0B4D", "--devices", "4294967295"},
		"unexpected":                  {"make", "--fingerprint", "7F3A-91C2-0B4D", "more"},
		"give the code":               {"check"},
		"44":                          {"check", "short"},
		"license make, license check": {"renew"},
	} {
		if _, err := vendor(t, args...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("license %s: %v, want it to say %q", strings.Join(args, " "), err, want)
		}
	}
}
