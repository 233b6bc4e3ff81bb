package httpapi

import (
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

const (
	// Heartbeat is the interval between beats of a stream, so that clients notice a broken connection within 10 s and
	// proxies do not close an idle stream. A stream also checks its session and roles then, in case a change was not
	// signalled.
	Heartbeat = 3 * time.Second
	// retryStream is the delay for a client that has too many streams.
	retryStream = 15 * time.Second
	// streamsOfAccount limits the open streams of an account: a browser keeps at most six
	// connections per host, and users may have several browsers.
	streamsOfAccount = 24
)

// streamCount counts the open streams of each account.
type streamCount struct {
	mu   sync.Mutex
	open map[int64]int
}

// enter counts one more stream of an account, unless it has reached its limit.
func (c *streamCount) enter(account int64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open[account] >= streamsOfAccount {
		return false
	}
	c.open[account]++
	return true
}

func (c *streamCount) leave(account int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open[account]--; c.open[account] == 0 {
		delete(c.open, account)
	}
}

func Send(w http.ResponseWriter, control *http.ResponseController, name string, data []byte) bool {
	_, err := fmt.Fprintf(w, "event: %s\ndata: %s\n\n", name, data)
	return err == nil && control.Flush() == nil
}

type Streamed struct {
	Disposition string `header:"Content-Disposition"`
	Type        string `header:"Content-Type"`
	Body        func(huma.Context)
}

// CSVContent documents an operation that returns a csv file.
func CSVContent(h *huma.Operation) {
	h.Responses["200"] = &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{"text/csv": {Schema: &huma.Schema{Type: huma.TypeString}}}}
}
