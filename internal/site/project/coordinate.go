package project

// degree is one degree in millionths of an arc second, the unit of stored coordinates, in which entered digits are
// exact.
const degree = 3600 * 1_000_000
