package simulation

import (
	"plumbline/internal/feature"
	"plumbline/internal/platform/jobs"
)

// Engine replays the past.
type Engine = engine

// Handler returns the handler of the job with an engine of the test.
func Handler(host feature.Host, from Engine) jobs.Handler {
	return (&server{Host: host, engine: from}).run
}

// KindOfJob is the kind of the job.
const KindOfJob = simulateJob
