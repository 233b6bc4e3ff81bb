// Package s3 stores blobs in a bucket of an S3-compatible server: s3://BUCKET/PREFIX/owner/id. Every request has a time
// limit and is repeated a few times; memory does not grow with the size of a blob.
package s3

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/minio/minio-go/v7"

	"plumbline/internal/platform/blob"
)

// Store stores blobs in a bucket.
type Store struct {
	name   string // s3://BUCKET/PREFIX at the server, for errors
	client *minio.Core
	bucket string
	prefix string
	owner  string
	ready  atomic.Bool
}

const (
	// partSize is the size of the pieces of a large blob: the smallest that servers accept. At most 10,000 pieces.
	partSize = 5 << 20
	pageSize = 1000
	// claim is the object below the prefix with the owner's name. It is not a blob.
	claim = "installation"
	// unfinishedFor is how long an unfinished upload is kept.
	unfinishedFor = 24 * time.Hour

	requestWithin = time.Minute     // small requests
	partWithin    = 3 * time.Minute // 5 MiB at 240 kbit/s
)

var errSlow = errors.New("no response in time")

// New returns the store at a location, s3://BUCKET/PREFIX. It does not contact the server. owner names the installation
// that may store there; with "" the store does not claim the prefix.
func New(location string, config Config, owner string) (*Store, error) {
	if err := config.Validate(location); err != nil {
		return nil, err
	}
	bucket, prefix, err := parseLocation(location)
	if err != nil {
		return nil, err
	}
	client, err := config.open()
	if err != nil {
		return nil, fmt.Errorf("--s3-endpoint %q: %w", config.Endpoint, err)
	}
	return &Store{
		name:   "s3://" + strings.TrimSuffix(bucket+"/"+prefix, "/") + " at " + client.EndpointURL().Host,
		client: client, bucket: bucket, prefix: prefix, owner: owner,
	}, nil
}

// limited limits the duration of a request.
func limited(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, limit, errSlow)
}

// Ready checks that the bucket can be used, and claims the prefix for the owner: two installations in one prefix would
// delete each other's blobs as unknown. It asks the server until it has succeeded once. The error is ErrRefused if a
// person must act.
func (s *Store) Ready(ctx context.Context) error {
	if s.ready.Load() {
		return nil
	}
	ctx, cancel := limited(ctx, requestWithin)
	defer cancel()
	if s.owner == "" {
		for object := range s.client.ListObjectsIter(ctx, s.bucket, minio.ListObjectsOptions{Prefix: s.prefix, Recursive: true, MaxKeys: 1}) {
			if object.Err != nil {
				return s.failed(ctx, object.Err)
			}
			break
		}
		s.ready.Store(true)
		return nil
	}
	holder, err := s.holder(ctx)
	if errors.Is(err, blob.ErrMissing) {
		if err := s.put(ctx, s.prefix+claim, []byte(s.owner)); err != nil {
			return s.failed(ctx, err)
		}
		holder, err = s.holder(ctx) // another one may have claimed it at the same time
	}
	if err != nil {
		return err
	}
	if holder != s.owner {
		return s.refused(fmt.Sprintf("it belongs to the installation with the key %s, this one has %s: choose another prefix, or delete the object %s",
			holder, s.owner, s.prefix+claim))
	}
	s.ready.Store(true)
	return nil
}

// holder returns the owner of the prefix.
func (s *Store) holder(ctx context.Context) (string, error) {
	body, _, _, err := s.client.GetObject(ctx, s.bucket, s.prefix+claim, minio.GetObjectOptions{})
	if err != nil {
		return "", s.failed(ctx, err)
	}
	text, err := io.ReadAll(io.LimitReader(body, 100))
	return string(text), s.failed(ctx, errors.Join(err, body.Close()))
}

func (s *Store) object(key string) (string, error) {
	if !blob.ValidKey(key) {
		return "", fmt.Errorf("blob key %q", key)
	}
	return s.prefix + key, nil
}

var parts = sync.Pool{New: func() any { return new([partSize]byte) }}

