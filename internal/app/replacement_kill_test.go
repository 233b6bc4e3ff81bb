package app

import (
	"context"
	"encoding/json"
	"log/slog"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/site/pointconfig"
	"plumbline/internal/testing/killtest"
)

func TestMain(m *testing.M) {
	os.Exit(killtest.Main(m, func(argument string, ready func()) error {
		task, argument, _ := strings.Cut(argument, " ")
		tasks := map[string]func(string, func()) error{
			"replace": replaceForEver, "import": importForEver, "jobs": jobsForEver, "files": filesForEver, "schedules": schedulesForEver,
		}
		return tasks[task](argument, ready)
	}))
}

// killed is the installation that the killed process works on.
type killed struct {
	Folder       string
	Point, First int64
	Next         int64
}

func (k killed) open(ctx context.Context) (*Installation, error) {
	return Open(ctx, Config{Data: k.Folder, Version: "test"}, slog.New(slog.DiscardHandler))
}

// again starts a task several times and kills it at a random moment within a time; look compares what it left.
func (k killed) again(t *testing.T, task string, kills int, within time.Duration, look func(t *testing.T)) {
	t.Helper()
	argument, err := json.Marshal(k)
	if err != nil {
		t.Fatal(err)
	}
	if testing.Short() {
		kills = 2
	}
	for range kills {
		p := killtest.Start(t, task+" "+string(argument))
		<-time.After(rand.N(within)) // the random moment is the point of the test
		p.Kill()
		t.Run("look", look)
	}
}

// serving parses an argument of the process and starts the server of its installation.
func serving(ctx context.Context, argument string) (k killed, s *Server, err error) {
	k, in, err := opened(ctx, argument)
	if err != nil {
		return k, nil, err
	}
	s, err = in.Start(ctx, StartOptions{})
	return k, s, err
}

// opened parses an argument of the process and opens its installation.
func opened(ctx context.Context, argument string) (k killed, in *Installation, err error) {
	if err := json.Unmarshal([]byte(argument), &k); err != nil {
		return k, nil, err
	}
	in, err = k.open(ctx)
	return k, in, err
}

// replaceForEver runs the server and repeatedly replaces the devices of a point, migrates the data and undoes both.
func replaceForEver(argument string, ready func()) error {
	ctx := context.Background()
	k, s, err := serving(ctx, argument)
	if err != nil {
		return err
	}
	who := program("test")
	service := pointconfig.New(s.Store, s.Points, s.Corrections, s.Previews)
	list, err := service.Replacements(ctx, who.Scope, k.Point)
	if err != nil {
		return err
	}
	for _, r := range list { // left by the last kill
		if r.State != pointconfig.Undone {
			if _, err := service.Undo(ctx, who, r.ID, "again"); err != nil {
				return err
			}
		}
	}
	ready()
	for {
		r, err := service.ChangeGroup(ctx, who, k.Point,
			pointconfig.Change{At: began + 24*hour, Binding: definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: k.Next}}}})
		if err == nil {
			_, err = service.Migrate(ctx, who, r.ID, pointconfig.Migration{Count: 2, Carry: true})
		}
		if err == nil {
			_, err = service.Undo(ctx, who, r.ID, "again")
		}
		if err != nil {
			return err
		}
	}
}

// A server killed while replacing devices has completed each step or not begun it.
func TestKilledWhileDevicesAreReplaced(t *testing.T) {
	k := killed{Folder: t.TempDir()}
	t.Run("seed", func(t *testing.T) {
		r := rehearseIn(t, k.Folder)
		k.Point, k.First, k.Next = r.point.ID, r.first.ID, r.next.ID
	})
	found, kills := map[pointconfig.State]int{}, 8
	k.again(t, "replace", kills, 150*time.Millisecond, func(t *testing.T) { found[k.look(t)]++ })
	t.Logf("the newest replacement after %d kills: %v", kills, found)
}

// look compares a point's configuration in effect with its replacements.
func (k killed) look(t *testing.T) pointconfig.State {
	ctx, all := t.Context(), access.Scope{All: true}
	in, err := k.open(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := in.Close(); err != nil {
			t.Error(err)
		}
	}()
	list, err := in.Store.Replacements(ctx, all, k.Point)
	if err != nil {
		t.Fatal(err)
	}
	versions, err := in.Points.Versions(ctx, all, k.Point, "")
	if err != nil {
		t.Fatal(err)
	}
	corrections, err := in.Corrections.List(ctx, all, k.Point)
	if err != nil {
		t.Fatal(err)
	}
	made, carried, newest := 0, 0, pointconfig.Undone
	for i, r := range list {
		if i == 0 {
			newest = r.State
		}
		wanted := [2]int{2, 1} // binding and initial value; the carried change
		if r.State == pointconfig.Undone {
			wanted = [2]int{}
		}
		if len(r.Versions) != wanted[0] || len(r.Corrections) != wanted[1] {
			t.Errorf("a replacement in state %s has %d versions and %d corrections", r.State, len(r.Versions), len(r.Corrections))
		}
		made, carried = made+len(r.Versions), carried+len(r.Corrections)
	}
	stand, standing := 0, 0
	var bindings []timeline.Version[definition.Binding]
	for _, v := range versions {
		if v.SupersededAt == 0 && v.ValidFrom != 0 { // versions of the set-up apply always
			stand++
		}
	}
	for _, c := range corrections {
		if c.InEffect() {
			standing++
		}
	}
	if stand != made || standing != carried {
		t.Errorf("%d versions and %d corrections in effect, the replacements record %d and %d", stand, standing, made, carried)
	}
	if bindings, err = timeline.Decode[definition.Binding](versions, string(definition.AspectBinding)); err != nil {
		t.Fatal(err)
	}
	feeding, _ := timeline.Of(bindings).At(began + 40*hour)
	if want := map[bool]int64{true: k.First, false: k.Next}[newest == pointconfig.Undone]; feeding.Value.Sources[0].DeviceID != want {
		t.Errorf("after %s device %d feeds the point, want %d", newest, feeding.Value.Sources[0].DeviceID, want)
	}
	return newest
}
