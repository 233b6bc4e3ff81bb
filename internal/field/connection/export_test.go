package connection

import "context"

// Clean runs the regular clean-up now.
func (r *Registry) Clean(ctx context.Context) error { return r.clean(ctx) }
