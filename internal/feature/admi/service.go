package admi

import (
	"context"
	"slices"
	"strings"
	"time"

	"plumbline/internal/feature"
	"plumbline/internal/field/ingest"
	transport "plumbline/internal/field/transport/admi"
	"plumbline/internal/field/transport/admi/servicepb"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/site/device"
)

const answerWithin = 10 * time.Second // of a service

// Service asks the services of devices.
type Service struct{ host feature.Host }

// address returns a device and where its service is, also as it was entered; "": none is entered.
func (s *Service) address(id int64) (d *ingest.Device, to device.Dial, entered string) {
	directory := s.host.Intake.Directory()
	entered = directory.DialOf(id)
	to, _ = device.ParseDial(entered)
	if !to.GRPC {
		return nil, to, ""
	}
	d, _ = directory.ByID(id)
	return d, to, entered
}

// ask connects to the service of a device and asks it.
func (s *Service) ask(ctx context.Context, id int64, question func(context.Context, *transport.Service) error) error {
	d, to, entered := s.address(id)
	if entered == "" || d == nil {
		return errs.New(errs.ServiceNotSet)
	}
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	service, err := transport.Open(ctx, s.host.Outbound, d, to)
	if err != nil {
		return err
	}
	defer func() { _ = service.Close() }()
	return question(ctx, service)
}

// Ports returns the serial ports of a service.
func (s *Service) Ports(ctx context.Context, id int64) (list []*servicepb.SerialPort, err error) {
	err = s.ask(ctx, id, func(ctx context.Context, service *transport.Service) error {
		found, err := service.ListPorts(ctx, &servicepb.ListPortsRequest{})
		list = found.GetPorts()
		return transport.Refused(err)
	})
	return list, err
}

// Config returns how a service reads its array.
func (s *Service) Config(ctx context.Context, id int64) (c ArrayConfigInForce, err error) {
	err = s.ask(ctx, id, func(ctx context.Context, service *transport.Service) error {
		found, err := service.GetCollectConfig(ctx, &servicepb.GetCollectConfigRequest{})
		c = inForce(found)
		return transport.Refused(err)
	})
	return c, err
}

// SetConfig changes how a service reads its array.
func (s *Service) SetConfig(ctx context.Context, who audit.Actor, id int64, c ArrayConfig) (now ArrayConfigInForce, err error) {
	err = s.ask(ctx, id, func(ctx context.Context, service *transport.Service) error {
		ports, err := service.ListPorts(ctx, &servicepb.ListPortsRequest{})
		if err != nil {
			return transport.Refused(err)
		}
		var names []string
		for _, port := range ports.Ports {
			names = append(names, port.Name)
		}
		if !slices.Contains(names, c.Port) {
			return errs.OnField("port", errs.NotOneOf, "allowed", strings.Join(names, ", "))
		}
		if err := has(ctx, service, c.CalibrationFile); c.CalibrationFile != "" && err != nil {
			return err
		}
		before, err := service.GetCollectConfig(ctx, &servicepb.GetCollectConfigRequest{})
		if err != nil {
			return transport.Refused(err)
		}
		if _, err := service.SetCollectConfig(ctx, &servicepb.SetCollectConfigRequest{Config: c.message()}); err != nil {
			return transport.Refused(err)
		}
		set, err := service.GetCollectConfig(ctx, &servicepb.GetCollectConfigRequest{})
		if err != nil {
			return transport.Refused(err)
		}
		now = inForce(set)
		return s.log(ctx, who, id, "admiCollectConfig", "", configOf(before.GetConfig()), now.ArrayConfig)
	})
	return now, err
}

// has refuses a calibration file that a service does not have.
func has(ctx context.Context, service *transport.Service, name string) error {
	found, err := service.ListCalibrations(ctx, &servicepb.ListCalibrationsRequest{})
	if err != nil {
		return transport.Refused(err)
	}
	if !slices.ContainsFunc(found.Files, func(f *servicepb.Calibration) bool { return f.Name == name }) {
		return errs.New(errs.FileNotUploaded)
	}
	return nil
}

// SetCollecting starts or stops reading an array. It needs a calibration file that the service has.
func (s *Service) SetCollecting(ctx context.Context, who audit.Actor, id int64, collecting bool) (now bool, err error) {
	err = s.ask(ctx, id, func(ctx context.Context, service *transport.Service) error {
		if collecting {
			config, err := service.GetCollectConfig(ctx, &servicepb.GetCollectConfigRequest{})
			if err != nil {
				return transport.Refused(err)
			}
			if err := has(ctx, service, config.GetConfig().GetCalibrationFile()); err != nil {
				return err
			}
		}
		set, err := service.SetCollecting(ctx, &servicepb.SetCollectingRequest{Collecting: collecting})
		if err != nil {
			return transport.Refused(err)
		}
		now = set.Collecting
		return s.log(ctx, who, id, "admiCollecting", "", nil, ArrayCollecting{now})
	})
	return now, err
}

// log records what was changed at a service.
func (s *Service) log(ctx context.Context, who audit.Actor, id int64, action, name string, before, after any) error {
	d, err := s.host.Devices.Get(ctx, who.Scope, id)
	if err != nil {
		return err
	}
	return s.host.Tables.Write(ctx, func(tx *sqlkit.Transaction) error {
		log := auditdb.WithLog(tx)
		return log.Log(ctx, who, auditdb.Entry{
			Kind: "device", Action: action, ID: d.ID, Corporation: d.CorporationID, Project: d.ProjectID,
			Content: strings.TrimSpace(d.SNCode + " " + name), Before: before, After: after,
		})
	})
}
