package project

// Box is a part of the map, in millionths of an arc second. If West is greater than East it crosses the 180th
// meridian.
type Box struct{ West, South, East, North int64 }

// World returns the whole map.
func World() Box {
	return Box{West: -180 * degree, South: -90 * degree, East: 180 * degree, North: 90 * degree}
}
