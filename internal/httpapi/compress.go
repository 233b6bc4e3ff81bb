package httpapi

import (
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// compressFrom is the smallest response worth compressing, in bytes.
const compressFrom = 1 << 10

var (
	gzipWriters = sync.Pool{New: func() any {
		w, err := gzip.NewWriterLevel(nil, gzip.BestSpeed)
		if err != nil {
			panic("api: gzip: " + err.Error()) // the level is a constant
		}
		return w
	}}
	zstdWriters = sync.Pool{New: func() any {
		w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1),
			zstd.WithWindowSize(256<<10), zstd.WithLowerEncoderMem(true))
		if err != nil {
			panic("api: zstd: " + err.Error()) // the options are constants
		}
		return w
	}}
)

type encoder interface {
	io.WriteCloser
	Flush() error
	Reset(io.Writer)
}

// WithCompression compresses text responses over 1 KB with an encoding that the client accepts.
func WithCompression(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Add("Vary", "Accept-Encoding")
		encoding := acceptedEncoding(r.Header.Get("Accept-Encoding"))
		if encoding == "" || r.Method == http.MethodHead {
			next.ServeHTTP(w, r)
			return
		}
		cw := &compressWriter{ResponseWriter: w, encoding: encoding, status: http.StatusOK}
		defer cw.close()
		next.ServeHTTP(cw, r)
	})
}

// acceptedEncoding prefers zstd to gzip; "" if neither is accepted.
func acceptedEncoding(header string) string {
	accepted := map[string]bool{}
	for part := range strings.SplitSeq(header, ",") {
		name, params, _ := strings.Cut(strings.TrimSpace(part), ";")
		q, weighted := strings.CutPrefix(strings.ReplaceAll(params, " ", ""), "q=")
		weight, err := strconv.ParseFloat(q, 64)
		accepted[strings.ToLower(strings.TrimSpace(name))] = !weighted || err == nil && weight > 0
	}
	for _, name := range []string{"zstd", "gzip"} {
		if accepted[name] {
			return name
		}
	}
	return ""
}

// compressWriter buffers the first KB to decide whether to compress.
type compressWriter struct {
	http.ResponseWriter
	encoding string
	status   int
	held     []byte
	decided  bool
	encoder  encoder
}

func (w *compressWriter) WriteHeader(status int) {
	if status < http.StatusOK {
		w.ResponseWriter.WriteHeader(status)
		return
	}
	w.status = status
	if status == http.StatusNoContent || status == http.StatusNotModified {
		w.decide(false)
	}
}

func (w *compressWriter) Write(p []byte) (int, error) {
	if !w.decided {
		if len(w.held)+len(p) < compressFrom && compressible(w.Header()) {
			w.held = append(w.held, p...)
			return len(p), nil
		}
		w.decide(compressible(w.Header()))
	}
	if w.encoder != nil {
		return w.encoder.Write(p)
	}
	return w.ResponseWriter.Write(p)
}

func compressible(h http.Header) bool {
	kind, _, _ := strings.Cut(h.Get("Content-Type"), ";")
	return h.Get("Content-Encoding") == "" &&
		(kind == "application/json" || kind == "text/csv" || kind == "application/yaml" || kind == "text/html" ||
			kind == "text/javascript" || kind == "text/css")
}

// decide sends the header and the buffered bytes.
func (w *compressWriter) decide(compress bool) {
	if w.decided {
		return
	}
	w.decided = true
	if compress {
		w.Header().Set("Content-Encoding", w.encoding)
		w.Header().Del("Content-Length")
		if w.encoding == "zstd" {
			w.encoder = zstdWriters.Get().(*zstd.Encoder)
		} else {
			w.encoder = gzipWriters.Get().(*gzip.Writer)
		}
		w.encoder.Reset(w.ResponseWriter)
	}
	w.ResponseWriter.WriteHeader(w.status)
	if len(w.held) > 0 {
		if w.encoder != nil {
			_, _ = w.encoder.Write(w.held) // the next write returns the error again
		} else {
			_, _ = w.ResponseWriter.Write(w.held)
		}
	}
}

// FlushError sends buffered data, for streams.
func (w *compressWriter) FlushError() error {
	w.decide(compressible(w.Header()))
	if w.encoder != nil {
		if err := w.encoder.Flush(); err != nil {
			return err
		}
	}
	return http.NewResponseController(w.ResponseWriter).Flush()
}

// Unwrap lets http.ResponseController set deadlines.
func (w *compressWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *compressWriter) close() {
	w.decide(false)
	if w.encoder == nil {
		return
	}
	_ = w.encoder.Close() // the client is gone when this fails
	if w.encoding == "zstd" {
		zstdWriters.Put(w.encoder)
	} else {
		gzipWriters.Put(w.encoder)
	}
	w.encoder = nil
}
