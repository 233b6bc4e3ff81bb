package app

import (
	"cmp"
	"encoding/json"
	"math"
	"runtime"
	"slices"
	"sync"
	"time"

	"plumbline/internal/platform/servers"
)

const (
	reportEvery = 2 * time.Second
	// rateOver is the span of rates in a report.
	rateOver = 10 * time.Second
)

// reporter makes the reports of this server for operators. It is safe for concurrent use.
type reporter struct {
	mu      sync.Mutex
	server  *Server // nil until it has started
	last    time.Time
	samples []reportSample // of the last rateOver, oldest first
}

// reportSample are counters at a moment.
type reportSample struct {
	at             time.Time
	processor      time.Duration
	frames, values int64
}

// started lets the reports begin: all parts of the server exist.
func (r *reporter) started(s *Server) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.server = s
}

// next returns the report as JSON every reportEvery, and nil in between.
func (r *reporter) next() []byte {
	r.mu.Lock()
	due := r.server != nil && time.Since(r.last) >= reportEvery
	if due {
		r.last = time.Now()
	}
	r.mu.Unlock()
	if !due {
		return nil
	}
	text, err := json.Marshal(r.now())
	if err != nil {
		return nil // numbers and texts
	}
	return text
}

// now returns the report.
func (r *reporter) now() servers.Report {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.server
	if s == nil {
		return servers.Report{Lags: []servers.Lag{}}
	}
	stats, lag := s.Intake.Stats(), s.Worker.Lag()
	report := servers.Report{
		Memory: residentBytes(), MemoryLimit: memoryOfMachine(), Processors: runtime.NumCPU(), Connections: s.devices.connected(),
		CommitLagMs: stats.CommitLag.Milliseconds(), JournalLagMs: stats.Lag.Milliseconds(),
		BacklogBytes: stats.BacklogBytes, LagMs: lag.Oldest, Lags: make([]servers.Lag, 0, len(lag.Parts)),
		Failing: len(s.Worker.Failures()),
	}
	report.HTTP, report.MQTT = s.addresses()
	report.Ready, report.Reason = s.readiness()
	for part, ms := range lag.Parts {
		report.Lags = append(report.Lags, servers.Lag{Partition: part, Ms: ms})
	}
	slices.SortFunc(report.Lags, func(a, b servers.Lag) int { return cmp.Compare(a.Partition, b.Partition) })
	if s.member != nil {
		report.Held, report.Leaving = len(s.member.Held()), len(s.member.Leaving())
		report.RoundTripMs = math.Round(float64(s.member.RoundTrip().Microseconds())/100) / 10
		report.ClockBehindMs = s.member.Behind().Milliseconds()
	}
	r.rates(&report, reportSample{at: time.Now(), processor: processorTimeUsed(), frames: stats.FramesAccepted, values: stats.Values})
	return report
}

// rates compares counters with those a while ago.
func (r *reporter) rates(report *servers.Report, now reportSample) {
	r.samples = append(r.samples, now)
	for len(r.samples) > 2 && now.at.Sub(r.samples[1].at) >= rateOver {
		r.samples = r.samples[1:]
	}
	from := r.samples[0]
	span := now.at.Sub(from.at).Seconds()
	if span <= 0 {
		return
	}
	rate := func(n int64) float64 { return math.Round(float64(n)/span*10) / 10 }
	report.Frames, report.Values = rate(now.frames-from.frames), rate(now.values-from.values)
	report.CPU = math.Round((now.processor-from.processor).Seconds()/span/float64(report.Processors)*1000) / 1000
}
