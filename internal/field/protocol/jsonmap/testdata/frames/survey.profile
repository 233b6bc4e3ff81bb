{"rows":"points","time":{"path":"$.time","format":"YYYY-MM-DD HH:mm:ss"},"name":"name","values":[{"path":"x","field":"x"},{"path":"y","field":"y"},{"path":"z","field":"z"}]}
