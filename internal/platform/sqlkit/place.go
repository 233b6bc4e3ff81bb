package sqlkit

import (
	"context"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/errs"
)

// CheckPlace refuses structureId and itemId that are not a structure of a project and an item of that structure; 0: not given.
func CheckPlace(ctx context.Context, q *bun.SelectQuery, refused *errs.Refusals, project, structure, item int64) error {
	for _, part := range []struct {
		field      string
		id, parent int64
		item       bool
	}{{"structureId", structure, 0, false}, {"itemId", item, structure, true}} {
		if part.id == 0 {
			continue
		}
		there, err := q.Clone().Table("structure").
			Where("id = ? AND project_id = ? AND parent_id = ? AND is_item = ?", part.id, project, part.parent, part.item).Exists(ctx)
		if err != nil {
			return err
		}
		if !there {
			refused.Add(part.field, errs.NothingHere)
		}
	}
	return nil
}
