package fieldapi

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/core/vibration"
	"plumbline/internal/field/ingest"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/csvfile"
	"plumbline/internal/platform/errs"
)

// VibrationRecord is a waveform that a device sent.
type VibrationRecord struct {
	ChannelNo    int32        `json:"channelNo" doc:"0: the device itself"`
	Time         int64        `json:"time" doc:"Of the first sample, UTC ms"`
	Duration     int64        `json:"duration" doc:"ms"`
	Rate         float64      `json:"rate" doc:"Samples per second"`
	Samples      int          `json:"samples" doc:"Of each axis, with those that did not come"`
	Complete     bool         `json:"complete" doc:"All parts came"`
	Deleted      bool         `json:"deleted" doc:"Retention deleted the samples; the summary stays"`
	Triggered    bool         `json:"triggered" doc:"The device reported a trigger within the record"`
	TriggerValue *float64     `json:"triggerValue" doc:"What triggered it; null: not said"`
	Axes         []RecordAxis `json:"axes" nullable:"false"`

	PPV          *float64       `json:"ppv" doc:"Largest peak velocity of a component, mm/s; null: not known, as the following"`
	PVS          *float64       `json:"pvs" doc:"Peak of the vector sum of velocities, mm/s"`
	PGA          *float64       `json:"pga" doc:"Largest peak acceleration of a component, m/s²"`
	PGV          *float64       `json:"pgv" doc:"Largest peak velocity of an acceleration, m/s"`
	Displacement *float64       `json:"displacement" doc:"Peak displacement, mm"`
	Settings     RecordSettings `json:"settings" doc:"By which the record is summarized"`
}

// RecordSettings is how a record is summarized.
type RecordSettings struct {
	HighPass         float64 `json:"highPass" doc:"Hz, corner of the filter before an integration"`
	Window           string  `json:"window" enum:"hann,rectangular" doc:"Of the spectrum"`
	KeepAcceleration bool    `json:"keepAcceleration" doc:"Acceleration is not integrated"`
	PointID          int64   `json:"pointId" doc:"Point whose settings they are; 0: the default, no point reads the record"`
}

// RecordAxis is a component of a record.
type RecordAxis struct {
	Field string   `json:"field"`
	Unit  string   `json:"unit" doc:"mm/s of a velocity, m/s² of an acceleration, else as sent"`
	Peak  *float64 `json:"peak" doc:"Largest absolute value without the mean; null: not known"`
	RMS   *float64 `json:"rms" doc:"Effective value without the mean"`

	Frequency *float64 `json:"frequency" doc:"Dominant, Hz; null: a part did not come, or nothing moved"`
}

// RecordWaveform is the samples of a record for a chart.
type RecordWaveform struct {
	VibrationRecord
	First int          `json:"first" doc:"Number of the first sample that is returned, from 0"`
	Count int          `json:"count" doc:"Samples of each axis that are returned"`
	Each  int          `json:"each" doc:"Samples in a bucket; 1: every sample, low and high are equal"`
	Waves []RecordWave `json:"waves" nullable:"false" doc:"By axis; empty once the samples are deleted"`
}

// RecordWave is the samples of one axis: the smallest and largest of each bucket, in time order.
type RecordWave struct {
	Low        []*float64 `json:"low" doc:"null: a part did not come"`
	High       []*float64 `json:"high"`
	Mean       *float64   `json:"mean" doc:"Of the whole record, as the following"`
	PeakToPeak *float64   `json:"peakToPeak"`
	Crest      *float64   `json:"crest" doc:"Peak by effective value; null: nothing moved"`
}

// RecordSpectrum is the amplitude spectra of a record.
type RecordSpectrum struct {
	Step float64        `json:"step" doc:"Hz between two amplitudes"`
	Axes []AxisSpectrum `json:"axes" doc:"Empty if samples are missing or deleted"`
}

// AxisSpectrum is the spectrum of one axis.
type AxisSpectrum struct {
	Field      string         `json:"field"`
	Unit       string         `json:"unit"`
	Amplitudes []float64      `json:"amplitudes" doc:"From 0 Hz on, the largest of each step"`
	Peaks      []SpectrumPeak `json:"peaks" doc:"The ten largest, largest first"`
}

// SpectrumPeak is a peak of a spectrum.
type SpectrumPeak struct {
	Frequency float64 `json:"frequency" doc:"Hz, refined between the bins"`
	Amplitude float64 `json:"amplitude"`
}

