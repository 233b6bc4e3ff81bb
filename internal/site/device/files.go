package device

import (
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"plumbline/internal/core/catalog"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
)

// Limits of the calibration files of a device (default limit of specification section 9).
const (
	MaxFileBytes = 3 << 20
	MaxFiles     = 20
	MaxSurveys   = 500 // files of surveys of a pipe
	maxFileName  = 100
)

// File is a calibration file from the manufacturer of a device (domain devices.md sections 3.9 and 5.25). Its name
// identifies it.
type File struct {
	ID            int64
	CorporationID int64
	DeviceID      int64
	Name          string
	Size          int64
	UploadedAt    int64 // UTC ms
	UploadedBy    int64 // account
}

// The kinds of files, as the audit log names them.
const (
	CalibrationFile = "calibrationFile"
	SurveyFile      = "pipeSurvey"
)

// Files returns the calibration files of a device, by name.
func (s *Service) Files(ctx context.Context, scope access.Scope, id int64) ([]File, error) {
	return s.store.DeviceFiles(ctx, scope, id)
}

// OpenFile returns the content of a calibration file, or FileNotUploaded.
func (s *Service) OpenFile(ctx context.Context, scope access.Scope, id int64, name string) ([]byte, error) {
	return s.store.DeviceFile(ctx, scope, id, name)
}

// SaveFile stores a calibration file. An existing name is refused: delete the old file first.
func (s *Service) SaveFile(ctx context.Context, who audit.Actor, id int64, name string, content []byte) (File, error) {
	d, err := s.store.Device(ctx, who.Scope, id)
	if err != nil {
		return File{}, err
	}
	if kind, ok := catalog.DeviceTypeOf(d.Type); ok && !slices.Contains(kind.Blocks, "calibrationFile") {
		return File{}, errs.New(errs.BlockNotHere, "type", d.Type)
	}
	return s.saveFile(ctx, who, d, CalibrationFile, name, content)
}

// SaveSurvey stores the file of a survey, as people uploaded it.
func (s *Service) SaveSurvey(ctx context.Context, who audit.Actor, id int64, name string, content []byte) (File, error) {
	d, err := s.store.Device(ctx, who.Scope, id)
	if err != nil {
		return File{}, err
	}
	return s.saveFile(ctx, who, d, SurveyFile, name, content)
}

func (s *Service) saveFile(ctx context.Context, who audit.Actor, d Device, kind, name string, content []byte) (File, error) {
	switch n := utf8.RuneCountInString(name); {
	case n == 0, n > maxFileName, name == ".", name == "..", strings.ContainsAny(name, `/\`),
		strings.ContainsFunc(name, unicode.IsControl), !utf8.ValidString(name):
		return File{}, errs.OnField("file", errs.FileNameFormat)
	}
	switch {
	case len(content) == 0:
		return File{}, errs.OnField("file", errs.Empty)
	case len(content) > MaxFileBytes:
		return File{}, errs.OnField("file", errs.FileLarge, "max", MaxFileBytes>>20)
	}
	f := File{CorporationID: d.CorporationID, DeviceID: d.ID, Name: name, Size: int64(len(content)), UploadedBy: who.AccountID}
	return f, s.store.SaveDeviceFile(ctx, who, &f, kind, content)
}

// DeleteFile deletes a calibration file by name.
func (s *Service) DeleteFile(ctx context.Context, who audit.Actor, id int64, name string) error {
	return s.store.DeleteDeviceFile(ctx, who, id, name)
}
