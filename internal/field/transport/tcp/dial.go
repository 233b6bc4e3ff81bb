package tcp

import (
	"context"
	"time"

	"plumbline/internal/field/ingest"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
)

// Timing of the connections to devices that wait for the platform.
const (
	dialEvery   = time.Second // look for devices to dial
	dialWithin  = 15 * time.Second
	redialSoon  = time.Second // after a connection ended or failed; doubles
	redialLast  = time.Minute
	steadyAfter = time.Minute // a connection of this age makes the next pause short again
)

// dialAll keeps a connection to each device that waits for the platform and that this server dials, until Close.
func (s *Server) dialAll() {
	tick := time.NewTicker(dialEvery)
	defer tick.Stop()
	dialling := map[int64]chan struct{}{} // closed when nobody dials the device any more
	for {
		for d, at := range s.config.Intake.Directory().Dialled() {
			over, busy := dialling[d.ID]
			if busy {
				select {
				case <-over:
				default:
					continue
				}
			}
			if !s.dials(d, at) {
				delete(dialling, d.ID)
				continue
			}
			over = make(chan struct{})
			dialling[d.ID] = over
			s.work.Go(func() {
				defer close(over)
				s.keepDialled(d.ID, at)
			})
		}
		select {
		case <-s.ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// dials reports whether this server dials a device at an address.
func (s *Server) dials(d *ingest.Device, at string) bool {
	if s.config.Intake.Directory().DialOf(d.ID) != at {
		return false
	}
	to, ok := device.ParseDial(at)
	return ok && (s.config.Dials == nil || s.config.Dials(d.ID, to))
}

// keepDialled dials a device again and again, until it is to be dialled elsewhere.
func (s *Server) keepDialled(id int64, at string) {
	to, _ := device.ParseDial(at)
	for pause := redialSoon; ; pause = min(2*pause, redialLast) {
		d, known := s.config.Intake.Directory().ByID(id)
		if !known || !s.dials(d, at) || s.ctx.Err() != nil {
			return
		}
		began := time.Now()
		s.dial(d, to, at)
		if time.Since(began) > steadyAfter {
			pause = redialSoon
		}
		timer := time.NewTimer(pause)
		select {
		case <-timer.C:
		case <-s.ctx.Done():
			timer.Stop()
			return
		}
	}
}

// dial connects to a device and serves the connection until it ends.
func (s *Server) dial(d *ingest.Device, to device.Dial, at string) {
	ctx, cancel := context.WithTimeout(s.ctx, dialWithin)
	conn, err := s.config.Dial(ctx, d, to)
	cancel()
	by := ingest.TCP
	if to.Serial != "" {
		by = ingest.Serial
	}
	if err != nil {
		if s.ctx.Err() == nil {
			why, _ := errs.As(err)
			s.config.Intake.Refused(by, d.Register, ingest.Unreachable, at, why)
		}
		return
	}
	l := s.newLine(&port{Port: Port{Corporation: d.CorporationID}, by: by}, conn)
	l.register, l.dialled = d.Register, at
	if !s.add(l) {
		_ = conn.Close()
		return
	}
	defer s.work.Done()
	l.serve()
	s.remove(l)
}
