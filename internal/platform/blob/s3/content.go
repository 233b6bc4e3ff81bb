package s3

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"
	"sync"

	"github.com/minio/minio-go/v7"

	"plumbline/internal/platform/blob"
)

// windowSize is how much of a blob is fetched at once and in memory: little enough for hundreds of devices that
// download firmware at the same time.
const windowSize = 256 << 10

// content is an open blob. It fetches the window that is read, so that no connection waits for a slow reader.
type content struct {
	store *Store
	ctx   context.Context // of Open: reading takes none
	name  string
	etag  string // all windows must have it
	size  int64

	mu     sync.Mutex
	window []byte
	start  int64 // of the window
	offset int64 // of Read
	closed bool
}

// Open fetches the beginning, which for small blobs is all of it.
func (s *Store) Open(ctx context.Context, key string) (blob.Content, error) {
	name, err := s.object(key)
	if err != nil {
		return nil, errors.Join(blob.ErrMissing, err)
	}
	c := &content{store: s, ctx: ctx, name: name, size: -1}
	err = c.fetch(0)
	if errors.Is(err, errNoRange) { // an empty blob has no first byte
		err, c.size = nil, 0
	}
	if err != nil {
		return nil, fmt.Errorf("open blob: %w", err)
	}
	return c, nil
}

var errNoRange = errors.New("the range is outside the blob")

// fetch gets the window that begins at an offset. A response that breaks off is requested again.
func (c *content) fetch(offset int64) (err error) {
	for range tries {
		var again bool
		if again, err = c.try(offset); !again {
			return err
		}
	}
	return err
}

// try requests a window once. again reports whether the response broke off.
func (c *content) try(offset int64) (again bool, err error) {
	ctx, cancel := limited(c.ctx, partWithin)
	defer cancel()
	options := minio.GetObjectOptions{}
	if err := options.SetRange(offset, offset+windowSize-1); err != nil {
		return false, err
	}
	if c.etag != "" {
		if err := options.SetMatchETag(c.etag); err != nil {
			return false, err
		}
	}
	body, info, header, err := c.store.client.GetObject(ctx, c.store.bucket, c.name, options)
	if minio.ToErrorResponse(err).Code == "InvalidRange" {
		return false, errNoRange
	}
	if err != nil {
		return false, c.store.failed(ctx, err)
	}
	defer body.Close()
	start, size, err := rangeOf(header.Get("Content-Range"), info.Size)
	if err != nil || start != offset || c.size >= 0 && size != c.size {
		return false, c.store.refused(fmt.Sprintf("the server ignores ranges: it sends %q", header.Get("Content-Range")))
	}
	if c.etag != "" && info.ETag != c.etag { // a server that ignores If-Match
		return false, c.store.refused("the blob was replaced while it was read")
	}
	length := int(min(windowSize, size-start))
	if cap(c.window) < length {
		c.window = make([]byte, length)
	}
	window := c.window[:length]
	c.window = window[:0] // in case the response breaks off
	if _, err := io.ReadFull(body, window); err != nil {
		return c.ctx.Err() == nil, c.store.failed(ctx, err)
	}
	c.window, c.start, c.size, c.etag = window, start, size, info.ETag
	return false, nil
}

// rangeOf returns the first byte of a response and the size of the whole blob. Without a range the response is all.
func rangeOf(header string, length int64) (start, size int64, err error) {
	if header == "" {
		return 0, length, nil
	}
	span, total, _ := strings.Cut(strings.TrimPrefix(header, "bytes "), "/")
	first, _, _ := strings.Cut(span, "-")
	if start, err = strconv.ParseInt(first, 10, 64); err != nil {
		return 0, 0, err
	}
	size, err = strconv.ParseInt(total, 10, 64)
	return start, size, err
}

// read copies what the window has at an offset, after fetching it if necessary.
func (c *content) read(p []byte, offset int64) (int, error) {
	switch {
	case c.closed:
		return 0, fs.ErrClosed
	case len(p) == 0:
		return 0, nil
	case offset >= c.size:
		return 0, io.EOF
	}
	if offset < c.start || offset >= c.start+int64(len(c.window)) {
		if err := c.fetch(offset); err != nil {
			return 0, fmt.Errorf("read blob: %w", err)
		}
	}
	return copy(p, c.window[offset-c.start:]), nil
}

func (c *content) Read(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n, err := c.read(p, c.offset)
	c.offset += int64(n)
	return n, err
}

func (c *content) ReadAt(p []byte, offset int64) (n int, err error) {
	if offset < 0 {
		return 0, fs.ErrInvalid
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for n < len(p) && err == nil {
		var more int
		more, err = c.read(p[n:], offset+int64(n))
		n += more
	}
	return n, err
}

func (c *content) Seek(offset int64, whence int) (int64, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch whence {
	case io.SeekCurrent:
		offset += c.offset
	case io.SeekEnd:
		offset += c.size
	}
	if offset < 0 {
		return 0, fs.ErrInvalid
	}
	c.offset = offset
	return offset, nil
}

func (c *content) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed, c.window = true, nil
	return nil
}
