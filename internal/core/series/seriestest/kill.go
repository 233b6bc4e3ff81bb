package seriestest

import (
	"bufio"
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/database"
)

// The kill test starts its own test binary as a child that writes, replaces and seals, kills it without warning, and
// checks what is left: everything that the child acknowledged, at most one more batch, and nothing that was replaced
// or deleted.

const (
	childPath = "SERIESTEST_CHILD_PATH"
	childFrom = "SERIESTEST_CHILD_FROM"
)

// Child runs the child's work if this process is a child, and then never returns. Call it first in TestMain.
func Child(open func(ctx context.Context, path string) (*database.DB, series.Store, error)) {
	path := os.Getenv(childPath)
	if path == "" {
		return
	}
	fmt.Fprintln(os.Stderr, child(path, open)) // ends only on failure
	os.Exit(1)
}

func child(path string, open func(ctx context.Context, path string) (*database.DB, series.Store, error)) error {
	ctx := context.Background()
	number, err := strconv.Atoi(os.Getenv(childFrom))
	if err != nil {
		return err
	}
	db, store, err := open(ctx, path)
	if err != nil {
		return err
	}
	for ; ; number++ {
		step := stepOf(number)
		err := transact(db)(func(tx *sql.Tx) (apply func(), err error) {
			if step.deleted != nil {
				return store.DeleteSeries(ctx, tx, step.deleted)
			}
			_, apply, err = store.Write(ctx, tx, step.batch)
			return apply, err
		})
		if err != nil {
			return err
		}
		fmt.Println(number) // acknowledged
		seal := store.Maintain
		if number%40 == 39 {
			seal = store.Flush
		}
		err = seal(ctx, func(do func(*sql.Tx) (func(), error)) error {
			fmt.Println("seal")
			return transact(db)(do)
		})
		if err != nil {
			return err
		}
	}
}

// step is the work of one transaction of the child; the number determines it.
type step struct {
	batch   series.Batch
	deleted []series.ID
}

func stepOf(number int) step {
	rng := rand.New(rand.NewPCG(uint64(number), 77))
	if number%97 == 96 {
		return step{deleted: []series.ID{series.RawID(rng.Int64N(20), 1), series.ResultID(rng.Int64N(20))}}
	}
	var b series.Batch
	now := int64(number) * 100
	for device := range int64(20) {
		b.Raw = append(b.Raw, killRow(rng, series.RawID(device, 1), now+device))
		if rng.IntN(5) == 0 { // late, or again and perhaps different
			b.Raw = append(b.Raw, killRow(rng, series.RawID(device, 1), max(0, now-rng.Int64N(80)*100+device)))
		}
		b.Results = append(b.Results, killRow(rng, series.ResultID(device), now))
	}
	for range rng.IntN(3) {
		r := series.Replacement{Series: series.ResultID(rng.Int64N(20)), From: rng.Int64N(now + 1)}
		r.To = r.From + rng.Int64N(5000)
		step := []int64{2000, 400, 15}[rng.IntN(3)]
		for t := r.From; t <= r.To; t += step {
			r.Rows = append(r.Rows, killRow(rng, r.Series, t))
		}
		b.Replace = append(b.Replace, r)
	}
	return step{batch: b}
}

func killRow(rng *rand.Rand, id series.ID, time int64) series.Put {
	list := []*reading.Columns{pair, pair, pair, other}[rng.IntN(4)]
	p := series.Put{Series: id, Time: time, Columns: list, Values: []float64{float64(rng.IntN(300)) / 100, float64(rng.IntN(3))}}
	if id.IsRaw() {
		p.Received = int64(rng.IntN(1_000_000))
	}
	if rng.IntN(6) == 0 {
		p.Flag = reading.Abnormal
	}
	return p
}

// RunKilled runs the kill test on the database at path, which the child opens too.
func RunKilled(t *testing.T, path string, kills int, open func(t testing.TB, path string) (*database.DB, series.Store)) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	known := newModel() // as of step next-1
	next := 0
	for kill := range kills {
		acknowledged := runChild(t, path, next, 40+rng.IntN(250))
		db, store := open(t, path)
		b := &bench{TB: t, Fixture: Fixture{DB: db}, store: store, model: known}
		for ; next <= acknowledged; next++ {
			known.do(stepOf(next))
		}
		more := known.clone()
		more.do(stepOf(next))
		if b.holds(more) {
			known, next = more, next+1
		} else {
			b.check(t) // reports the difference, if there is one
		}
		t.Logf("kill %d: %d steps acknowledged, %d found", kill, acknowledged+1, next)
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func (m *model) do(s step) {
	for _, id := range s.deleted {
		m.rows[id] = map[int64]modelRow{} // known to be empty: other series are not compared
		delete(m.revisions, id)
	}
	m.write(s.batch)
}

// holds reports whether the store equals a model.
func (b *bench) holds(m *model) bool {
	quiet := &verdict{}
	func() {
		defer func() {
			if quiet.differs {
				_ = recover() // from the stop of a Fatalf
			}
		}()
		other := *b
		other.model = m
		other.check(quiet)
	}()
	return !quiet.differs
}

// verdict records a difference instead of failing the test.
type verdict struct{ differs bool }

func (v *verdict) Helper() {}

func (v *verdict) Fatalf(string, ...any) {
	v.differs = true
	panic(v)
}

// runChild starts the child at a step, kills it after a number of lines of its output and returns the last step that
// it acknowledged.
func runChild(t *testing.T, path string, from, lines int) (acknowledged int) {
	t.Helper()
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), childPath+"="+path, childFrom+"="+strconv.Itoa(from))
	command.Stderr = os.Stderr
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	acknowledged = from - 1
	scanner := bufio.NewScanner(out)
	for scanner.Scan() {
		if lines--; lines == 0 {
			if err := command.Process.Kill(); err != nil {
				t.Error(err)
			}
		}
		// Output written before the kill counts too.
		if number, err := strconv.Atoi(scanner.Text()); err == nil {
			acknowledged = number
		}
	}
	_ = command.Wait() // killed
	if lines > 0 {
		t.Fatalf("the child ended by itself, %d lines early", lines)
	}
	return acknowledged
}
