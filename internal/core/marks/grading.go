package marks

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
)

// AddGraded writes marks of the points of a project that its gradings judge again, in the caller's transaction. Rows are
// only added, so that writers never wait for each other or for the reader.
func AddGraded(ctx context.Context, tx *sql.Tx, project int64, list []Mark) error {
	if list = Merge(list); len(list) == 0 {
		return nil
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO grading_mark (project_id, data) VALUES ($1, $2)", project, encode(list)); err != nil {
		return fmt.Errorf("mark %d graded points: %w", len(list), err)
	}
	return nil
}

// GradedProjects returns the projects with marks of graded points.
func GradedProjects(ctx context.Context, from Querier) (projects []int64, err error) {
	rows, err := from.QueryContext(ctx, "SELECT DISTINCT project_id FROM grading_mark ORDER BY project_id")
	if err != nil {
		return nil, fmt.Errorf("projects with marks of graded points: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		projects = append(projects, id)
	}
	return projects, rows.Err()
}

// Graded returns the marks of a project, the earliest of each point, and the numbers of their rows, at most 1,000.
func Graded(ctx context.Context, from Querier, project int64) (list []Mark, seqs []int64, err error) {
	rows, err := from.QueryContext(ctx, "SELECT seq, data FROM grading_mark WHERE project_id = $1 ORDER BY seq LIMIT $2", project, maxRead)
	if err != nil {
		return nil, nil, fmt.Errorf("marks of graded points: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var seq int64
		var data []byte
		if err := rows.Scan(&seq, &data); err != nil {
			return nil, nil, err
		}
		some, err := decode(data)
		if err != nil {
			return nil, nil, fmt.Errorf("mark %d of graded points: %w", seq, err)
		}
		list, seqs = append(list, some...), append(seqs, seq)
	}
	return Merge(list), seqs, rows.Err()
}

// ClearGraded deletes rows of marks in the caller's transaction.
func ClearGraded(ctx context.Context, tx *sql.Tx, seqs []int64) error {
	for piece := range slices.Chunk(seqs, maxParams) {
		if err := clearRows(ctx, tx, "grading_mark", piece); err != nil {
			return err
		}
	}
	return nil
}
