{"preset":"tilt2","unit":1}
