package citus

import "math/bits"

// Hash returns the hash by which Citus finds the shard of a number; the shards of a table are ranges of it. It is
// hashint8 of PostgreSQL. Transactions that lock rows in its order never wait for each other in a circle: Citus sends the
// rows of a statement shard by shard.
func Hash(value int64) int32 {
	low, high := uint32(value), uint32(value>>32)
	if value < 0 {
		high = ^high
	}
	const start = 0x9e3779b9 + 4 + 3923095
	a, b, c := start+(low^high), uint32(start), uint32(start)
	c = (c ^ b) - bits.RotateLeft32(b, 14)
	a = (a ^ c) - bits.RotateLeft32(c, 11)
	b = (b ^ a) - bits.RotateLeft32(a, 25)
	c = (c ^ b) - bits.RotateLeft32(b, 16)
	a = (a ^ c) - bits.RotateLeft32(c, 4)
	b = (b ^ a) - bits.RotateLeft32(a, 14)
	c = (c ^ b) - bits.RotateLeft32(b, 24)
	return int32(c)
}
