// Package httppush is the HTTP endpoint of devices (domain protocols.md section 4.1): a signed POST
// /ingest/v1/{register} with one message or a list. Software that cannot sign sends the secret of the device as bearer. The body is read and checked first; invalid bodies are rejected
// and not stored. The 200 follows after the frame is committed and synced, with a waiting command if there is one; the
// device replies with a POST of type ack. The error envelope is written by a function passed in.
package httppush

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"plumbline/internal/field/ingest"
	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
)

// Path is the path of the endpoint, before the register ID.
const Path = "/ingest/v1/"

// MaxBody is the maximum size of a body: 1,000 readings of three fields take 80 to 130 kB, so it allows 1,000 readings
// of about 25 fields.
const MaxBody = 1 << 20

// Headers of a signed request.
const (
	TimeHeader = "X-Time" // Unix s
	SignHeader = "X-Sign" // hex HMAC-SHA256
)

// clockTolerance is the maximum difference of X-Time from the server's clock.
const clockTolerance = 300 * time.Second

// Intake is the part of intake that the endpoint uses.
type Intake interface {
	CommitProven(ctx context.Context, frame ingest.Frame, proves func(*ingest.Device) bool) (ingest.Entry, error)
	Directory() *ingest.Directory
	// Refused records a rejection and its reason.
	Refused(transport ingest.Transport, register, reason, address string, why *errs.Error)
	Refusing() bool
}

// Refuse writes the error envelope.
type Refuse func(w http.ResponseWriter, r *http.Request, err error)

// Commands returns the command to send with the reply to an upload, or nil. Its errors do not affect the upload.
type Commands interface {
	Ride(ctx context.Context, device int64) ([]byte, error)
}

// Handler handles POST /ingest/v1/{register}.
type Handler struct {
	intake   Intake
	commands Commands
	refuse   Refuse
	decoders sync.Pool
}

// reader decodes bodies, with one decoder per family.
type reader struct {
	decoders map[string]protocol.Decoder
	message  protocol.Message
}

func (r *reader) decode(of *protocol.Family, profile any, body []byte) error {
	decoder, ok := r.decoders[of.Name]
	if !ok {
		decoder = of.NewDecoder()
		r.decoders[of.Name] = decoder
	}
	return decoder.Decode(body, profile, &r.message)
}

// New returns the handler; mount it at Path for POST. commands may be nil.
func New(in Intake, commands Commands, refuse Refuse) *Handler {
	return &Handler{
		intake: in, commands: commands, refuse: refuse,
		decoders: sync.Pool{New: func() any { return &reader{decoders: map[string]protocol.Decoder{}} }},
	}
}

func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	device, accepted, err := h.accept(w, r)
	if err != nil {
		if errs.IsKind(err, errs.Unavailable) {
			w.Header().Set("Retry-After", strconv.Itoa(int(ingest.RetryAfter/time.Second)))
		}
		h.refuse(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	reply := append([]byte(`{"accepted":`), strconv.Itoa(accepted)...)
	if ride := h.ride(r.Context(), device); ride != nil {
		reply = append(append(append(reply, `,"commands":[`...), ride...), ']')
	}
	_, _ = w.Write(append(reply, '}')) // the frame is committed, whether or not this arrives
}

// ride returns the command to send with the reply.
func (h *Handler) ride(ctx context.Context, device int64) []byte {
	if h.commands == nil {
		return nil
	}
	command, err := h.commands.Ride(ctx, device)
	if err != nil {
		slog.WarnContext(ctx, "a command could not go with a reply", "device", device, "error", err)
		return nil
	}
	return command
}

func (h *Handler) accept(w http.ResponseWriter, r *http.Request) (from int64, accepted int, err error) {
	if h.intake.Refusing() {
		return 0, 0, ingest.ErrFull // reject before the body is sent
	}
	if r.ContentLength > MaxBody {
		return 0, 0, errs.New(errs.BodyTooLarge)
	}
	register := r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]
	now := clock.Now()
	if secret, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); bearer {
		body, err := read(w, r)
		if err != nil {
			return 0, 0, err
		}
		return h.take(r, register, body, now.UnixMilli(), func(d *ingest.Device) bool { return d.Accepts([]byte(secret), now.UnixMilli()) })
	}
	signedAt, err := strconv.ParseInt(r.Header.Get(TimeHeader), 10, 64)
	if err != nil {
		return 0, 0, h.stranger(r, register, ingest.BadSignature, errs.New(errs.SignatureInvalid))
	}
	if off := now.Unix() - signedAt; off > int64(clockTolerance/time.Second) || off < -int64(clockTolerance/time.Second) {
		return 0, 0, h.stranger(r, register, ingest.ClockOff, errs.New(errs.ClockOff, "seconds", int64(clockTolerance/time.Second)))
	}
	// An unknown register ID and a wrong key get the same response, after reading the body: nobody can find out which
	// register IDs exist.
	body, err := read(w, r)
	if err != nil {
		return 0, 0, err
	}
	at, sign := r.Header.Get(TimeHeader), r.Header.Get(SignHeader)
	return h.take(r, register, body, now.UnixMilli(), func(d *ingest.Device) bool { return signed(d.Keys(now.UnixMilli()), at, register, body, sign) })
}

