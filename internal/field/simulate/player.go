package simulate

import (
	"context"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"time"

	"plumbline/internal/field/command/deviceside"
)

// mostHistory is the number of readings in the reply to one history command.
const mostHistory = 200

// player plays the readings of one device.
type player struct {
	options  Options
	line     line
	readings source
	clock    clock
	report   *reporter
	register string
	recorder *recorder // nil: it sends readings

	n    int           // index of the next reading
	last time.Time     // of the last reading
	pace time.Duration // interval set by a command; 0: as in its readings
	off  time.Duration // clock error
}

// due returns the time of the next reading.
func (p *player) due() time.Time {
	if p.pace > 0 && !p.last.IsZero() {
		return p.last.Add(p.pace)
	}
	offset, _ := p.readings.at(p.n)
	return p.clock.start.Add(offset)
}

// wait returns true at a time, or false after a command that arrived earlier.
func (p *player) wait(ctx context.Context, at time.Time, in inbox, unit *deviceside.Unit) bool {
	timer := time.NewTimer(max(0, time.Until(at)))
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case payload := <-in:
		if err := unit.Do(ctx, payload); err != nil && ctx.Err() == nil {
			p.report.failed(p.register, err)
		}
		return false
	case <-timer.C:
		return true
	}
}

// deliver sends a message until it is acknowledged; false if ctx ends first.
func (p *player) deliver(ctx context.Context, payload []byte) bool {
	const longest = 30 * time.Second
	for pause := time.Second; ; pause = min(2*pause, longest) {
		err := p.line.send(ctx, payload)
		if err == nil {
			p.report.acknowledged.Add(1)
			return true
		}
		if ctx.Err() != nil {
			return false
		}
		p.report.failed(p.register, err)
		if !until(ctx, time.Now().Add(pause)) {
			return false
		}
	}
}

// unit returns the device's command handlers.
func (p *player) unit() *deviceside.Unit {
	u := &deviceside.Unit{
		Send: p.line.send, Measure: p.measure, History: p.history, Pace: func(every time.Duration) { p.pace = every },
		Clock: func(now int64) (off time.Duration) {
			off, p.off = p.off, time.Until(time.UnixMilli(now))
			return off
		},
	}
	if p.options.Server != "" || p.options.HTTP != "" {
		u.Fetch = p.fetch
	}
	return u
}

// messages returns what the device sends next, at a time (UTC ms).
func (p *player) messages(at int64, late bool) [][]byte {
	if p.recorder != nil {
		return p.recorder.messages(p.n, at, late)
	}
	_, values := p.readings.at(p.n)
	return [][]byte{message(p.n, at, late, p.readings, values)}
}

// measure returns a reading of the current time.
func (p *player) measure() (payload []byte, values any) {
	_, now := p.readings.at(p.n)
	named := map[string]float64{}
	for i, target := range p.readings.targets() {
		if !math.IsNaN(now[i]) { // not missing
			named[fieldName(target)] = now[i]
		}
	}
	return message(p.n, time.Now().Add(p.off).UnixMilli(), false, p.readings, now), named
}

// history returns the readings of a range.
func (p *player) history(start, end int64) [][]byte {
	var list [][]byte
	for n := 0; n < p.n && len(list) < mostHistory; n++ {
		offset, values := p.readings.at(n)
		if t := p.clock.start.Add(offset).UnixMilli(); t >= start && t <= end {
			list = append(list, message(n, t, true, p.readings, values))
		}
	}
	return list
}

func (p *player) fetch(ctx context.Context, path string) ([]byte, error) {
	server := p.options.Server
	if server == "" {
		server = p.options.HTTP
	}
	base, err := url.Parse(server)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUsage, err)
	}
	target, err := base.Parse(path)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, target.String(), nil)
	if err != nil {
		return nil, err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the server returned %d", answer.StatusCode)
	}
	return io.ReadAll(io.LimitReader(answer.Body, 64<<20))
}
