package admi

import (
	"context"
	"time"

	transport "plumbline/internal/field/transport/admi"
	"plumbline/internal/field/transport/admi/servicepb"
	"plumbline/internal/platform/errs"
)

// State is what is known of a service.
type State struct {
	Address string
	Info    *servicepb.GetInfoResponse // nil: it cannot be asked
	Config  *servicepb.CollectConfig
	Problem *errs.Error // why it cannot be asked
}

// State asks a service what it does. That it cannot be asked is a result.
func (s *Service) State(ctx context.Context, id int64) (state State, err error) {
	_, _, state.Address = s.address(id)
	if state.Address == "" {
		return state, nil
	}
	err = s.ask(ctx, id, func(ctx context.Context, service *transport.Service) error {
		info, err := service.GetInfo(ctx, &servicepb.GetInfoRequest{})
		if err != nil {
			return transport.Refused(err)
		}
		config, err := service.GetCollectConfig(ctx, &servicepb.GetCollectConfigRequest{})
		if err != nil {
			return transport.Refused(err)
		}
		state.Info, state.Config = info, config.GetConfig()
		return nil
	})
	if why, ok := errs.As(err); ok {
		state.Problem, err = why, nil
	}
	return state, err
}

const staleAfter = 3 // intervals without a reading

// doing returns what a service that answers does at a time.
func (s State) doing(now time.Time) string {
	silent := now.Sub(time.UnixMilli(s.Info.LastReadingMs))
	switch interval := time.Duration(s.Config.GetIntervalSeconds()) * time.Second; {
	case s.Info.Collecting && s.Info.LastReadingMs > 0 && interval > 0 && silent > staleAfter*interval:
		return "stale"
	case s.Info.Collecting:
		return "collecting"
	case s.Config.GetPort() == "" || s.Config.GetCalibrationFile() == "":
		return "notConfigured"
	}
	return "stopped"
}
