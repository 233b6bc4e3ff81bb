package license

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Fingerprint identifies an installation: a hash of its machine and its data folder.
type Fingerprint [fingerprintBytes]byte

// String returns the form for people: "7F3A-91C2-0B4D".
func (f Fingerprint) String() string {
	text := strings.ToUpper(hex.EncodeToString(f[:]))
	return text[:4] + "-" + text[4:8] + "-" + text[8:]
}

// ParseFingerprint parses the form of String, with or without hyphens, ignoring case.
func ParseFingerprint(text string) (f Fingerprint, ok bool) {
	raw, err := hex.DecodeString(strings.ReplaceAll(strings.TrimSpace(text), "-", ""))
	if err != nil || len(raw) != len(f) {
		return f, false
	}
	copy(f[:], raw)
	return f, true
}

// machineFiles contain the machine id on Linux and BSD.
var machineFiles = []string{"/etc/machine-id", "/var/lib/dbus/machine-id", "/etc/hostid"}

// ownFile replaces the machine id where there is none, as in most containers.
const ownFile = "machine.id"

// FingerprintOf returns the fingerprint of the installation with a data folder. Moving it to another machine or folder
// changes the fingerprint.
func FingerprintOf(data string) (f Fingerprint, err error) {
	folder, err := filepath.Abs(data)
	if err != nil {
		return f, fmt.Errorf("path of the data folder: %w", err)
	}
	if folder, err = filepath.EvalSymlinks(folder); err != nil {
		return f, fmt.Errorf("path of the data folder: %w", err)
	}
	machine, err := machineID(folder, machineFiles)
	if err != nil {
		return f, err
	}
	sum := sha256.Sum256([]byte("plumbline installation\n" + machine + "\n" + folder))
	copy(f[:], sum[:])
	return f, nil
}

// FingerprintOfDatabase returns the fingerprint of an installation on PostgreSQL, which all its servers share. key is the
// fingerprint of the installation's key in the database.
func FingerprintOfDatabase(key string) (f Fingerprint) {
	sum := sha256.Sum256([]byte("plumbline installation\n" + key))
	copy(f[:], sum[:])
	return f
}

func machineID(folder string, files []string) (string, error) {
	for _, file := range append(files, filepath.Join(folder, ownFile)) {
		if text, err := os.ReadFile(file); err == nil && strings.TrimSpace(string(text)) != "" {
			return strings.TrimSpace(string(text)), nil
		} else if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission) {
			return "", fmt.Errorf("read the machine's identity: %w", err)
		}
	}
	id := rand.Text()
	if err := os.WriteFile(filepath.Join(folder, ownFile), []byte(id+"\n"), 0o600); err != nil {
		return "", fmt.Errorf("store the machine's identity: %w", err)
	}
	return id, nil
}
