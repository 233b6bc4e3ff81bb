package schema

import "plumbline/internal/platform/citus"

// Distributed lists the tables that Citus distributes, each after its leader. All others are local to the coordinator.
// docs/citus.md gives the reasons.
var Distributed = []citus.Table{
	{Name: "series_state", By: "series_id", Leader: "series_state"},
	{Name: "series_hot", By: "series_id", Leader: "series_state"},
	{Name: "series_chunk", By: "series_id", Leader: "series_state"},
	{Name: "reading_revision", By: "series_id", Leader: "series_state"},
	{Name: "waveform", By: "device", Leader: "waveform"},
	{Name: "checkpoint", By: "point_id", Leader: "checkpoint"},
	{Name: "initial_value", By: "point_id", Leader: "checkpoint"},
	{Name: "frame_sequence", By: "part", Leader: "frame_sequence"},
	{Name: "frame_batch", By: "part", Leader: "frame_sequence"},
}
