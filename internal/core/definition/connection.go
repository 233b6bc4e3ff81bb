package definition

// Connection is the channel of a collector that a sensor is connected to.
type Connection struct {
	CollectorID int64 `json:"collectorId"`
	ChannelNo   int32 `json:"channelNo"`
}
