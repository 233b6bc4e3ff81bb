package point

import (
	"context"
	"fmt"
	"time"

	"plumbline/internal/access"
	"plumbline/internal/dated"
)

// MainSource answers the device that is the main source of a point now; false when no
// device feeds it.
func (s *Service) MainSource(ctx context.Context, scope access.Scope, id int64) (deviceID int64, ok bool, err error) {
	records, err := s.Versions(ctx, scope, id, AspectBinding)
	if err != nil {
		return 0, false, err
	}
	versions, err := dated.Decode[Binding](records, string(AspectBinding))
	if err != nil {
		return 0, false, fmt.Errorf("binding of point %d: %w", id, err)
	}
	binding, ok := dated.Of(versions).At(time.Now().UnixMilli())
	if !ok {
		return 0, false, nil
	}
	for _, source := range binding.Value.Sources {
		if source.Role == mainRole && source.DeviceID != 0 {
			return source.DeviceID, true, nil
		}
	}
	return 0, false, nil
}
