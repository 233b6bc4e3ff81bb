// Package backup saves a running installation to one file, and restores it after checking every byte. The file is a
// compressed tar: manifest.json first, then the parts that it lists with their SHA-256.
package backup

import (
	"archive/tar"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/klauspost/compress/zstd"
)

// Database engines of a backup.
const (
	Embedded = "sqlite"
	Scaled   = "postgres"
)

const (
	manifestName = "manifest.json"
	maxManifest  = 256 << 20 // about two million files
)

// Manifest lists the contents of a backup.
type Manifest struct {
	Format  int       `json:"format"` // 1
	Engine  string    `json:"engine"`
	Version string    `json:"version"` // of the program that wrote it
	Created time.Time `json:"created"`
	Parts   []Part    `json:"parts"`
}

// Part is a file of a backup.
type Part struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// pack writes the files of a folder as a backup.
func pack(w io.Writer, folder string, manifest Manifest) error {
	for i, part := range manifest.Parts {
		sum, size, err := digest(filepath.Join(folder, part.Name))
		if err != nil {
			return err
		}
		manifest.Parts[i].SHA256, manifest.Parts[i].Size = sum, size
	}
	head, err := json.MarshalIndent(manifest, "", "  ")
	if err != nil {
		return fmt.Errorf("write manifest: %w", err)
	}
	packed, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return fmt.Errorf("compress: %w", err)
	}
	archive := tar.NewWriter(packed)
	if err := archive.WriteHeader(&tar.Header{Name: manifestName, Mode: 0o600, Size: int64(len(head))}); err != nil {
		return fmt.Errorf("write manifest: %w", err)
	}
	if _, err := archive.Write(head); err != nil {
		return fmt.Errorf("write manifest: %w", err)
	}
	for _, part := range manifest.Parts {
		if err := packFile(archive, filepath.Join(folder, part.Name), part); err != nil {
			return err
		}
	}
	return errors.Join(archive.Close(), packed.Close())
}

func packFile(archive *tar.Writer, path string, part Part) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := archive.WriteHeader(&tar.Header{Name: part.Name, Mode: 0o600, Size: part.Size}); err != nil {
		return fmt.Errorf("save %s: %w", part.Name, err)
	}
	if _, err := io.Copy(archive, file); err != nil {
		return fmt.Errorf("save %s: %w", part.Name, err)
	}
	return nil
}

// unpack extracts a backup into a folder and checks every part against the manifest.
func unpack(ctx context.Context, r io.Reader, folder string) (Manifest, error) {
	var manifest Manifest
	packed, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return manifest, fmt.Errorf("not a backup: %w", err)
	}
	defer packed.Close()
	archive := tar.NewReader(packed)
	head, err := archive.Next()
	if err != nil || head.Name != manifestName {
		return manifest, fmt.Errorf("not a backup: no %s at its beginning", manifestName)
	}
	if err := json.NewDecoder(io.LimitReader(archive, maxManifest)).Decode(&manifest); err != nil {
		return manifest, fmt.Errorf("not a backup: %w", err)
	}
	if manifest.Format != 1 {
		return manifest, fmt.Errorf("backup format %d is newer than this program", manifest.Format)
	}
	for _, part := range manifest.Parts {
		if err := ctx.Err(); err != nil {
			return manifest, err
		}
		if !safeName(part.Name) {
			return manifest, fmt.Errorf("backup contains an unsafe name %q", part.Name)
		}
		head, err := archive.Next()
		if err != nil || head.Name != part.Name {
			return manifest, fmt.Errorf("backup is cut off before %s", part.Name)
		}
		if err := extract(archive, filepath.Join(folder, part.Name), part); err != nil {
			return manifest, err
		}
	}
	return manifest, nil
}

func extract(r io.Reader, path string, part Part) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	sum := sha256.New()
	size, err := io.Copy(io.MultiWriter(file, sum), io.LimitReader(r, part.Size+1))
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return fmt.Errorf("restore %s: %w", part.Name, err)
	}
	if got := hex.EncodeToString(sum.Sum(nil)); size != part.Size || got != part.SHA256 {
		return fmt.Errorf("%s is damaged in the backup: %d bytes with SHA-256 %s, the manifest says %d with %s", part.Name, size, got, part.Size, part.SHA256)
	}
	return nil
}

func digest(path string) (string, int64, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", 0, err
	}
	defer file.Close()
	sum := sha256.New()
	size, err := io.Copy(sum, file)
	if err != nil {
		return "", 0, fmt.Errorf("read %s: %w", path, err)
	}
	return hex.EncodeToString(sum.Sum(nil)), size, nil
}
