package ingest_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"plumbline/internal/field/ingest"
	"plumbline/internal/field/ingest/intaketest"
	"plumbline/internal/platform/errs"
)

// liveHeap returns the bytes in use.
func liveHeap() int64 {
	runtime.GC()
	runtime.GC() // after cleanups ran
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

// invented returns a message of 150 records with different names.
func invented(message int, record func(i int) string) string {
	var out strings.Builder
	out.WriteString(`{"type":"data","records":[`)
	for i := range 150 {
		if i > 0 {
			out.WriteByte(',')
		}
		fmt.Fprintf(&out, `{"t":%d,%s}`, base+int64(message*150+i), record(i))
	}
	out.WriteString("]}")
	return out.String()
}

// A device with a valid secret that keeps inventing names, nodes or channels costs no more memory than others.
// Rejected readings become dead frames with the reason, and other devices are not delayed.
func TestInventedNamesAreBounded(t *testing.T) {
	const most = 64 << 20
	for _, c := range []struct {
		name    string
		message func(n int) string
	}{
		{"field names", func(n int) string {
			return invented(n, func(i int) string {
				var v []string
				for k := range 60 {
					v = append(v, fmt.Sprintf(`"f%d_%d_%d":1`, n, i, k))
				}
				return `"v":{` + strings.Join(v, ",") + `}`
			})
		}},
		{"nodes", func(n int) string {
			return invented(n, func(i int) string {
				var nodes []string
				for k := range 60 {
					nodes = append(nodes, fmt.Sprintf(`{"no":%d,"x":1}`, 1+(n*9000+i*60+k)%65000))
				}
				return `"nodes":[` + strings.Join(nodes, ",") + `]`
			})
		}},
		{"permutations of the same names", func(n int) string {
			return invented(n, func(i int) string {
				var v []string
				for k := range 60 {
					v = append(v, fmt.Sprintf(`"f%d":1`, (k*(2*((n*150+i)%29)+1)+n*150+i)%61))
				}
				return `"v":{` + strings.Join(v, ",") + `}`
			})
		}},
		{"channels", func(n int) string {
			return invented(n, func(i int) string {
				var ch []string
				for k := range 60 {
					ch = append(ch, fmt.Sprintf(`{"no":%d,"c%d":1}`, 1+(n*9000+i*60+k)%16000, i))
				}
				return `"ch":[` + strings.Join(ch, ",") + `]`
			})
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := open(t, t.TempDir(), intaketest.Options{})
			send(t, in, frame(2, base, c.message(0)))
			before, highest := liveHeap(), int64(0)
			for n := 1; n <= 24; n++ {
				send(t, in, frame(2, base, c.message(n)))
				highest = max(highest, liveHeap()-before)
			}
			if highest > most {
				t.Errorf("memory grew by %d MB, want at most %d MB", highest>>20, most>>20)
			}
			t.Logf("memory grew by at most %.1f MB", float64(highest)/(1<<20))
			send(t, in, frame(3, base, fmt.Sprintf(`{"t":%d,"v":{"x":1}}`, base)))
			expect(t, in, 3, 0, "+0 x=1\n")
		})
	}
}

func TestTooManyColumnsBecomeDeadFrame(t *testing.T) {
	in := open(t, t.TempDir(), intaketest.Options{})
	for n := range 6 { // 300 names, of which 256 are accepted
		var v []string
		for k := range 50 {
			v = append(v, fmt.Sprintf(`"f%d":%d`, n*50+k, n))
		}
		send(t, in, frame(2, base, fmt.Sprintf(`{"records":[{"t":%d,"v":{%s}},{"t":%d,"v":{"f0":7}}]}`, base+int64(n), strings.Join(v, ","), base+10+int64(n))))
	}
	dead, err := in.DeadFrames(t.Context(), 2, ingest.Entry{}, 10)
	if err != nil || len(dead) != 1 {
		t.Fatalf("%d dead frames, %v; want the one with names 251 to 300", len(dead), err)
	}
	why := dead[0].Reason
	if len(why.Fields) != 1 || why.Fields[0].Name != "records[0].v" || why.Fields[0].Message != errs.TooManyColumns {
		t.Errorf("reason %v with fields %+v, want records[0].v: %s", why, why.Fields, errs.TooManyColumns.Key)
	}
	if got := rows(t, in, 2, 0); !strings.Contains(got, "+15 f0=7\n") {
		t.Error("the good reading of the same message is missing")
	}
	// A day later the device may have been reconfigured.
	day := int64(24 * 3600_000)
	send(t, in, frame(2, base+day, fmt.Sprintf(`{"t":%d,"v":{"other":1}}`, base+day)))
	if got := rows(t, in, 2, 0); !strings.Contains(got, "other=1") {
		t.Error("a day later a new name is still refused")
	}
}