type recordList struct {
	httpapi.DevicePath
	From   int64 `query:"from" minimum:"0" doc:"UTC ms: only records that began then or later"`
	Before int64 `query:"before" minimum:"0" doc:"UTC ms: only earlier ones; 0: from the newest"`
	Limit  int   `query:"limit" minimum:"1" maximum:"100" default:"20"`
}

// RecordPath is the record of a device at a time.
type RecordPath struct {
	httpapi.DevicePath
	Time    int64 `path:"time" doc:"UTC ms"`
	Channel int32 `query:"channelNo" minimum:"0" maximum:"16383" doc:"Of a collector; 0: the device itself"`
}

type recordWavePath struct {
	RecordPath
	Buckets int `query:"buckets" minimum:"50" maximum:"4000" default:"1000" doc:"Most numbers of an axis; a shorter record is whole"`
	First   int `query:"first" minimum:"0" maximum:"131072" doc:"Number of the first sample, from 0"`
	Count   int `query:"count" minimum:"0" maximum:"131072" doc:"Number of samples; 0: all that follow"`
}

type recordSpectrumPath struct {
	RecordPath
	Window string `query:"window" enum:"hann,rectangular" default:"hann"`
}

func (s *server) records() {
	const cost = "one device's records, read by the primary key"
	const list = "/corporations/{corporationId}/devices/{deviceId}/records"
	need := httpapi.DevicePermission(access.Retrieve)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listDeviceRecords", Method: http.MethodGet, Path: list, Tag: "devices", Need: need, Unmeasured: cost,
		Summary: "Vibration records that a device sent, newest first",
	}, s.listRecords)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getDeviceRecord", Method: http.MethodGet, Path: list + "/{time}", Tag: "devices", Need: need, Unmeasured: cost,
		Summary: "Waveform of a vibration record",
	}, s.getRecord)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getDeviceRecordSpectrum", Method: http.MethodGet, Path: list + "/{time}/spectrum", Tag: "devices", Need: need, Unmeasured: cost,
		Summary: "Amplitude spectrum of a vibration record",
	}, s.getRecordSpectrum)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "exportDeviceRecord", Method: http.MethodGet, Path: list + "/{time}/csv", Tag: "devices", Need: need, Unmeasured: cost,
		Extra:   httpapi.CSVContent,
		Summary: "Samples of a vibration record as csv",
	}, s.exportRecord)
}

func (s *server) listRecords(ctx context.Context, in *recordList) (*httpapi.Output[httpapi.List[VibrationRecord]], error) {
	before := in.Before
	if before == 0 {
		before = math.MaxInt64
	}
	list, err := s.Frames.Records(ctx, in.DeviceID, in.From, before, in.Limit)
	return httpapi.ReplyList(list, vibrationRecordOf), err
}

// record returns the record of a path.
func (s *server) record(ctx context.Context, in *RecordPath) (ingest.Record, error) {
	r, found, err := s.Frames.Record(ctx, in.DeviceID, in.Channel, in.Time)
	if err == nil && !found {
		err = errs.New(errs.NothingHere)
	}
	return r, err
}

func (s *server) getRecord(ctx context.Context, in *recordWavePath) (*httpapi.Output[RecordWaveform], error) {
	r, err := s.record(ctx, &in.RecordPath)
	if err != nil {
		return nil, err
	}
	first := min(in.First, r.Samples)
	end := r.Samples
	if in.Count > 0 {
		end = min(first+in.Count, end)
	}
	made := RecordWaveform{
		VibrationRecord: vibrationRecordOf(r), First: first, Count: end - first, Each: vibration.BucketSize(end-first, in.Buckets), Waves: []RecordWave{},
	}
	for _, a := range canonical(&r) {
		low, high := vibration.Reduced(a.Samples[first:end], in.Buckets)
		statistics := vibration.StatisticsOf(a.Samples)
		made.Waves = append(made.Waves, RecordWave{
			Low: numbersOf(low), High: numbersOf(high), Mean: numberOf(statistics.Mean),
			PeakToPeak: numberOf(statistics.PeakToPeak), Crest: numberOf(statistics.Crest),
		})
	}
	return httpapi.Reply(made), nil
}

// mostAmplitudes bounds a spectrum for the screen: a record of 120 s at 1,000 Hz has 60,000.
const mostAmplitudes = 2000

// mostPeaks is the length of the table of peaks.
const mostPeaks = 10

