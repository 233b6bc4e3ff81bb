package secrets_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"plumbline/internal/platform/secrets"
)

func TestVault(t *testing.T) {
	path := filepath.Join(t.TempDir(), "secret.key")
	first, err := secrets.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("key file %v, %v: want it readable only by the owner", info, err)
	}
	sealed, err := first.Seal([]byte("a"), "secret")
	if err != nil {
		t.Fatal(err)
	}
	again, err := secrets.Open(path)
	if err != nil {
		t.Fatal(err)
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
