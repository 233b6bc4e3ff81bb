// Package spreadsheet opens spreadsheets (xlsx) that people send, within limits that hold
// whatever the file says of itself.
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

// MaxBytes is how large a file may be (specification section 5: 2 MB). What is unpacked
// from it is bounded too: a file of some kilobytes can hold gigabytes.
const (
	MaxBytes    = 2 << 20
	maxUnpacked = 48 << 20
	maxParts    = 200
	// MaxRows and MaxCells bound a workbook, all of its sheets together and the empty rows and cells before
	// others with them: each takes memory and time.
	MaxRows  = 50_000
	MaxCells = 400_000
)

// one lets one workbook be processed at a time: the cost of each is bounded, the number sent at once is not.
var one = make(chan struct{}, 1)

// Alone works on a workbook once no other one is being worked on, unless the caller has gone by then.
func Alone[T any](ctx context.Context, work func() (T, error)) (result T, err error) {
	select {
	case one <- struct{}{}:
		defer func() { <-one }()
	case <-ctx.Done():
		return result, ctx.Err()
	}
	if err := ctx.Err(); err != nil {
		return result, err
	}
	return work()
}

// Open reads a workbook. What is wrong with it is a fault on the field file.
func Open(data []byte) (f *excelize.File, err error) {
	if len(data) > MaxBytes {
		return nil, errs.OnField("file", errs.FileSize)
	}
	if err := unpack(data); err != nil {
		return nil, err
	}
	defer func() { // a damaged file must not stop anything else
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

// unpack holds the archive against the limits by unpacking it: what its directory says of
// the sizes is not believed.
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
