package simulate

import (
	"context"
	"fmt"
	"io"
	"math"
	"net"
	"os"
	"sync"
	"time"

	"plumbline/internal/field/protocol/admi/admipb"
	"plumbline/internal/field/simulate/shapearray"
)

// serveArray acts as the service of a shape array, which plays a source, until ctx ends.
func (o Options) serveArray(ctx context.Context, devices []credential, readings source, out io.Writer) error {
	if len(devices) != 1 {
		return fmt.Errorf("%w: --admi is for one device", ErrUsage)
	}
	recorded, err := o.recorded()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUsage, err)
	}
	for _, target := range readings.targets() {
		if recorded != nil {
			break
		}
		if place(new(admipb.Segment), target.Field) == nil || target.Node < 1 {
			return fmt.Errorf("%w: %s is no field of a shape array, such as 0/1.ax", ErrUsage, fieldName(target))
		}
	}
	listener, err := net.Listen("tcp", o.ADMI)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUsage, err)
	}
	n := 0
	array := shapearray.New(devices[0].secret, o.Interval, func() []*admipb.Segment {
		_, values := readings.at(n)
		n++
		return segmentsOf(readings, values)
	})
	for _, reading := range recorded {
		array.Replay(reading)
	}
	if o.Start > 0 && recorded == nil {
		for at := time.Now().Add(-o.Start); at.Before(time.Now()); at = at.Add(o.Interval) {
			array.Take(at)
		}
	}
	server := array.Server()
	var running sync.WaitGroup
	defer running.Wait()
	if recorded == nil { // a recording has an end
		running.Go(func() { array.Run(ctx) })
	}
	running.Go(func() {
		<-ctx.Done()
		server.Stop()
	})
	if _, err := fmt.Fprintf(out, "the array is at grpc://%s\n", listener.Addr()); err != nil {
		return err
	}
	return server.Serve(listener)
}

// recorded returns the readings of a recording; nil: there is none.
func (o Options) recorded() ([]*admipb.Reading, error) {
	if o.Replay == "" {
		return nil, nil
	}
	file, err := os.Open(o.Replay)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	list, err := shapearray.ReadRecording(file)
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("%s has no readings", o.Replay)
	}
	return list, err
}

// segmentsOf returns the segments of a reading.
func segmentsOf(readings source, values []float64) (list []*admipb.Segment) {
	byNode := map[int32]*admipb.Segment{}
	for i, target := range readings.targets() {
		if math.IsNaN(values[i]) { // missing
			continue
		}
		segment := byNode[target.Node]
		if segment == nil {
			segment = &admipb.Segment{Node: target.Node}
			byNode[target.Node] = segment
			list = append(list, segment)
		}
		*place(segment, target.Field) = &values[i]
	}
	return list
}

// place returns where a segment has a field of the catalog; nil: it has none.
func place(s *admipb.Segment, field string) **float64 {
	switch field {
	case "ax":
		return &s.Ax
	case "ay":
		return &s.Ay
	case "az":
		return &s.Az
	case "x":
		return &s.X
	case "y":
		return &s.Y
	case "z":
		return &s.Z
	case "temp":
		return &s.Temperature
	}
	return nil
}
