package app

import (
	"context"
	"fmt"
	"net"
	"path/filepath"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// diskWatch samples the disk usage of the product and forecasts when the disk will be full. Usage by other programs is
// not extrapolated.
type diskWatch struct {
	space func() (free, total uint64, err error)
	used  func() (int64, error) // bytes of our files

	mu      sync.Mutex
	begun   time.Time
	samples []diskSample // oldest first
}

type diskSample struct {
	at   time.Time
	free float64 // bytes
	used float64 // bytes of our own
}

const (
	diskEvery  = 5 * time.Minute
	diskMemory = 24 * time.Hour
	// diskTrust is the minimum span of samples for a forecast, so that loading data at the start does not raise an
	// alarm.
	diskTrust = 6 * time.Hour
	// diskSettles is ignored after a start: what is loaded then is not typical growth.
	diskSettles = 10 * time.Minute
	// diskHorizon is the maximum forecast; beyond it none is shown.
	diskHorizon = 10 * 365 * 24 * time.Hour
)

// look takes a sample; called every diskEvery.
func (w *diskWatch) look(now time.Time) {
	free, _, err := w.space()
	if err != nil {
		return
	}
	used, err := w.used()
	if err != nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.begun.IsZero() {
		w.begun = now
	}
	if now.Sub(w.begun) < diskSettles {
		return
	}
	w.samples = append(w.samples, diskSample{now, float64(free), float64(used)})
	for len(w.samples) > 0 && now.Sub(w.samples[0].at) > diskMemory {
		w.samples = w.samples[1:]
	}
}

// growth returns the least-squares growth of our files in bytes per second, and the last sample; ok is false with too
// few samples.
func (w *diskWatch) growth() (growth float64, last diskSample, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.samples) < 2 || w.samples[len(w.samples)-1].at.Sub(w.samples[0].at) < diskTrust {
		return 0, diskSample{}, false
	}
	last = w.samples[len(w.samples)-1]
	var n, sumX, sumY, sumXX, sumXY float64
	for _, s := range w.samples {
		x := s.at.Sub(last.at).Seconds()
		n++
		sumX += x
		sumY += s.used
		sumXX += x * x
		sumXY += x * s.used
	}
	return (n*sumXY - sumX*sumY) / (n*sumXX - sumX*sumX), last, true
}

// perDay returns the growth of our files in bytes per day; 0 if unknown.
func (w *diskWatch) perDay() float64 {
	growth, _, ok := w.growth()
	if !ok {
		return 0
	}
	return growth * (24 * time.Hour).Seconds()
}

// fullAt returns when the disk will be full at the present rate; ok is false if that is too far away or unknown.
func (w *diskWatch) fullAt() (time.Time, bool) {
	growth, last, ok := w.growth()
	if !ok || growth <= 0 {
		return time.Time{}, false
	}
	left := last.free / growth
	if left > diskHorizon.Seconds() {
		return time.Time{}, false
	}
	return last.at.Add(time.Duration(left * float64(time.Second))), true
}

// ownBytes returns the disk usage of the product: the data folder, and PostgreSQL's database if its server runs on
// this machine.
func (s *Server) ownBytes() (int64, error) {
	size, err := folderSize(s.Config.Data)
	if err != nil || !onThisMachine(s.Config.DatabaseURL) {
		return size, err
	}
	var database int64
	if err := s.DB.Reader().QueryRowContext(context.Background(), "SELECT pg_database_size(current_database())").Scan(&database); err != nil {
		return 0, fmt.Errorf("size of the database: %w", err)
	}
	return size + database, nil
}

// onThisMachine reports whether PostgreSQL runs on this machine.
func onThisMachine(url string) bool {
	if url == "" {
		return false
	}
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return false
	}
	if filepath.IsAbs(config.Host) || config.Host == "localhost" { // the former is a Unix socket
		return true
	}
	ip := net.ParseIP(config.Host)
	return ip != nil && ip.IsLoopback()
}
