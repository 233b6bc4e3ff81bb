package project

// degree is one degree in millionths of an arc second: the unit in which
// coordinates are kept, so that what people typed comes back digit for digit.
const degree = 3600 * 1_000_000
