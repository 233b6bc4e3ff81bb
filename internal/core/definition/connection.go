package definition

// Connection says on which channel of which collector a bare sensor hangs.
type Connection struct {
	CollectorID int64 `json:"collectorId"`
	ChannelNo   int32 `json:"channelNo"`
}
