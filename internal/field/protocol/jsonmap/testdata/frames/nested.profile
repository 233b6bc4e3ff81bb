{"rows":"stations[].data[]","time":{"path":"$.time","format":"s"},"channel":"^.no","node":"depth","values":[{"path":"d","field":"angleX"}]}
