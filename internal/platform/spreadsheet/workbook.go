// Package spreadsheet opens uploaded spreadsheets (xlsx) within limits that do not rely on the file's own metadata, and
// writes tables of any length.
package spreadsheet

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/xuri/excelize/v2"

	"plumbline/internal/platform/errs"
)

// MaxBytes is the maximum size of a file (specification section 5: 2 MB). The unpacked size is limited too, because a
// file of some kilobytes can contain gigabytes.
const (
	MaxBytes    = 2 << 20
	maxUnpacked = 48 << 20
	maxParts    = 200
	// MaxRows and MaxCells limit a workbook over all sheets, including empty rows and cells before others. Each takes
	// memory and time.
	MaxRows  = 50_000
	MaxCells = 400_000
)

// slot limits processing to a single workbook: the cost of each is limited, but not the number of concurrent uploads.
var slot = make(chan struct{}, 1)

// OneAtATime runs work when no other workbook is being processed. It gives up when ctx ends.
func OneAtATime[T any](ctx context.Context, work func() (T, error)) (result T, err error) {
	select {
	case slot <- struct{}{}:
		defer func() { <-slot }()
	case <-ctx.Done():
		return result, ctx.Err()
	}
	if err := ctx.Err(); err != nil {
		return result, err
	}
	return work()
}

// Open opens a workbook. An invalid one gives an error on the field file.
func Open(data []byte) (f *excelize.File, err error) {
	if len(data) > MaxBytes {
		return nil, errs.OnField("file", errs.FileSize)
	}
	if err := unpack(data); err != nil {
		return nil, err
	}
	defer func() { // a damaged file must not crash the program
		if r := recover(); r != nil {
			f, err = nil, errs.Wrap(fmt.Errorf("read workbook: %v", r), errs.WorkbookUnreadable)
		}
	}()
	f, err = excelize.OpenReader(bytes.NewReader(data), excelize.Options{RawCellValue: true, UnzipSizeLimit: maxUnpacked, UnzipXMLSizeLimit: maxUnpacked})
	if err != nil {
		return nil, errs.OnField("file", errs.WorkbookUnreadable)
	}
	return f, nil
}

// unpack checks the limits by unpacking the archive, because the sizes in its directory may be wrong.
func unpack(data []byte) error {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return errs.OnField("file", errs.WorkbookUnreadable)
	}
	if len(archive.File) > maxParts {
		return errs.OnField("file", errs.WorkbookTooBig)
	}
	left := int64(maxUnpacked)
	cells := extent{mostRows: MaxRows, mostCells: MaxCells}
	for _, part := range archive.File {
		if strings.HasSuffix(part.Name, "vbaProject.bin") {
			return errs.OnField("file", errs.WorkbookMacros)
		}
		r, err := part.Open()
		if err != nil {
			return errs.OnField("file", errs.WorkbookUnreadable)
		}
		cells.nextPart()
		n, err := io.Copy(&cells, io.LimitReader(r, left+1))
		_ = r.Close() // nothing was written
		left -= n
		switch {
		case errors.Is(err, errTooManyCells), cells.over():
			return errs.OnField("file", errs.WorkbookCells, "rows", MaxRows, "cells", MaxCells)
		case left < 0:
			return errs.OnField("file", errs.WorkbookTooBig)
		}
		if err != nil {
			return errs.OnField("file", errs.WorkbookUnreadable)
		}
	}
	return nil
}
