package compute

// RecomputeJob is the kind of the job that recomputes points at a user's request.
const RecomputeJob = "recompute"

// RecomputeArgs are the arguments of a RecomputeJob.
type RecomputeArgs struct {
	Points []int64 `json:"points"`
	From   int64   `json:"from"` // UTC ms
}