func (s *server) getRecordSpectrum(ctx context.Context, in *recordSpectrumPath) (*httpapi.Output[RecordSpectrum], error) {
	r, err := s.record(ctx, &in.RecordPath)
	if err != nil {
		return nil, err
	}
	made := RecordSpectrum{Axes: []AxisSpectrum{}}
	if !r.Complete {
		return httpapi.Reply(made), nil
	}
	for _, a := range canonical(&r) {
		spectrum := vibration.SpectrumOf(a.Samples, r.Rate, in.Window)
		one := AxisSpectrum{Field: a.Field, Unit: a.Unit, Peaks: []SpectrumPeak{}}
		for _, line := range spectrum.Peaks(mostPeaks) {
			one.Peaks = append(one.Peaks, SpectrumPeak(line))
		}
		each := max(1, (len(spectrum.Amplitudes)+mostAmplitudes-1)/mostAmplitudes)
		made.Step = spectrum.Step * float64(each)
		_, one.Amplitudes = vibration.Reduced(spectrum.Amplitudes, mostAmplitudes)
		made.Axes = append(made.Axes, one)
	}
	return httpapi.Reply(made), nil
}

func (s *server) exportRecord(ctx context.Context, in *RecordPath) (*httpapi.Streamed, error) {
	r, err := s.record(ctx, in)
	if err != nil {
		return nil, err
	}
	axes := canonical(&r)
	head := []string{"time (UTC ms)"}
	for _, a := range axes {
		head = append(head, a.Field+" ("+a.Unit+")")
	}
	return &httpapi.Streamed{
		Type: "text/csv; charset=utf-8", Disposition: fmt.Sprintf(`attachment; filename="record-%d-%d.csv"`, in.DeviceID, in.Time),
		Body: func(h huma.Context) {
			_ = csvfile.Write(h.BodyWriter(), head, func(out *csvfile.Writer) error { // the client is gone when this fails
				var line []byte
				for i := 0; len(axes) > 0 && i < len(axes[0].Samples); i++ {
					line = strconv.AppendFloat(line[:0], float64(r.Time)+float64(i)*1000/r.Rate, 'f', 3, 64)
					for _, a := range axes {
						line = append(line, ',')
						if v := a.Samples[i]; !math.IsNaN(v) {
							line = strconv.AppendFloat(line, v, 'g', 10, 64)
						}
					}
					if err := out.Plain(line); err != nil {
						return err
					}
				}
				return nil
			})
		},
	}, nil
}

// canonical returns the axes of a record in the units that are shown; none if the samples are deleted.
func canonical(r *ingest.Record) []vibration.Axis {
	if r.Deleted {
		return nil
	}
	axes := r.Waveform().Axes
	for i := range axes {
		unit, factor := axes[i].Canonical()
		axes[i].Unit = unit
		for k := range axes[i].Samples {
			axes[i].Samples[k] *= factor
		}
	}
	return axes
}

func vibrationRecordOf(r ingest.Record) VibrationRecord {
	made := VibrationRecord{
		ChannelNo: r.Channel, Time: r.Time, Duration: r.Duration, Rate: r.Rate, Samples: r.Samples, Complete: r.Complete,
		Deleted: r.Deleted, Triggered: r.Triggered, TriggerValue: r.Trigger, Axes: make([]RecordAxis, 0, len(r.Axes)),
		PPV: r.Summary.Value("ppv"), PVS: r.Summary.Value("pvs"), PGA: r.Summary.Value("pga"), PGV: r.Summary.Value("pgv"),
		Displacement: r.Summary.Value("disp"), Settings: RecordSettings{
			HighPass: cmp.Or(r.Settings.HighPass, vibration.DefaultHighPass), Window: cmp.Or(r.Settings.Window, vibration.Hann),
			KeepAcceleration: r.Settings.KeepAcceleration, PointID: r.Point,
		},
	}
	for _, a := range r.Axes {
		unit, _ := (&vibration.Axis{Field: a.Field, Unit: a.Unit}).Canonical()
		made.Axes = append(made.Axes, RecordAxis{Field: a.Field, Unit: unit, Peak: a.Peak, RMS: a.RMS, Frequency: a.Frequency})
	}
	return made
}

func numberOf(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

func numbersOf(list []float64) []*float64 {
	made := make([]*float64, len(list))
	for i, v := range list {
		made[i] = numberOf(v)
	}
	return made
}
