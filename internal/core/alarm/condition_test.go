package alarm

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// every returns readings with the given levels, a minute apart from the first minute on.
func every(levels ...Level) (list []Judged) {
	for i, level := range levels {
		list = append(list, Judged{minutes(int64(i + 1)), level})
	}
	return list
}

func TestConditionsOfReadings(t *testing.T) {
	for _, c := range []struct {
		name  string
		ask   Conditions
		level Level
		event int64 // minute
		list  []Judged
		want  int64 // minute; 0: never
	}{
		{"nothing is asked", Conditions{}, Yellow, 1, every(Yellow), 1},
		{"2 of 3, at once", Conditions{Reached: 2, Readings: 3}, Yellow, 1, every(Yellow, Yellow), 2},
		{"2 of 3, with a gap", Conditions{Reached: 2, Readings: 3}, Yellow, 1, every(Yellow, Normal, Red), 3},
		{"2 of 3, too far apart", Conditions{Reached: 2, Readings: 3}, Yellow, 1, every(Yellow, Normal, Normal, Yellow), 0},
		{"2 of 3, at a higher level than the others", Conditions{Reached: 2, Readings: 3}, Red, 1, every(Red, Orange, Orange), 0},
		{"2 of 3, with one before the event", Conditions{Reached: 2, Readings: 3}, Yellow, 3, every(Yellow, Normal, Yellow), 3},
		{"never before the event", Conditions{Reached: 2, Readings: 2}, Yellow, 3, every(Yellow, Yellow, Normal), 0},
		{"3 of 3", Conditions{Reached: 3, Readings: 3}, Blue, 1, every(Blue, Red, Normal, Blue, Blue, Blue), 6},
		{"2 minutes", Conditions{Minutes: 2}, Yellow, 1, every(Yellow, Red, Yellow), 3},
		{"2 minutes, interrupted", Conditions{Minutes: 2}, Yellow, 1, every(Yellow, Yellow, Blue, Yellow, Yellow), 0},
		{"2 minutes, begun before the event", Conditions{Minutes: 2}, Yellow, 2, every(Yellow, Yellow, Yellow), 3},
		{"both, at different times", Conditions{Reached: 2, Readings: 2, Minutes: 2}, Yellow, 1, every(Yellow, Yellow, Yellow), 3},
		{"no readings", Conditions{Minutes: 2}, Yellow, 1, nil, 0},
	} {
		if got := c.ask.MetByReadings(c.level, minutes(c.event), c.list); got != minutes(c.want) {
			t.Errorf("%s: met at minute %d, want %d", c.name, got/minutes(1), c.want)
		}
	}
}

func TestConditionsOfPoints(t *testing.T) {
	at := func(point, since, until int64) Standing { return Standing{point, minutes(since), minutes(until)} }
	for _, c := range []struct {
		name   string
		ask    Conditions
		others []Standing
		want   int64 // minute; 0: never
	}{
		{"not asked", Conditions{}, nil, 100},
		{"nobody else", Conditions{Points: 2, Within: 30}, nil, 0},
		{"earlier", Conditions{Points: 2, Within: 30}, []Standing{at(2, 90, 0)}, 100},
		{"standing for a long time", Conditions{Points: 2, Within: 30}, []Standing{at(2, 1, 0)}, 100},
		{"restored within the window", Conditions{Points: 2, Within: 30}, []Standing{at(2, 1, 70)}, 100},
		{"restored before the window", Conditions{Points: 2, Within: 30}, []Standing{at(2, 1, 69)}, 0},
		{"later", Conditions{Points: 2, Within: 30}, []Standing{at(2, 130, 0)}, 130},
		{"too late", Conditions{Points: 2, Within: 30}, []Standing{at(2, 131, 0)}, 0},
		{"one point twice", Conditions{Points: 3, Within: 30}, []Standing{at(2, 90, 95), at(2, 110, 0)}, 0},
		{"the last of three", Conditions{Points: 3, Within: 30}, []Standing{at(3, 120, 0), at(2, 110, 0)}, 120},
	} {
		if got := c.ask.MetByPoints(1, minutes(100), c.others); got != minutes(c.want) {
			t.Errorf("%s: met at minute %d, want %d", c.name, got/minutes(1), c.want)
		}
	}
	if Met(minutes(5), minutes(7), minutes(6)) != 0 || Met(minutes(5), minutes(6), minutes(6)) != minutes(6) || Met(0, minutes(6), 0) != 0 {
		t.Error("an alert must meet both before it ends")
	}
}

// What is met at a reading was not met before it and stays met with all that follows, so that it does not matter when
// somebody looks.
func TestConditionsAreMetOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := every(rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 4), func(n int) Level { return Level(n) }), 0, 30).Draw(t, "levels")...)
		readings := rapid.SampledFrom([]int{0, 2, 3, 5}).Draw(t, "readings")
		c := Conditions{Readings: readings, Reached: rapid.IntRange(0, readings).Draw(t, "reached"), Minutes: rapid.Int64Range(0, 5).Draw(t, "minutes")}
		level, event := Level(rapid.IntRange(1, 4).Draw(t, "level")), minutes(rapid.Int64Range(1, 30).Draw(t, "event"))
		want := c.MetByReadings(level, event, list)
		for n := range len(list) + 1 {
			got := c.MetByReadings(level, event, list[:n])
			if seen := n > 0 && want != 0 && list[n-1].Time >= want; seen && got != want || !seen && got != 0 {
				t.Fatalf("after %d readings met at %d, at last at %d", n, got, want)
			}
		}
		others := rapid.SliceOf(rapid.Custom(func(t *rapid.T) Standing {
			since := rapid.Int64Range(1, 40).Draw(t, "since")
			return Standing{rapid.Int64Range(2, 5).Draw(t, "point"), minutes(since), minutes(since + rapid.Int64Range(0, 9).Draw(t, "for"))}
		})).Draw(t, "others")
		c.Points, c.Within = rapid.IntRange(2, 4).Draw(t, "points"), rapid.Int64Range(1, 20).Draw(t, "within")
		if c.MetByPoints(1, event, others) != c.MetByPoints(1, event, rapid.Permutation(slices.Clone(others)).Draw(t, "order")) {
			t.Fatal("the order of the points matters")
		}
	})
}
