package ingest

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/klauspost/compress/zstd"
)

// A batch is one blob: version and count, then for each frame its transport and kind, device, register, time
// difference to the previous frame, and payload; compressed if that pays off.
const (
	blobPlain byte = 1
	blobZstd  byte = 2

	compressFrom = 256       // bytes; not worth it below
	maxBatch     = 64 << 20  // maximum bytes of an unpacked batch
	maxCommit    = 8 << 20   // maximum payload bytes per commit
	frameFixed   = 64        // approximate overhead of a frame
	maxFrame     = 1<<20 + 1 // payload bytes; listeners have lower limits
)

var errBlob = errors.New("damaged batch of frames")

// blobCodec packs and unpacks batches. Not safe for concurrent use.
type blobCodec struct {
	encoder *zstd.Encoder
	decoder *zstd.Decoder
	plain   []byte
}

func newBlobCodec() (*blobCodec, error) {
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest),
		zstd.WithWindowSize(256<<10), zstd.WithLowerEncoderMem(true))
	if err != nil {
		return nil, fmt.Errorf("set up compression: %w", err)
	}
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxBatch), zstd.WithDecoderLowmem(true))
	if err != nil {
		return nil, fmt.Errorf("set up decompression: %w", err)
	}
	return &blobCodec{encoder: encoder, decoder: decoder}, nil
}

// pack returns the blob of frames, owned by the caller.
func (c *blobCodec) pack(frames []Frame) []byte {
	plain := binary.AppendUvarint(c.plain[:0], uint64(len(frames)))
	var last int64
	for i := range frames {
		f := &frames[i]
		plain = append(plain, byte(f.Transport), byte(f.Kind))
		plain = binary.AppendUvarint(plain, uint64(f.Device))
		plain = binary.AppendUvarint(plain, uint64(len(f.Register)))
		plain = append(plain, f.Register...)
		plain = binary.AppendVarint(plain, f.Received-last)
		plain = binary.AppendUvarint(plain, uint64(len(f.Payload)))
		plain = append(plain, f.Payload...)
		last = f.Received
	}
	c.plain = plain[:0]
	if cap(c.plain) > 2*maxCommit {
		c.plain = nil
	}
	if len(plain) < compressFrom {
		return append([]byte{blobPlain}, plain...)
	}
	return c.encoder.EncodeAll(plain, append(make([]byte, 0, len(plain)/3), blobZstd))
}

// unpack reads a blob. The payloads share one allocation.
func (c *blobCodec) unpack(blob []byte) ([]Frame, error) {
	if len(blob) == 0 {
		return nil, errBlob
	}
	rest := blob[1:]
	switch blob[0] {
	case blobPlain:
	case blobZstd:
		plain, err := c.decoder.DecodeAll(rest, nil)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errBlob, err)
		}
		rest = plain
	default:
		return nil, fmt.Errorf("%w: version %d", errBlob, blob[0])
	}
	count, n := binary.Uvarint(rest)
	if n <= 0 || count > uint64(len(rest)) {
		return nil, errBlob
	}
	rest = rest[n:]
	frames := make([]Frame, 0, count)
	var last int64
	for range count {
		if len(rest) < 2 {
			return nil, errBlob
		}
		f := Frame{Transport: Transport(rest[0]), Kind: Kind(rest[1])}
		rest = rest[2:]
		device, n := binary.Uvarint(rest)
		if n <= 0 {
			return nil, errBlob
		}
		f.Device = int64(device)
		register, after, ok := sized(rest[n:])
		if !ok {
			return nil, errBlob
		}
		f.Register = string(register)
		step, n := binary.Varint(after)
		if n <= 0 {
			return nil, errBlob
		}
		last += step
		f.Received = last
		if f.Payload, rest, ok = sized(after[n:]); !ok {
			return nil, errBlob
		}
		frames = append(frames, f)
	}
	if len(rest) != 0 {
		return nil, errBlob
	}
	return frames, nil
}

func sized(data []byte) (piece, rest []byte, ok bool) {
	length, n := binary.Uvarint(data)
	if n <= 0 || length > uint64(len(data)-n) {
		return nil, nil, false
	}
	end := n + int(length)
	return data[n:end:end], data[end:], true
}

// packDevices lists the devices of a batch once each, so that a device's frames can be found without unpacking other
// batches.
func packDevices(frames []Frame, ids []int64) ([]byte, []int64) {
	ids = ids[:0]
	for i := range frames {
		ids = append(ids, frames[i].Device)
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	data := make([]byte, 0, 3*len(ids))
	var last int64
	for _, id := range ids {
		data = binary.AppendUvarint(data, uint64(id-last))
		last = id
	}
	return data, ids
}

func hasDevice(data []byte, device int64) bool {
	var last int64
	for len(data) > 0 && last < device {
		step, n := binary.Uvarint(data)
		if n <= 0 {
			return false
		}
		data = data[n:]
		last += int64(step)
	}
	return last == device
}