// Put sends a large blob in pieces, of which one at a time is in memory. The blob appears when all have arrived.
func (s *Store) Put(ctx context.Context, key string, r io.Reader) error {
	name, err := s.object(key)
	if err != nil {
		return err
	}
	if err := s.Ready(ctx); err != nil {
		return fmt.Errorf("store blob: %w", err)
	}
	buffer := parts.Get().(*[partSize]byte)
	defer parts.Put(buffer)
	n, err := fill(r, buffer[:])
	if err != nil {
		return fmt.Errorf("store blob: %w", err)
	}
	if n < partSize {
		ctx, cancel := limited(ctx, partWithin)
		defer cancel()
		err = s.failed(ctx, s.put(ctx, name, buffer[:n]))
	} else {
		err = s.putLarge(ctx, name, r, buffer)
	}
	if err != nil {
		return fmt.Errorf("store blob: %w", err)
	}
	return nil
}

// fill reads until the buffer is full or r ends.
func fill(r io.Reader, buffer []byte) (n int, err error) {
	for n < len(buffer) && err == nil {
		var more int
		more, err = r.Read(buffer[n:])
		n += more
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return n, err
}

func (s *Store) put(ctx context.Context, name string, data []byte) error {
	_, err := s.client.PutObject(ctx, s.bucket, name, bytes.NewReader(data), int64(len(data)), "", sum(data),
		minio.PutObjectOptions{DisableContentSha256: true})
	return err
}

// sum lets the server check what it receives. It replaces signed chunks, which many servers do not accept.
func sum(data []byte) string {
	hash := sha256.Sum256(data)
	return hex.EncodeToString(hash[:])
}

// putLarge sends a blob in pieces. The first is in the buffer.
func (s *Store) putLarge(ctx context.Context, name string, r io.Reader, buffer *[partSize]byte) (err error) {
	id, err := s.begin(ctx, name)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil { // what this leaves behind, Walk removes later
			ctx, cancel := limited(context.WithoutCancel(ctx), requestWithin)
			defer cancel()
			err = errors.Join(err, s.failed(ctx, s.client.AbortMultipartUpload(ctx, s.bucket, name, id)))
		}
	}()
	var sent []minio.CompletePart
	for n := partSize; n > 0; {
		part, err := s.putPart(ctx, name, id, len(sent)+1, buffer[:n])
		if err != nil {
			return err
		}
		sent = append(sent, minio.CompletePart{PartNumber: part.PartNumber, ETag: part.ETag})
		if n < partSize {
			break
		}
		if n, err = fill(r, buffer[:]); err != nil {
			return err
		}
	}
	ctx, cancel := limited(ctx, partWithin)
	defer cancel()
	_, err = s.client.CompleteMultipartUpload(ctx, s.bucket, name, id, sent, minio.PutObjectOptions{})
	return s.failed(ctx, err)
}

func (s *Store) begin(ctx context.Context, name string) (id string, err error) {
	ctx, cancel := limited(ctx, requestWithin)
	defer cancel()
	id, err = s.client.NewMultipartUpload(ctx, s.bucket, name, minio.PutObjectOptions{})
	return id, s.failed(ctx, err)
}

func (s *Store) putPart(ctx context.Context, name, id string, number int, data []byte) (minio.ObjectPart, error) {
	ctx, cancel := limited(ctx, partWithin)
	defer cancel()
	part, err := s.client.PutObjectPart(ctx, s.bucket, name, id, number, bytes.NewReader(data), int64(len(data)),
		minio.PutObjectPartOptions{Sha256Hex: sum(data), DisableContentSha256: true})
	return part, s.failed(ctx, err)
}

func (s *Store) Delete(ctx context.Context, key string) error {
	name, err := s.object(key)
	if err != nil {
		return err
	}
	ctx, cancel := limited(ctx, requestWithin)
	defer cancel()
	err = s.failed(ctx, s.client.RemoveObject(ctx, s.bucket, name, minio.RemoveObjectOptions{}))
	if err != nil && !errors.Is(err, blob.ErrMissing) {
		return fmt.Errorf("delete blob: %w", err)
	}
	return nil
}
