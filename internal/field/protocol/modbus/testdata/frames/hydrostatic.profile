{"items":[{"function":4,"type":"f32","field":"level"}]}
