package typeface

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

const (
	woffHeader    = 44
	woffEntry     = 20
	sfntHeader    = 12
	sfntEntry     = 16
	largestUnpack = 16 << 20
)

var errWOFF = errors.New("not a WOFF file")

// unpack returns the OpenType font in a WOFF file (https://www.w3.org/TR/WOFF/, version 1): the same tables, each
// compressed by zlib.
func unpack(woff []byte) ([]byte, error) {
	if len(woff) < woffHeader || string(woff[:4]) != "wOFF" {
		return nil, errWOFF
	}
	tables := int(binary.BigEndian.Uint16(woff[12:]))
	if len(woff) < woffHeader+tables*woffEntry {
		return nil, errWOFF
	}
	out := make([]byte, sfntHeader+tables*sfntEntry)
	copy(out, woff[4:8]) // flavor
	binary.BigEndian.PutUint16(out[4:], uint16(tables))
	for i := range tables {
		entry := woff[woffHeader+i*woffEntry:]
		offset, packed, size := binary.BigEndian.Uint32(entry[4:]), binary.BigEndian.Uint32(entry[8:]), binary.BigEndian.Uint32(entry[12:])
		if uint64(offset)+uint64(packed) > uint64(len(woff)) || uint64(size)+uint64(len(out)) > largestUnpack || packed > size {
			return nil, errWOFF
		}
		table := woff[offset : offset+packed]
		if packed < size {
			reader, err := zlib.NewReader(bytes.NewReader(table))
			if err != nil {
				return nil, fmt.Errorf("WOFF table: %w", err)
			}
			table = make([]byte, size)
			if _, err := io.ReadFull(reader, table); err != nil {
				return nil, fmt.Errorf("WOFF table: %w", err)
			}
		}
		record := out[sfntHeader+i*sfntEntry:]
		copy(record, entry[:4])         // tag
		copy(record[4:8], entry[16:20]) // checksum
		binary.BigEndian.PutUint32(record[8:], uint32(len(out)))
		binary.BigEndian.PutUint32(record[12:], size)
		out = append(out, table...)
		out = append(out, make([]byte, -len(out)&3)...)
	}
	return out, nil
}
