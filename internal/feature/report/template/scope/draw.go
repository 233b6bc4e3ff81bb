// Package scope finds the values of placeholders in the content of a report.
package scope

import (
	"context"

	"plumbline/internal/feature/report/content"
)

// Size is the size of a picture on the page, in pixels of 1/96 inch.
type Size struct{ Width, Height int }

// Drawer draws the pictures of a report as PNG. A picture may have more pixels than its size on the page, for print. The same
// arguments give the same bytes.
type Drawer interface {
	// Curve draws a curve with its thresholds.
	Curve(ctx context.Context, curve *content.Curve, size Size) ([]byte, error)
	// Plan draws a plan with its points in the colors of their levels.
	Plan(ctx context.Context, plan *content.Plan, size Size) ([]byte, error)
	// Signature draws the picture of a signature and its seal.
	Signature(ctx context.Context, signature *content.Signature, size Size) ([]byte, error)
}

// Sizes that a picture may have, in pixels.
const (
	LeastPixels = 40
	MostPixels  = 2_000
)
