package s3

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"

	"plumbline/internal/platform/blob"
)

// Walk also removes uploads left unfinished by a crash once they are a day old.
func (s *Store) Walk(ctx context.Context, do func(key string, stored time.Time) error) error {
	if err := s.Ready(ctx); err != nil {
		return fmt.Errorf("list blobs: %w", err)
	}
	if err := s.removeUnfinished(ctx, time.Now().Add(-unfinishedFor)); err != nil {
		return fmt.Errorf("remove unfinished blobs: %w", err)
	}
	for after := ""; ; {
		page, err := s.page(ctx, after)
		if err != nil {
			return fmt.Errorf("list blobs: %w", err)
		}
		for _, object := range page {
			if key := strings.TrimPrefix(object.Key, s.prefix); blob.ValidKey(key) {
				if err := do(key, object.LastModified); err != nil {
					return err
				}
			}
		}
		if len(page) < pageSize {
			return ctx.Err()
		}
		after = page[len(page)-1].Key
	}
}

// page lists objects after a name. The request is over before they are used, so that their use may take any time.
func (s *Store) page(ctx context.Context, after string) (page []minio.ObjectInfo, err error) {
	ctx, cancel := limited(ctx, requestWithin)
	defer cancel()
	options := minio.ListObjectsOptions{Prefix: s.prefix, Recursive: true, MaxKeys: pageSize, StartAfter: after}
	for object := range s.client.ListObjectsIter(ctx, s.bucket, options) {
		if object.Err != nil {
			return nil, s.failed(ctx, object.Err)
		}
		if page = append(page, object); len(page) == pageSize {
			break
		}
	}
	return page, s.failed(ctx, ctx.Err())
}

// removeUnfinished removes uploads that began before a time.
func (s *Store) removeUnfinished(ctx context.Context, before time.Time) error {
	for key, id := "", ""; ; {
		list, err := s.unfinished(ctx, key, id)
		if err != nil {
			return err
		}
		for _, upload := range list.Uploads {
			if !blob.ValidKey(strings.TrimPrefix(upload.Key, s.prefix)) || !upload.Initiated.Before(before) {
				continue
			}
			if err := s.abort(ctx, upload.Key, upload.UploadID); err != nil {
				return err
			}
		}
		if !list.IsTruncated {
			return nil
		}
		key, id = list.NextKeyMarker, list.NextUploadIDMarker
	}
}

func (s *Store) unfinished(ctx context.Context, key, id string) (minio.ListMultipartUploadsResult, error) {
	ctx, cancel := limited(ctx, requestWithin)
	defer cancel()
	list, err := s.client.ListMultipartUploads(ctx, s.bucket, s.prefix, key, id, "", pageSize)
	return list, s.failed(ctx, err)
}

// abort removes an unfinished upload. Another server may have done so meanwhile.
func (s *Store) abort(ctx context.Context, name, id string) error {
	ctx, cancel := limited(ctx, requestWithin)
	defer cancel()
	err := s.client.AbortMultipartUpload(ctx, s.bucket, name, id)
	if minio.ToErrorResponse(err).Code == "NoSuchUpload" {
		return nil
	}
	return s.failed(ctx, err)
}
