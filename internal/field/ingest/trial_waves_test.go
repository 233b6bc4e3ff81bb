package ingest_test

import (
	"math"
	"strings"
	"testing"

	"plumbline/internal/field/ingest"
	"plumbline/internal/field/ingest/intaketest"
	"plumbline/internal/platform/errs"
)

// At the workbench a block has what its samples have, and its components can be given other peaks, also larger ones than
// its scale can write. A part stays the part that it is.
func TestPeaksOfABlockCanBeChanged(t *testing.T) {
	onBoth(t, func(t *testing.T, reopen func(intaketest.Options) *intaketest.Installation) {
		in := reopen(intaketest.Options{Devices: intaketest.NewDevices(1)})
		for _, block := range []string{blockFrame(base, 1, 3, 500), strings.Replace(blockFrame(base, 1, 1, 500), `"part":1,"parts":1`, `"ch":7`, 1)} {
			try := func(changes ...ingest.Change) (ingest.Trial, error) {
				return in.Try(t.Context(), frame(1, base+1000, block), &ingest.Draft{Changes: changes})
			}
			peaks := func(trial ingest.Trial, err error) (x, z float64) {
				t.Helper()
				if err != nil || trial.Refused != nil || len(trial.Rows) != 1 {
					t.Fatalf("%+v, %v, %v", trial.Rows, trial.Refused, err)
				}
				sum := trial.WaveOf(&trial.Rows[0])
				return sum["peakX"], sum["peakZ"]
			}
			x, z := peaks(try())
			if x < 1.9 || x > 2.1 || z < 0.9 || z > 1.1 {
				t.Fatalf("peaks %v and %v, want about 2 and 1", x, z)
			}
			if x, same := peaks(try(ingest.Change{Field: "peakX", Value: 4})); math.Abs(x-4) > 0.002 || math.Abs(same-z) > 0.002 {
				t.Errorf("peaks %v and %v, want 4 and %v", x, same, z)
			}
			trial, err := try(ingest.Change{Field: "peakX", Value: 200})
			if x, same := peaks(trial, err); math.Abs(x-200) > 0.01 || math.Abs(same-z) > 0.01 {
				t.Errorf("peaks %v and %v, want 200 and %v", x, same, z)
			}
			if before, _ := try(); trial.Rows[0].Series != before.Rows[0].Series || trial.Waves[0].Part != before.Waves[0].Part {
				t.Errorf("part %d of %v became part %d of %v", before.Waves[0].Part, before.Rows[0].Series, trial.Waves[0].Part, trial.Rows[0].Series)
			}
			for _, wrong := range []ingest.Change{{Field: "rmsX", Value: 1}, {Field: "peakY", Value: 1}, {Reading: 1, Field: "peakX"}, {Field: "peakX", Node: 1}} {
				if _, err := try(wrong); err == nil || !strings.Contains(err.Error(), errs.OnField("changes", errs.MustExist).Error()) {
					t.Errorf("%+v: %v", wrong, err)
				}
			}
		}
	})
}
