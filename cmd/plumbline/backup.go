package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"plumbline/internal/app"
	"plumbline/internal/feature/backup"
)

func backUp(ctx context.Context, args []string, out, errs io.Writer) error {
	f := newFlags("backup", "backup FILE: save everything while the server runs", errs)
	var config app.Config
	f.StringVar(&config.Data, "data", "./data", "`folder` of the installation")
	f.StringVar(&config.DatabaseURL, "database-url", "", "PostgreSQL `address`, if the installation uses it")
	blobFlags(f, &config)
	if err := f.parse(args); err != nil {
		return err
	}
	if f.NArg() != 1 {
		return usage("give the file to write, after the flags")
	}
	place, err := placeOf(config)
	if err != nil {
		return err
	}
	target := f.Arg(0)
	if _, err := os.Stat(target); err == nil {
		return usage("%s already exists", target)
	}
	// Write to a temporary file and rename it, so that a file with the target's name is always complete.
	file, err := os.CreateTemp(filepath.Dir(target), ".plumbline-backup-")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	if config.DatabaseURL != "" {
		err = backup.SaveScaled(ctx, config.DatabaseURL, place, version, file)
	} else {
		err = backup.SaveEmbedded(ctx, place, version, file)
	}
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := os.Rename(file.Name(), target); err != nil {
		return err
	}
	info, err := os.Stat(target)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "saved %s, %d bytes\n", target, info.Size())
	return err
}

func restore(ctx context.Context, args []string, out, errs io.Writer) error {
	f := newFlags("restore", "restore FILE: check a backup and load it into an empty data folder or database", errs)
	var config app.Config
	f.StringVar(&config.Data, "data", "./data", "`folder` to create; it must not exist or be empty")
	f.StringVar(&config.DatabaseURL, "database-url", "", "PostgreSQL `address` of an empty database, for a backup of an installation on PostgreSQL")
	blobFlags(f, &config)
	if err := f.parse(args); err != nil {
		return err
	}
	if f.NArg() != 1 {
		return usage("give the backup file, after the flags")
	}
	place, err := placeOf(config)
	if err != nil {
		return err
	}
	file, err := os.Open(f.Arg(0))
	if err != nil {
		return err
	}
	defer file.Close()
	var manifest backup.Manifest
	if url := config.DatabaseURL; url != "" {
		manifest, err = backup.RestoreScaled(ctx, file, url, place, func(ctx context.Context) error { return app.Migrate(ctx, url) })
	} else {
		manifest, err = backup.RestoreEmbedded(ctx, file, place)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "restored the installation as of %s, written by version %s: %d parts checked\n",
		manifest.Created.Format("2006-01-02 15:04:05 MST"), manifest.Version, len(manifest.Parts))
	return err
}

// placeOf returns where an installation is kept.
func placeOf(config app.Config) (backup.Place, error) {
	blobs, err := config.OpenBlobs()
	if err != nil {
		return backup.Place{}, usage("%v", err)
	}
	return backup.Place{Folder: config.Data, Blobs: blobs}, nil
}
