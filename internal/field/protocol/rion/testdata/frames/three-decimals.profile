{"decimals":3,"third":"temp"}
