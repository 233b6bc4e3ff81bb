package fieldapi

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"math"
	"slices"
	"strconv"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/compute"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/vibration"
	"plumbline/internal/field/command"
	"plumbline/internal/field/ingest"
	"plumbline/internal/field/protocol"
	"plumbline/internal/field/transport/httppush"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
)

// Trials fold readings that are not stored; compute.Previewer implements it.
type Trials interface {
	Try(ctx context.Context, puts []series.Put, waves []series.Waveform) ([]compute.Trial, error)
	// Reached returns which points read a reading of the devices, or why none does.
	Reached(ctx context.Context, put *series.Put, devices []int64) (compiled.Reach, error)
}

// FrameTrial is a frame to test.
type FrameTrial struct {
	Format    string          `json:"format,omitempty" enum:"text,hex" default:"text"`
	Transport string          `json:"transport,omitempty" enum:"mqtt,http,tcp,udp,serial" default:"mqtt" doc:"Transport: over HTTP, a body with any error is rejected as a whole; a device that speaks the protocol of a line may also send the open format by MQTT and HTTP"`
	Kind      string          `json:"kind,omitempty" enum:"up,status,down,part,polled,stray,refused,unanswered,late" doc:"Kind of the frame, as in the log; omitted: polled if the protocol only answers, else up. An answer alone gets the request that it answers"`
	Content   string          `json:"content" maxLength:"3200000" doc:"The frame as text, or in hexadecimal"`
	Received  int64           `json:"received,omitempty" minimum:"0" doc:"UTC ms, of a frame of the log; omitted: now"`
	Protocol  string          `json:"protocol,omitempty" maxLength:"40" doc:"Name of a protocol family, to read the frame by another protocol than that of the device"`
	Profile   json.RawMessage `json:"profile,omitempty" doc:"Of the protocol, to test a profile before it is saved; omitted: that of the device"`
	Changes   []FrameChange   `json:"changes,omitempty" maxItems:"500" doc:"Other values for readings of the frame: the frame is then written as the device would send it"`
	Repair    bool            `json:"repair,omitempty" doc:"Correct checksums and lengths first, for bytes changed by hand"`
}

// FrameChange is another value in a frame.
type FrameChange struct {
	Reading int     `json:"reading" minimum:"0" doc:"Index among the readings of the frame"`
	Field   string  `json:"field" maxLength:"64"`
	Node    int32   `json:"node,omitempty" minimum:"0"`
	Value   float64 `json:"value"`
}

// trialRoom fits the largest HTTP body (1 MiB) as hexadecimal with spaces or in JSON.
const trialRoom = 4 << 20

// DecodedFrame is the content of a frame.
type DecodedFrame struct {
	Type     string            `json:"type" enum:"data,block,event,time,reg,ack,status,down"`
	Event    string            `json:"event" doc:"Code of an event"`
	Firmware string            `json:"firmware" doc:"As the device reports it"`
	Command  int64             `json:"command" doc:"For a reply: the command; 0: none"`
	Code     int               `json:"code" doc:"For a reply"`
	Message  string            `json:"message" doc:"For a reply"`
	Readings []DecodedReading  `json:"readings"`
	Refusal  string            `json:"refusal" doc:"Why the frame or part of it is rejected, in the caller's language; empty: accepted"`
	Fields   map[string]string `json:"fields,omitempty" doc:"Errors by field"`
}

// DecodedReading is one raw reading.
type DecodedReading struct {
	ChannelNo int32          `json:"channelNo" doc:"0: the device itself"`
	Time      int64          `json:"time" doc:"UTC ms"`
	TimeFixed bool           `json:"timeFixed" doc:"The frame has no time; the time of receipt is used"`
	Values    []DecodedValue `json:"values"`
	Samples   bool           `json:"samples,omitempty" doc:"The reading refers to samples of vibration: values are what these samples have, and changes can set their peaks"`
}

// DecodedValue is one number.
type DecodedValue struct {
	Field string   `json:"field"`
	Node  int32    `json:"node" doc:"0: of the whole point"`
	Value *float64 `json:"value" doc:"null: missing"`
}

