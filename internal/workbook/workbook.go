// Package workbook opens spreadsheets (xlsx) that people send, within limits that hold
// whatever the file says of itself.
package workbook

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/xuri/excelize/v2"

	"plumbline/internal/fault"
)

// MaxBytes is how large a file may be (specification section 5: 2 MB). What is unpacked
// from it is bounded too: a file of some kilobytes can hold gigabytes.
const (
	MaxBytes    = 2 << 20
	maxUnpacked = 48 << 20
	maxParts    = 200
	// maxCells bounds the cells of a sheet with the empty ones before them, each of which takes memory.
	maxCells = 1 << 20
)

// Open reads a workbook. What is wrong with it is a fault on the field file.
func Open(data []byte) (f *excelize.File, err error) {
	if len(data) > MaxBytes {
		return nil, fault.OnField("file", fault.FileSize)
	}
	if err := unpack(data); err != nil {
		return nil, err
	}
	defer func() { // a damaged file must not stop anything else
		if r := recover(); r != nil {
			f, err = nil, fault.Wrap(fmt.Errorf("read workbook: %v", r), fault.WorkbookUnreadable)
		}
	}()
	f, err = excelize.OpenReader(bytes.NewReader(data), excelize.Options{RawCellValue: true, UnzipSizeLimit: maxUnpacked, UnzipXMLSizeLimit: maxUnpacked})
	if err != nil {
		return nil, fault.OnField("file", fault.WorkbookUnreadable)
	}
	return f, nil
}

// unpack holds the archive against the limits by unpacking it: what its directory says of
// the sizes is not believed.
func unpack(data []byte) error {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return fault.OnField("file", fault.WorkbookUnreadable)
	}
	if len(archive.File) > maxParts {
		return fault.OnField("file", fault.WorkbookTooBig)
	}
	left := int64(maxUnpacked)
	for _, part := range archive.File {
		if strings.HasSuffix(part.Name, "vbaProject.bin") {
			return fault.OnField("file", fault.WorkbookMacros)
		}
		r, err := part.Open()
		if err != nil {
			return fault.OnField("file", fault.WorkbookUnreadable)
		}
		var cells extent
		n, err := io.Copy(&cells, io.LimitReader(r, left+1))
		_ = r.Close() // nothing was written
		if left -= n; left < 0 || cells.total() > maxCells {
			return fault.OnField("file", fault.WorkbookTooBig)
		}
		if err != nil {
			return fault.OnField("file", fault.WorkbookUnreadable)
		}
	}
	return nil
}
