{"items":[{"type":"f32","order":"CDAB","field":"temp"}]}
