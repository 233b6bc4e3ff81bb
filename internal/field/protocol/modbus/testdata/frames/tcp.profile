{"preset":"tilt2","framing":"tcp"}
