{"preset":"vw"}