// TriedFrame is the outcome of a frame for a device.
type TriedFrame struct {
	DecodedFrame
	Protocol   string       `json:"protocol" doc:"Name of the protocol family by which it was read"`
	Hex        string       `json:"hex" doc:"The frame as it was read: with its request, changed values and corrected checksums"`
	Parts      []FramePart  `json:"parts" doc:"What its bytes are, in order; at most 5,000"`
	Changeable bool         `json:"changeable" doc:"changes are possible"`
	Reached    []Reached    `json:"reached" doc:"For each reading, which points read it or why none does"`
	Points     []TriedPoint `json:"points" doc:"Measuring points that it would feed, with what depends on them"`
}

// FramePart is a field of a frame.
type FramePart struct {
	Start  int    `json:"start" doc:"Offset in bytes"`
	Length int    `json:"length" doc:"Bytes"`
	Kind   string `json:"kind" enum:"framing,identity,control,time,value,check,other"`
	Name   string `json:"name" doc:"In the caller's language"`
	Type   string `json:"type" doc:"How its bytes are a number, such as f32 ABCD; empty: not said"`
	Text   string `json:"text" doc:"Its value with its unit"`
	Fault  string `json:"fault" doc:"What is wrong with it, in the caller's language; empty: nothing"`
	Want   string `json:"want" doc:"Of a wrong checksum or length: what it should be"`
}

// Reached is what becomes of a reading.
type Reached struct {
	Points []int64  `json:"points" doc:"Measuring points that read it, among those that the caller may see"`
	Why    string   `json:"why" enum:",faultyFormula,noFormula,later,ended,noPoint" doc:"Why no point reads it; empty: one does. faultyFormula, noFormula: of the point named; later, ended: the point has this source from or until at; noPoint: no point has this source"`
	Point  string   `json:"point" doc:"Name of that point, if the caller may see it"`
	At     int64    `json:"at" doc:"UTC ms; 0: none"`
	Unused []string `json:"unused" doc:"Fields that no point reads, with node/ before those of nodes"`
}

// TriedPoint is the outcome of a frame at one measuring point.
type TriedPoint struct {
	MeasuringPointID int64         `json:"measuringPointId"`
	StructureID      int64         `json:"structureId"`
	Name             string        `json:"name"`
	Follows          bool          `json:"follows" doc:"Computed from points that the frame feeds"`
	Judged           bool          `json:"judged" doc:"Thresholds are in effect"`
	Results          []TriedResult `json:"results" doc:"None: the readings give no result there"`
	Level            int           `json:"level" minimum:"0" maximum:"4" doc:"Highest level of the alerts that would open or escalate"`
}

// TriedResult is one result.
type TriedResult struct {
	Time   int64          `json:"time" doc:"UTC ms"`
	Flags  []string       `json:"flags"`
	Values []DecodedValue `json:"values"`
}

type frameTrial struct {
	httpapi.DevicePath
	Body FrameTrial
}

var (
	transports = map[string]ingest.Transport{
		"mqtt": ingest.MQTT, "http": ingest.HTTP, "tcp": ingest.TCP, "udp": ingest.UDP, "serial": ingest.Serial,
	}
	frameKinds = map[string]ingest.Kind{
		"up": ingest.Up, "status": ingest.Status, "down": ingest.Down, "part": ingest.Part, "polled": ingest.Polled, "stray": ingest.Stray,
		"refused": ingest.Refused, "unanswered": ingest.Unanswered, "late": ingest.Late,
	}
	partKinds = map[protocol.FieldKind]string{
		protocol.Framing: "framing", protocol.Identity: "identity", protocol.Control: "control", protocol.Time: "time", protocol.Value: "value",
		protocol.Check: "check", protocol.Other: "other",
	}
)

func (s *server) tryFrame(ctx context.Context, in *frameTrial) (*httpapi.Output[TriedFrame], error) {
	frame, err := s.tried(in)
	if err != nil {
		return nil, err
	}
	draft := &ingest.Draft{Link: device.Link{Protocol: in.Body.Protocol, Profile: in.Body.Profile}, Repair: in.Body.Repair}
	for _, c := range in.Body.Changes {
		draft.Changes = append(draft.Changes, ingest.Change{Reading: c.Reading, Field: c.Field, Node: c.Node, Value: c.Value})
	}
	trial, err := s.Frames.Try(ctx, frame, draft)
	if err != nil {
		return nil, err
	}
	if frame.Transport == ingest.HTTP && trial.Refused != nil {
		trial.Rows = nil
	}
	tried, err := s.Trials.Try(ctx, trial.Rows, trial.Waves)
	if err != nil {
		return nil, err
	}
	result := TriedFrame{DecodedFrame: decodedOf(ctx, trial), Hex: hex.EncodeToString(trial.Frame), Parts: partsOf(ctx, trial.Fields)}
	if trial.Family != nil {
		result.Protocol = trial.Family.Name
		result.Changeable = len(trial.Rows) > 0 && (trial.Family.Polling != nil && frame.Kind.IsPolled() || trial.Family.Simulate != nil)
	}
	if result.Points, err = triedPoints(ctx, s.Points, tried); err != nil {
		return nil, err
	}
	result.Reached, err = s.reached(ctx, in.DeviceID, trial.Rows)
	return httpapi.Reply(result), err
}

