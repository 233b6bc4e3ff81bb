{"items":[{"type":"f32","field":"level"}]}
