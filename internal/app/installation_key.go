package app

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"plumbline/internal/feature/backup"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/secrets"
)

const howToGiveKey = "give the key of the installation with --key-file or PLUMBLINE_KEY"

// openKey returns the key of the installation: Config.Key, or else the content of the key file, which the first start
// creates. The database keeps the fingerprint of the key, so that a server with another key does not start: it could
// not decrypt what others sealed.
func openKey(ctx context.Context, db *database.DB, config Config) (*secrets.Vault, error) {
	known, err := keyFingerprint(ctx, db)
	if err != nil {
		return nil, err
	}
	key, from, err := readKey(config, known)
	if err != nil {
		return nil, err
	}
	if known == "" {
		if err := db.Write(ctx, func(tx *database.Tx) error {
			_, err := tx.ExecContext(ctx, "INSERT INTO installation_key (id, fingerprint) VALUES (1, $1) ON CONFLICT (id) DO NOTHING", key.Fingerprint())
			return err
		}); err != nil {
			return nil, fmt.Errorf("record the key of the installation: %w", err)
		}
		if known, err = keyFingerprint(ctx, db); err != nil { // two first starts: one of them recorded its key
			return nil, err
		}
	}
	if got := key.Fingerprint(); got != known {
		return nil, fmt.Errorf("%s has the key %s, the database belongs to %s: %s", from, got, known, howToGiveKey)
	}
	return key, nil
}

// readKey returns the key and where it is from. It creates the key file unless the database already has a key.
func readKey(config Config, known string) (key *secrets.Vault, from string, err error) {
	if config.Key != "" {
		key, err = secrets.Parse(config.Key)
		return key, "PLUMBLINE_KEY", err
	}
	if from = config.KeyFile; from == "" {
		from = filepath.Join(config.Data, backup.KeyFile)
	}
	key, err = secrets.Read(from)
	if !errors.Is(err, fs.ErrNotExist) {
		return key, from, err
	}
	if known != "" {
		return nil, from, fmt.Errorf("%s is missing, the database belongs to the key %s: %s", from, known, howToGiveKey)
	}
	key, err = secrets.Create(from)
	return key, from, err
}

// keyFingerprint returns the fingerprint of the database's key, "" before the first start.
func keyFingerprint(ctx context.Context, db *database.DB) (known string, err error) {
	err = db.Reader().QueryRowContext(ctx, "SELECT fingerprint FROM installation_key").Scan(&known)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("key of the installation: %w", err)
	}
	return known, nil
}