// tried returns the frame to test.
func (s *server) tried(in *frameTrial) (ingest.Frame, error) {
	payload, err := in.Body.payload()
	if err != nil {
		return ingest.Frame{}, err
	}
	frame := ingest.Frame{
		Device: in.DeviceID, Transport: transports[in.Body.Transport], Kind: frameKinds[in.Body.Kind], Received: in.Body.Received, Payload: payload,
	}
	if now := clock.Now().UnixMilli(); frame.Received == 0 || frame.Received > now {
		frame.Received = now
	}
	if frame.Transport == ingest.HTTP && len(payload) > httppush.MaxBody {
		return ingest.Frame{}, errs.OnField("content", errs.BodyTooLarge)
	}
	if frame.Kind == 0 {
		frame.Kind = ingest.Up
		family := protocol.Named(in.Body.Protocol)
		if sender, ok := s.Frames.Directory().ByID(in.DeviceID); ok && family == nil {
			family, _ = ingest.FamilyOf(frame.Transport, sender, frame.Received)
		}
		if family != nil && family.Polling != nil && family.Stream == nil {
			frame.Kind = ingest.Polled
		}
	}
	return frame, nil
}

func (t FrameTrial) payload() ([]byte, error) {
	if t.Content == "" {
		return nil, errs.OnField("content", errs.Empty)
	}
	if t.Format == "hex" {
		return command.Bytes(t.Content)
	}
	return []byte(t.Content), nil
}

// mostParts is the number of fields shown of a frame.
const mostParts = 5000

func partsOf(ctx context.Context, fields []protocol.Field) []FramePart {
	lang := httpapi.LanguageOf(ctx)
	return httpapi.ListOf(fields[:min(len(fields), mostParts)], func(f protocol.Field) FramePart {
		part := FramePart{Start: f.Start, Length: f.End - f.Start, Kind: partKinds[f.Kind], Name: f.Label.In(string(lang)), Type: f.Type, Text: f.Text}
		if f.Fault != nil {
			part.Fault = f.Fault.Text(lang)
			if want, ok := f.Fault.Args["want"].(string); ok {
				part.Want = want
			}
		}
		return part
	})
}

// reached says for each reading which points read it.
func (s *server) reached(ctx context.Context, deviceID int64, rows []series.Put) ([]Reached, error) {
	list := make([]Reached, 0, min(len(rows), mostShown))
	var ids []int64
	found := make([]compiled.Reach, 0, cap(list))
	for i := range rows[:cap(list)] {
		owner, channel := rows[i].Series.Channel()
		devices := []int64{owner, deviceID}
		if sender, ok := s.Frames.Directory().ByID(owner); ok {
			for _, child := range sender.Children {
				if c, ok := child.Connection.At(rows[i].Time); ok && c.Value.CollectorID == owner && c.Value.ChannelNo == channel {
					devices = append(devices, child.ID)
				}
			}
		}
		slices.Sort(devices)
		reach, err := s.Trials.Reached(ctx, &rows[i], slices.Compact(devices))
		if err != nil {
			return nil, err
		}
		found = append(found, reach)
		ids = append(append(ids, reach.Points...), reach.Point)
	}
	known, err := knownPoints(ctx, s.Points, ids)
	if err != nil {
		return nil, err
	}
	for i, reach := range found {
		one := Reached{Points: []int64{}, Why: string(reach.Why), Point: known[reach.Point].Name, At: reach.At, Unused: []string{}}
		for _, id := range reach.Points {
			if _, ok := known[id]; ok {
				one.Points = append(one.Points, id)
			}
		}
		for _, at := range reach.Unused {
			column := rows[i].Columns.List[at]
			name := column.Field
			if column.Node != 0 {
				name = strconv.Itoa(int(column.Node)) + "/" + name
			}
			one.Unused = append(one.Unused, name)
		}
		list = append(list, one)
	}
	return list, nil
}

