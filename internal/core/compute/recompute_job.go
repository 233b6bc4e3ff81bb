package compute

// RecomputeJob is the kind of the job that folds points again on a person's wish.
const RecomputeJob = "recompute"

// RecomputeArgs are its arguments.
type RecomputeArgs struct {
	Points []int64 `json:"points"`
	From   int64   `json:"from"` // UTC ms
}
