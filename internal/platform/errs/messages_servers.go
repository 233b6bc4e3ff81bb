package errs

// Servers of the installation: 8600 to 8609.
var (
	DrainsAlready   = message(8600, Conflict, "errDrainsAlready", "该服务器已在排空", "This server drains already", "該伺服器已在排空")
	DrainsNot       = message(8601, Conflict, "errDrainsNot", "该服务器没有在排空", "This server does not drain", "該伺服器沒有在排空")
	NobodyTakesOver = message(8602, Conflict, "errNobodyTakesOver", "没有其他在线服务器接手，先启动另一台", "No other server can take over: start another one first", "沒有其他線上伺服器接手，先啟動另一台")
	DrainsNowhere   = message(8603, Conflict, "errDrainsNowhere", "单机部署没有其他服务器接手，停机前无需排空", "An embedded installation has one server: it needs no drain before a stop", "單機部署沒有其他伺服器接手，停機前無需排空")
)