// take commits a body of a sender that proves to be a device.
func (h *Handler) take(r *http.Request, register string, body []byte, now int64, proves func(*ingest.Device) bool) (from int64, accepted int, err error) {
	device, known, proven := h.intake.Directory().Recognize(r.Context(), register, proves)
	if !known {
		return 0, 0, h.stranger(r, register, ingest.UnknownRegister, errs.New(errs.RegisterUnknown))
	}
	if !proven {
		return 0, 0, h.stranger(r, register, ingest.WrongSecret, errs.New(errs.RegisterUnknown))
	}
	if accepted, err = h.check(device, body, now); err != nil {
		if why, ok := errs.As(err); ok {
			h.intake.Refused(ingest.HTTP, register, ingest.BadBody, r.RemoteAddr, why)
		}
		return 0, 0, err
	}
	_, err = h.intake.CommitProven(r.Context(), ingest.Frame{
		Device: device.ID, Register: device.Register, Transport: ingest.HTTP, Kind: ingest.Up,
		Received: now, Payload: body,
	}, proves)
	return device.ID, accepted, err
}

func (h *Handler) stranger(r *http.Request, register, reason string, err *errs.Error) error {
	h.intake.Refused(ingest.HTTP, register, reason, r.RemoteAddr, nil)
	return err
}

// trustedLength is the maximum memory allocated from the Content-Length of an unauthenticated request.
const trustedLength = 128 << 10

// read reads the whole body. It is not pooled: the journal and stage 1 keep it.
func read(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	body := make([]byte, 0, min(max(r.ContentLength, 512), trustedLength)+1) // one more, so that EOF is seen without growing
	source := http.MaxBytesReader(w, r.Body, MaxBody)
	for {
		n, err := source.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		if err == io.EOF {
			return body, nil
		}
		if err != nil {
			var tooLarge *http.MaxBytesError
			if errors.As(err, &tooLarge) {
				return nil, errs.New(errs.BodyTooLarge)
			}
			return nil, errs.Wrap(err, errs.BadRequest)
		}
		if len(body) == cap(body) {
			body = append(body, 0)[:len(body)]
		}
	}
}

// check decodes the body like stage 1, so that the sender learns at once what is wrong.
func (h *Handler) check(device *ingest.Device, body []byte, now int64) (accepted int, err error) {
	in := h.decoders.Get().(*reader)
	defer h.decoders.Put(in)
	spoken, profile := ingest.FamilyOf(ingest.HTTP, device, now)
	err = in.decode(spoken, profile, body)
	if (err != nil || in.message.Type == protocol.Ack) && spoken.Answer != nil {
		if _, ok := spoken.Answer(body); ok { // the answer to a command sent with a reply
			return 1, nil
		}
	}
	if err != nil {
		return 0, err
	}
	switch in.message.Type {
	case protocol.Data, protocol.Block, protocol.Event:
	default:
		return 0, errs.OnField("type", errs.NotOneOf, "allowed", "data, block, event, ack")
	}
	if in.message.Items == 0 {
		return 0, errs.OnField(in.message.List, errs.TooFewEntries, "min", 1)
	}
	return in.message.Items, ingest.ReadingFaults(device, &in.message, now)
}

// signed checks the signature against each of the device's keys, in constant time.
func signed(keys [][]byte, signedAt, register string, body []byte, signature string) bool {
	given, err := hex.DecodeString(signature)
	if err != nil || len(given) != sha256.Size {
		return false
	}
	text := signedText(signedAt, register, body)
	good := false
	for _, key := range keys {
		good = hmac.Equal(mac(key, text), given) || good
	}
	return good
}

// Sign returns the signature of a body, the value of X-Sign.
func Sign(secret, signedAt, register string, body []byte) string {
	return hex.EncodeToString(mac([]byte(secret), signedText(signedAt, register, body)))
}

func mac(key, text []byte) []byte {
	m := hmac.New(sha256.New, key)
	m.Write(text)
	return m.Sum(nil)
}

func signedText(signedAt, register string, body []byte) []byte {
	sum := sha256.Sum256(body)
	text := make([]byte, 0, 256)
	text = append(text, signedAt...)
	text = append(text, "\nPOST\n"+Path...)
	text = append(text, register...)
	text = append(text, '\n')
	return hex.AppendEncode(text, sum[:])
}
