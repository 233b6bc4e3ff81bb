package basemap

import (
	"container/list"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// block is the minimum disk space of a file. An empty file records that a tile does not exist.
const block = 4096

func onDisk(bytes int64) int64 { return max(block, (bytes+block-1)/block*block) }

// cache stores tiles as files below a folder, up to a total size on disk. It removes the least recently used tiles
// first.
type cache struct {
	folder string
	limit  int64

	mu    sync.Mutex
	size  int64
	order *list.List // of *entry, the most recent first
	tiles map[string]*list.Element
}

type entry struct {
	name  string
	size  int64
	since time.Time
}

// openCache loads the tiles of an earlier run and removes unfinished files.
func openCache(folder string, limit int64) (*cache, error) {
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return nil, fmt.Errorf("folder of map tiles: %w", err)
	}
	c := &cache{folder: folder, limit: limit, order: list.New(), tiles: map[string]*list.Element{}}
	var found []*entry
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if strings.HasPrefix(d.Name(), "half-") {
			return os.Remove(path)
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		found = append(found, &entry{name: filepath.ToSlash(name), size: onDisk(info.Size()), since: info.ModTime()})
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("scan the map tiles: %w", err)
	}
	slices.SortFunc(found, func(a, b *entry) int { return b.since.Compare(a.since) })
	for _, e := range found {
		c.tiles[e.name] = c.order.PushBack(e)
		c.size += e.size
	}
	return c, c.shrink()
}

// get returns a cached tile and the time it was stored, or nil if there is none.
func (c *cache) get(name string) ([]byte, time.Time) {
	c.mu.Lock()
	element, ok := c.tiles[name]
	if !ok {
		c.mu.Unlock()
		return nil, time.Time{}
	}
	c.order.MoveToFront(element)
	since := element.Value.(*entry).since
	c.mu.Unlock()
	data, err := os.ReadFile(c.path(name))
	if err != nil { // the folder was emptied
		c.forget(name)
		return nil, time.Time{}
	}
	return data, since
}

// put stores a tile. Readers see either the old or the new one.
func (c *cache) put(name string, data []byte, now time.Time) error {
	path := c.path(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return fmt.Errorf("keep map tile: %w", err)
	}
	half, err := os.CreateTemp(filepath.Dir(path), "half-")
	if err != nil {
		return fmt.Errorf("keep map tile: %w", err)
	}
	_, err = half.Write(data)
	if err = errors.Join(err, half.Close()); err == nil {
		err = os.Rename(half.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("keep map tile: %w", errors.Join(err, os.Remove(half.Name())))
	}
	c.forget(name)
	c.mu.Lock()
	defer c.mu.Unlock()
	size := onDisk(int64(len(data)))
	c.tiles[name] = c.order.PushFront(&entry{name: name, size: size, since: now})
	c.size += size
	return c.shrink()
}

func (c *cache) forget(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if element, ok := c.tiles[name]; ok {
		c.size -= c.order.Remove(element).(*entry).size
		delete(c.tiles, name)
	}
}

// shrink removes tiles until the cache is within its limit. The caller must hold the lock.
func (c *cache) shrink() error {
	for c.size > c.limit && c.order.Len() > 0 {
		last := c.order.Remove(c.order.Back()).(*entry)
		delete(c.tiles, last.name)
		c.size -= last.size
		if err := os.Remove(c.path(last.name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove map tile: %w", err)
		}
	}
	return nil
}

func (c *cache) path(name string) string { return filepath.Join(c.folder, filepath.FromSlash(name)) }
