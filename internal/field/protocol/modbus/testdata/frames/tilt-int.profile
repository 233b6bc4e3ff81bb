{"items":[{"function":4,"type":"i32","scale":0.0001,"field":"angleX"},{"function":4,"offset":2,"type":"i32","scale":0.0001,"field":"angleY"}]}
