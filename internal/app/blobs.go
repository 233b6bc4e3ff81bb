package app

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"plumbline/internal/feature/backup"
	"plumbline/internal/platform/blob"
	"plumbline/internal/platform/blob/s3"
)

// blobsWithin is how long a start waits for an S3 server.
const blobsWithin = 5 * time.Second

func (c Config) validateBlobs() error {
	switch {
	case c.Blobs != "":
		return c.S3.Validate(c.Blobs)
	case c.S3.Given():
		return errors.New("--s3-… is given without --blobs s3://BUCKET/PREFIX")
	}
	return nil
}

// OpenBlobs returns the store of uploaded files for a command of an operator. It does not contact a server.
func (c Config) OpenBlobs() (blob.Store, error) {
	if err := c.validateBlobs(); err != nil {
		return nil, err
	}
	if c.Blobs == "" {
		return blob.NewDirectory(filepath.Join(c.Data, backup.FilesFolder)), nil
	}
	return s3.New(c.Blobs, c.S3, "")
}

// openBlobs opens the store of uploaded files. A wrong bucket or key stops the start. If the server is only
// unreachable, readings are more important: the installation starts, and uploads fail until it is back.
func (in *Installation) openBlobs(ctx context.Context) (blob.Store, error) {
	if in.Config.Blobs == "" {
		return in.Config.OpenBlobs()
	}
	store, err := s3.New(in.Config.Blobs, in.Config.S3, in.Secrets.Fingerprint())
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, blobsWithin)
	defer cancel()
	switch err := store.Ready(ctx); {
	case errors.Is(err, s3.ErrRefused):
		return nil, err
	case err != nil:
		in.Log.Error("uploaded files cannot be read or stored until the blob store is back", "error", err)
	}
	return store, nil
}
