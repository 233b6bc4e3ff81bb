package siteapi

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"plumbline/internal/core/timeline"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/upload"
	"plumbline/internal/site/point"
)

// photoField is the field of an engineering version with a picture (domain devices.md section 3.11).
const photoField = "photoUrl"

// keptPhoto keeps the picture of a point's engineering version; a version may use a picture of another version of the
// same point. Other aspects are not changed.
func (s *server) keptPhoto(ctx context.Context, pointID int64, d timeline.Draft) (timeline.Draft, error) {
	value, given := photoOf(d.Value)
	if given == "" {
		return d, nil
	}
	records, err := s.Points.Versions(ctx, httpapi.CallerOf(ctx).Scope, pointID, point.AspectEngineering)
	if err != nil {
		return d, err
	}
	path, _, _ := strings.Cut(given, "?")
	current := ""
	for _, r := range records {
		if _, other := photoOf(r.Value); other == path {
			current = path
		}
	}
	kept, err := s.Uploads.Keep(ctx, httpapi.CallerOf(ctx).Actor(), "value."+photoField, upload.Picture, current, given)
	if err != nil {
		return d, err
	}
	d.Value, err = withPhoto(value, kept)
	return d, err
}

// signedPhoto replaces the picture path of a version by a signed one.
func (s *server) signedPhoto(r timeline.Record) (timeline.Record, error) {
	value, path := photoOf(r.Value)
	if path == "" {
		return r, nil
	}
	var err error
	r.Value, err = withPhoto(value, s.Uploads.Sign(path))
	return r, err
}

// photoOf returns the picture named by a value, or ""; invalid values are refused by the rules of the aspect.
func photoOf(data json.RawMessage) (value map[string]json.RawMessage, path string) {
	if json.Unmarshal(data, &value) != nil || json.Unmarshal(value[photoField], &path) != nil {
		return nil, ""
	}
	return value, path
}

func withPhoto(value map[string]json.RawMessage, path string) (json.RawMessage, error) {
	text, err := json.Marshal(path)
	if err != nil {
		return nil, fmt.Errorf("encode photo: %w", err)
	}
	value[photoField] = text
	data, err := json.Marshal(value)
	if err != nil {
		return nil, fmt.Errorf("encode version: %w", err)
	}
	return data, nil
}
