package alarm

import (
	"fmt"

	"plumbline/internal/platform/errs"
)

// MaxPictures is the number of pictures of a decision, and of a comment.
const MaxPictures = 9

// CheckPictures refuses too many pictures, and a picture that is given twice.
func CheckPictures(refused *errs.Refusals, paths []string) {
	if len(paths) > MaxPictures {
		refused.Add("pictures", errs.TooManyEntries, "max", MaxPictures)
	}
	known := map[string]bool{}
	for i, path := range paths {
		if known[path] {
			refused.Add(fmt.Sprintf("pictures[%d]", i), errs.Duplicate)
		}
		known[path] = true
	}
}
