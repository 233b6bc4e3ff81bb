// Package leak is wrong on purpose: the test of tenant isolation must detect it.
package leak

// Everyone queries all corporations.
func (s *Store) Everyone(ctx context.Context) (rows []accountRow, err error) {
	err = s.Selects(&rows).Scan(ctx)
	return rows, err
}

// Ignored takes a scope and does not use it.
func (s *Store) Ignored(ctx context.Context, scope access.Scope, id int64) (row deviceRow, err error) {
	err = s.bun.NewSelect().Model(&row).Where("d.id = ?", id).Scan(ctx)
	return row, err
}

// Logged passes its actor only to the log, which does not limit the query.
func (s *Store) Logged(ctx context.Context, who oplog.Actor, id int64) error {
	return s.write(ctx, func(tx *change) error {
		if _, err := tx.Exec(ctx, "DELETE FROM project WHERE id = ?", id); err != nil {
			return err
		}
		return tx.log(ctx, who, logged{kind: "project", action: deleted, id: id})
	})
}

// Looked reads the scope, but queries all corporations.
func (s *Store) Looked(ctx context.Context, scope access.Scope) (n int, err error) {
	if scope.Corporation == 0 {
		return 0, nil
	}
	return s.Selects((*pointRow)(nil)).Count(ctx)
}

// Around bypasses the store's helpers.
func (s *Store) Around(ctx context.Context) error {
	rows, err := s.db.Reader().QueryContext(ctx, "SELECT name FROM corporation")
	if err != nil {
		return err
	}
	return rows.Close()
}

// Right passes the scope to the query.
func (s *Store) Right(ctx context.Context, scope access.Scope, id int64) (row deviceRow, err error) {
	err = visible(s.Selects(&row).Where("d.id = ?", id), scope, "d.corporation_id", "d.project_id").Scan(ctx)
	return row, err
}

// Changed passes the scope of its actor to the query.
func (s *Store) Changed(ctx context.Context, who oplog.Actor, id int64) error {
	return s.write(ctx, func(tx *change) error {
		var row deviceRow
		return visible(tx.Selects(&row).Where("d.id = ?", id), who.Scope, "d.corporation_id", "d.project_id").Scan(ctx)
	})
}
