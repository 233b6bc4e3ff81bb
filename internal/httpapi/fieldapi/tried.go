package fieldapi

import (
	"context"

	"plumbline/internal/field/ingest"
	"plumbline/internal/site/point"
)

// Tried returns the outcome of a frame that is not stored, with the points that the caller may see.
func Tried(ctx context.Context, trials Trials, points *point.Service, trial ingest.Trial) (DecodedFrame, []TriedPoint, error) {
	tried, err := trials.Try(ctx, trial.Rows, trial.Waves)
	if err != nil {
		return DecodedFrame{}, nil, err
	}
	named, err := triedPoints(ctx, points, tried)
	return decodedOf(ctx, trial), named, err
}
