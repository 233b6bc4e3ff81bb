package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sort"
	"time"

	"github.com/klauspost/compress/zstd"
)

// client calls the API as the administrator, with compressed responses like a browser. It belongs to one goroutine and
// reuses its memory, so that its garbage does not affect the measurements.
type client struct {
	base  string
	token string
	http  *http.Client

	packed bytes.Buffer
	text   []byte
	zstd   *zstd.Decoder
}

func signIn(ctx context.Context, base string) (*client, error) {
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	c := &client{base: base, http: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 16}}, zstd: decoder}
	var reply struct {
		Token string `json:"token"`
	}
	if err := c.call(ctx, http.MethodPost, "/api/sessions/signin", map[string]any{"name": "admin", "password": adminPassword}, &reply); err != nil {
		return nil, err
	}
	c.token = reply.Token
	return c, nil
}

// call sends body as JSON and decodes the response into result, unless nil.
func (c *client) call(ctx context.Context, method, path string, body, result any) error {
	text, err := c.raw(ctx, method, path, body)
	if err != nil || result == nil {
		return err
	}
	return json.Unmarshal(text, result)
}

// raw returns the text of a response, valid until the next call.
func (c *client) raw(ctx context.Context, method, path string, body any) ([]byte, error) {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, c.base+path, content)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept-Encoding", "zstd")
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	reply, err := c.http.Do(request)
	if err != nil {
		return nil, err
	}
	defer reply.Body.Close()
	c.packed.Reset()
	if _, err := c.packed.ReadFrom(reply.Body); err != nil {
		return nil, err
	}
	text := c.packed.Bytes()
	if reply.Header.Get("Content-Encoding") == "zstd" {
		if c.text, err = c.zstd.DecodeAll(text, c.text[:0]); err != nil {
			return nil, err
		}
		text = c.text
	}
	if reply.StatusCode/100 != 2 {
		return nil, fmt.Errorf("%s %s: status %d: %s", method, path, reply.StatusCode, text)
	}
	return text, nil
}

// percentile returns a percentile of durations in ms.
func percentile(took []time.Duration, p float64) float64 {
	if len(took) == 0 {
		return 0
	}
	sorted := append([]time.Duration(nil), took...)
	sort.Slice(sorted, func(i, j int) bool { return sorted[i] < sorted[j] })
	i := min(len(sorted)-1, int(float64(len(sorted))*p))
	return float64(sorted[i]) / float64(time.Millisecond)
}
