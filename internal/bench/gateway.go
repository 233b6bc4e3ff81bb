package bench

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"net/http"
	"strconv"
	"time"
)

// fields is the number of values in a benchmark reading: two angles and a temperature.
const fields = 3

// gateway is a device with many channels that posts signed readings over HTTP.
type gateway struct {
	register string
	secret   string
	device   int64
	channels int
	points   []int64
	tick     int64 // of the generator: one reading per channel and tick
	body     []byte
}

// pointsOf returns the points of gateways.
func pointsOf(list []*gateway) (points []int64) {
	for _, g := range list {
		points = append(points, g.points...)
	}
	return points
}

// sample returns a reading like that of an inclinometer on a wall: a drift, a daily cycle of temperature that the
// angles follow, and noise of two digits. It is a pure function of channel and tick, so that results can be checked
// later.
func sample(channel int, tick int64) (x, y, temp float64) {
	phase := 2 * math.Pi * float64(tick%288) / 288
	h := uint64(channel)*0x9E3779B97F4A7C15 + uint64(tick)*0xBF58476D1CE4E5B9
	h ^= h >> 31
	h *= 0x94D049BB133111EB
	noise := float64(int64(h>>60)-8) / 8 // -1 to 1
	temp = math.Round((15+8*math.Sin(phase)+noise*0.1)*10) / 10
	drift := 0.02 * math.Sin(float64(tick)/5000+float64(channel))
	x = math.Round((0.5+drift+0.0015*math.Sin(phase)+noise*0.0002)*10000) / 10000
	y = math.Round((-0.3-drift+0.0010*math.Cos(phase)-noise*0.0002)*10000) / 10000
	return x, y, temp
}

// step is the interval of a channel's readings, ms.
const step = 300_000

// next returns the body of one request: the next reading of every channel.
func (g *gateway) next(origin int64) []byte {
	b := append(g.body[:0], `{"items":[`...)
	at := strconv.FormatInt(origin+g.tick*step, 10)
	for channel := 1; channel <= g.channels; channel++ {
		if channel > 1 {
			b = append(b, ',')
		}
		b = append(b, `{"t":`...)
		b = append(b, at...)
		b = append(b, `,"ch":[{"no":`...)
		b = strconv.AppendInt(b, int64(channel), 10)
		b = appendValues(append(b, ','), channel, g.tick, 0)
		b = append(b, `]}`...)
	}
	g.tick++
	g.body = append(b, `]}`...)
	return g.body
}

// history returns the body of one request with n consecutive readings of channel 1.
func (g *gateway) history(origin int64, n int) []byte {
	b := append(g.body[:0], `{"items":[`...)
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, `{"t":`...)
		b = strconv.AppendInt(b, origin+g.tick*step, 10)
		b = append(b, `,"ch":[{"no":1,`...)
		b = appendValues(b, 1, g.tick, 0)
		b = append(b, `]}`...)
		g.tick++
	}
	g.body = append(b, `]}`...)
	return g.body
}

// appendValues appends the fields of a reading and closes its object; lift is added to x.
func appendValues(b []byte, channel int, tick int64, lift float64) []byte {
	x, y, temp := sample(channel, tick)
	b = append(b, `"angleX":`...)
	b = strconv.AppendFloat(b, x+lift, 'f', 4, 64)
	b = append(b, `,"angleY":`...)
	b = strconv.AppendFloat(b, y, 'f', 4, 64)
	b = append(b, `,"temp":`...)
	b = strconv.AppendFloat(b, temp, 'f', 1, 64)
	return append(b, '}')
}

// post posts a signed body as the gateway (domain protocols.md section 4.1). It waits and retries while the server has
// no room, like a device.
func (g *gateway) post(ctx context.Context, client *http.Client, base string, body []byte) error {
	path := "/ingest/v1/" + g.register
	for {
		stamp := strconv.FormatInt(time.Now().Unix(), 10)
		sum := sha256.Sum256(body)
		mac := hmac.New(sha256.New, []byte(g.secret))
		fmt.Fprintf(mac, "%s\nPOST\n%s\n%s", stamp, path, hex.EncodeToString(sum[:]))
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, base+path, bytes.NewReader(body))
		if err != nil {
			return err
		}
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("X-Time", stamp)
		request.Header.Set("X-Sign", hex.EncodeToString(mac.Sum(nil)))
		reply, err := client.Do(request)
		if err != nil {
			return err
		}
		text, _ := io.ReadAll(io.LimitReader(reply.Body, 4096))
		reply.Body.Close()
		switch reply.StatusCode {
		case http.StatusOK:
			return nil
		case http.StatusServiceUnavailable:
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(100 * time.Millisecond):
			}
		default:
			return fmt.Errorf("ingest as %s: status %d: %s", g.register, reply.StatusCode, text)
		}
	}
}
