package project

// Box is a part of the map, in millionths of an arc second. West above East is a box
// over the 180th meridian.
type Box struct{ West, South, East, North int64 }

// World is the whole map.
func World() Box {
	return Box{West: -180 * degree, South: -90 * degree, East: 180 * degree, North: 90 * degree}
}
