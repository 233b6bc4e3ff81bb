package ingest_test

import (
	"fmt"
	"testing"

	"plumbline/internal/field/ingest/intaketest"
)

func TestReadingsWithoutTime(t *testing.T) {
	onBoth(t, func(t *testing.T, reopen func(intaketest.Options) *intaketest.Installation) {
		in := reopen(intaketest.Options{})
		send(t, in, frame(2, base, `{"seq":7,"v":{"a":1}}`))
		send(t, in, frame(2, base, `{"seq":8,"v":{"a":1}}`))      // the same millisecond, a different packet
		send(t, in, frame(2, base+5000, `{"seq":7,"v":{"a":1}}`)) // sent again
		send(t, in, frame(3, base, `{"v":{"a":1}}`))
		send(t, in, frame(3, base, `{"v":{"a":1}}`)) // without a number it can't be known for the same
		expect(t, in, 2, 0, "+0 a=1 timeFixed\n+1 a=1 timeFixed\n")
		expect(t, in, 3, 0, "+0 a=1 timeFixed\n+1 a=1 timeFixed\n")
		if err := in.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		again := reopen(intaketest.Options{})
		send(t, again, frame(2, base+9000, `{"seq":8,"v":{"a":1}}`))        // sent again after a restart
		send(t, again, frame(2, base+25*3600_000, `{"seq":7,"v":{"a":1}}`)) // the numbers have wrapped around
		expect(t, again, 2, 0, "+0 a=1 timeFixed\n+1 a=1 timeFixed\n+90000000 a=1 timeFixed\n")
	})
}

// Frames that are decoded late, such as those of a server that died, or replayed ones, have the time at which they were received,
// and none replaces another one.
func TestLateReadingsWithoutTime(t *testing.T) {
	onBoth(t, func(t *testing.T, reopen func(intaketest.Options) *intaketest.Installation) {
		in := reopen(intaketest.Options{})
		next := 0
		receive := func(after int64) {
			next++
			send(t, in, frame(2, base+after, fmt.Sprintf(`{"v":{"a":%d}}`, next)))
		}
		receive(9000)
		receive(9000)
		receive(2000)
		receive(2000)
		receive(3000)
		if err := in.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		in = reopen(intaketest.Options{})
		receive(3000)
		receive(9000)
		receive(1000)
		receive(8999)
		receive(8999)
		receive(10000)
		expect(t, in, 2, 0, `+1000 a=8 timeFixed
+2000 a=3 timeFixed
+2001 a=4 timeFixed
+3000 a=5 timeFixed
+3001 a=6 timeFixed
+8999 a=9 timeFixed
+9000 a=1 timeFixed
+9001 a=2 timeFixed
+9002 a=7 timeFixed
+9003 a=10 timeFixed
+10000 a=11 timeFixed
`)
		send(t, in, frame(3, base+30*3600_000, `{"seq":7,"v":{"a":2}}`))
		send(t, in, frame(3, base, `{"seq":7,"v":{"a":1}}`)) // another packet of this number, of the day before
		expect(t, in, 3, 0, "+0 a=1 timeFixed\n+108000000 a=2 timeFixed\n")
	})
}
