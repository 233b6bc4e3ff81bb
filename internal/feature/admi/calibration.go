package admi

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	transport "plumbline/internal/field/transport/admi"
	"plumbline/internal/field/transport/admi/servicepb"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
)

// Calibrations returns the calibration files that a service has.
func (s *Service) Calibrations(ctx context.Context, scope access.Scope, id int64) (list []ArrayCalibrationState, err error) {
	err = s.ask(ctx, id, func(ctx context.Context, service *transport.Service) error {
		found, err := service.ListCalibrations(ctx, &servicepb.ListCalibrationsRequest{})
		if err != nil {
			return transport.Refused(err)
		}
		config, err := service.GetCollectConfig(ctx, &servicepb.GetCollectConfigRequest{})
		if err != nil {
			return transport.Refused(err)
		}
		for _, file := range found.GetFiles() {
			one := ArrayCalibrationState{ArrayCalibration: calibrationOf(file)}
			if one.Used = file.GetName() == config.GetConfig().GetCalibrationFile(); one.Used {
				one.UsedSince = config.GetCalibrationSinceMs()
			}
			if one.Uploaded, err = s.uploaded(ctx, scope, id, file); err != nil {
				return err
			}
			list = append(list, one)
		}
		return nil
	})
	return list, err
}

// uploaded compares a file of a service with that of the same name that was uploaded for the device.
func (s *Service) uploaded(ctx context.Context, scope access.Scope, id int64, file *servicepb.Calibration) (string, error) {
	content, err := s.host.Devices.OpenFile(ctx, scope, id, file.GetName())
	if errs.Is(err, errs.FileNotUploaded) {
		return "none", nil
	}
	if err != nil {
		return "", err
	}
	if sumOf(content) != file.GetSha256() {
		return "other", nil
	}
	return "same", nil
}

func sumOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// SendCalibration gives a calibration file that was uploaded for the device to its service.
func (s *Service) SendCalibration(ctx context.Context, who audit.Actor, id int64, name string) (sent ArrayCalibration, err error) {
	content, err := s.host.Devices.OpenFile(ctx, who.Scope, id, name)
	if err != nil {
		return sent, err
	}
	err = s.ask(ctx, id, func(ctx context.Context, service *transport.Service) error {
		put, err := service.PutCalibration(ctx, &servicepb.PutCalibrationRequest{Name: name, Content: content, Sha256: sumOf(content)})
		if err != nil {
			return transport.Refused(err)
		}
		sent = calibrationOf(put.GetFile())
		return s.log(ctx, who, id, "admiCalibration", name, nil, sent)
	})
	return sent, err
}

// DeleteCalibration removes a calibration file from a service.
func (s *Service) DeleteCalibration(ctx context.Context, who audit.Actor, id int64, name string) error {
	return s.ask(ctx, id, func(ctx context.Context, service *transport.Service) error {
		if _, err := service.DeleteCalibration(ctx, &servicepb.DeleteCalibrationRequest{Name: name}); err != nil {
			return transport.Refused(err)
		}
		return s.log(ctx, who, id, "admiCalibrationGone", name, nil, nil)
	})
}
