package waveforms

import (
	"errors"
	"fmt"

	"github.com/klauspost/compress/zstd"
)

// mostSamples bounds the memory of a damaged part: more than a message can bring.
const mostSamples = 1 << 20

var (
	packer = must(zstd.NewWriter(nil, zstd.WithEncoderConcurrency(2), zstd.WithLowerEncoderMem(true), zstd.WithWindowSize(256<<10),
		zstd.WithEncoderCRC(true)))
	unpacker = must(zstd.NewReader(nil, zstd.WithDecoderConcurrency(2), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxMemory(2*mostSamples)))
)

func must[T any](made T, err error) T {
	if err != nil {
		panic(err) // constant options
	}
	return made
}

// pack compresses samples without loss: the differences from sample to sample, first all their low bytes, then all their
// high bytes, which rarely change.
func pack(axes [][]int16) []byte {
	n := 0
	for _, samples := range axes {
		n += len(samples)
	}
	flat := make([]byte, 2*n)
	at := 0
	for _, samples := range axes {
		var before int16
		for _, v := range samples {
			d := v - before
			z := uint16(d)<<1 ^ uint16(d>>15)
			flat[at], flat[n+at] = byte(z), byte(z>>8)
			before = v
			at++
		}
	}
	return packer.EncodeAll(flat, nil)
}

func unpack(data []byte, axes, count int) ([][]int16, error) {
	if axes < 0 || count < 0 || axes*count > mostSamples {
		return nil, errors.New("damaged: too many samples")
	}
	flat, err := unpacker.DecodeAll(data, nil)
	if err != nil {
		return nil, fmt.Errorf("damaged: %w", err)
	}
	n := axes * count
	if len(flat) != 2*n {
		return nil, fmt.Errorf("damaged: %d bytes for %d samples of %d axes", len(flat), count, axes)
	}
	list := make([][]int16, axes)
	for a := range list {
		list[a] = make([]int16, count)
		var before int16
		for i := range list[a] {
			z := uint16(flat[a*count+i]) | uint16(flat[n+a*count+i])<<8
			before += int16(z>>1) ^ -int16(z&1)
			list[a][i] = before
		}
	}
	return list, nil
}
