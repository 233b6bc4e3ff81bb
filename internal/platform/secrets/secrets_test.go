package secrets_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"plumbline/internal/platform/secrets"
)

func TestVault(t *testing.T) {
	path := filepath.Join(t.TempDir(), "secret.key")
	if _, err := secrets.Read(path); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("a missing file: %v", err)
	}
	first, err := secrets.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := secrets.Create(path); !errors.Is(err, fs.ErrExist) {
		t.Fatalf("a second key in the same file: %v", err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("key file %v, %v: want it readable only by the owner", info, err)
	}
	sealed, err := first.Seal([]byte("a"), "secret")
	if err != nil {
		t.Fatal(err)
	}
	again, err := secrets.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if again.Fingerprint() != first.Fingerprint() || len(first.Fingerprint()) != 16 {
		t.Errorf("fingerprints %s and %s", first.Fingerprint(), again.Fingerprint())
	}
	if secret, err := again.Open([]byte("a"), sealed); err != nil || secret != "secret" {
		t.Errorf("after a restart: %q, %v", secret, err)
	}
	if _, err := again.Open([]byte("b"), sealed); err == nil {
		t.Error("a secret opens for another purpose")
	}
	if _, err := again.Open([]byte("a"), sealed[:5]); err == nil {
		t.Error("a truncated secret opens")
	}
	sealed[len(sealed)-1] ^= 1
	if _, err := again.Open([]byte("a"), sealed); err == nil {
		t.Error("a changed secret opens")
	}
	if _, err := secrets.New(make([]byte, 16)); err == nil {
		t.Error("a short key is accepted")
	}
	key, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if parsed, err := secrets.Parse(hex.EncodeToString(key)); err != nil || parsed.Fingerprint() != first.Fingerprint() {
		t.Errorf("the key in hexadecimal: %v", err)
	}
	for _, text := range []string{"", "secret", hex.EncodeToString(key[1:])} {
		if _, err := secrets.Parse(text); err == nil {
			t.Errorf("%q is accepted as a key", text)
		}
	}
}

func TestKeysOfPurposesDiffer(t *testing.T) {
	v, err := secrets.New(make([]byte, 32))
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(v.Key("files"), v.Key("codes")) || !bytes.Equal(v.Key("files"), v.Key("files")) || len(v.Key("files")) != 32 {
		t.Error("keys of purposes are not distinct and stable")
	}
}