// typeNames are the message types as in messages.
var typeNames = map[protocol.Type]string{
	protocol.Data: "data", protocol.Block: "block", protocol.Event: "event", protocol.TimeRequest: "time", protocol.Registration: "reg",
	protocol.Ack: "ack", protocol.Status: "status",
}

// mostShown is the number of readings shown of a frame: a block has thousands.
const mostShown = 200

func decodedOf(ctx context.Context, t ingest.Trial) DecodedFrame {
	d := DecodedFrame{Type: typeNames[t.Type], Event: t.Code, Firmware: t.Firmware, Readings: []DecodedReading{}}
	if t.Answer != nil {
		d.Command, d.Code, d.Message = t.Answer.ID, t.Answer.Code, t.Answer.Message
	}
	for _, row := range t.Rows[:min(len(t.Rows), mostShown)] {
		_, channel := row.Series.Channel()
		one := DecodedReading{ChannelNo: channel, Time: row.Time, TimeFixed: row.Flag&reading.TimeFixed != 0, Values: valuesOf(row)}
		if sum := t.WaveOf(&row); sum != nil {
			one.Values, one.Samples = summaryValues(sum), true
		}
		d.Readings = append(d.Readings, one)
	}
	if t.Refused != nil {
		lang := httpapi.LanguageOf(ctx)
		d.Refusal, d.Fields = t.Refused.Text(lang), t.Refused.FieldTexts(lang)
	}
	return d
}

// shownDigits is more than instruments resolve.
const shownDigits = 1e6

// summaryValues returns what samples have, in the order of a summary.
func summaryValues(sum vibration.Summary) []DecodedValue {
	values := []DecodedValue{}
	for _, field := range vibration.Fields() {
		if v := sum.Value(field); v != nil {
			*v = math.Round(*v*shownDigits) / shownDigits
			values = append(values, DecodedValue{Field: field, Value: v})
		}
	}
	return values
}

func valuesOf(row series.Put) []DecodedValue {
	values := make([]DecodedValue, 0, len(row.Values))
	for i, column := range row.Columns.List {
		values = append(values, DecodedValue{Field: column.Field, Node: column.Node, Value: httpapi.Finite(row.Values[i])})
	}
	return values
}

// knownPoints returns those of the points that the caller may see.
func knownPoints(ctx context.Context, service *point.Service, ids []int64) (map[int64]point.Listed, error) {
	slices.Sort(ids)
	ids = slices.DeleteFunc(slices.Compact(ids), func(id int64) bool { return id == 0 })
	known := map[int64]point.Listed{}
	const atOnce = 200
	for piece := range slices.Chunk(ids, atOnce) {
		page, err := service.List(ctx, httpapi.CallerOf(ctx).Scope, point.Filter{Query: paging.Query{Page: 1, Size: atOnce}, IDs: piece})
		if err != nil {
			return nil, err
		}
		for _, p := range page.List {
			known[p.ID] = p
		}
	}
	return known, nil
}

// triedPoints names the points of a trial that the caller may see.
func triedPoints(ctx context.Context, service *point.Service, tried []compute.Trial) ([]TriedPoint, error) {
	points := make([]TriedPoint, 0, len(tried))
	known, err := knownPoints(ctx, service, httpapi.ListOf(tried, func(t compute.Trial) int64 { return t.Point }))
	if err != nil {
		return nil, err
	}
	for _, t := range tried {
		p, ok := known[t.Point]
		if !ok {
			continue
		}
		found := TriedPoint{
			MeasuringPointID: p.ID, StructureID: p.StructureID, Name: p.Name, Follows: t.Follows, Judged: t.Judged, Results: []TriedResult{},
		}
		for _, row := range t.Rows[:min(len(t.Rows), mostShown)] {
			found.Results = append(found.Results, TriedResult{Time: row.Time, Flags: httpapi.ListOf(row.Flag.Names(), httpapi.AsIs), Values: valuesOf(row)})
		}
		for _, record := range t.Levels {
			found.Level = max(found.Level, int(record.CurrentLevel))
		}
		points = append(points, found)
	}
	return points, nil
}
