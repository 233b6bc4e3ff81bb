package app

import (
	"context"
	"io/fs"
	"path/filepath"
	"time"

	"plumbline/internal/httpapi/opsapi"
	"plumbline/internal/platform/disk"
	"plumbline/internal/platform/telemetry"
)

// watchFigures publishes the metrics of the server's parts.
func (s *Server) watchFigures() {
	s.Metrics.WatchIntake(s.intakeFigures())
	s.Metrics.WatchDisk(s.diskFigures())
	s.Metrics.WatchPasswords(
		func() float64 { checked, _ := s.Identity.PasswordChecks(); return float64(checked) },
		func() float64 { _, waiting := s.Identity.PasswordChecks(); return float64(waiting) },
	)
	s.watchMessages()
	s.Metrics.WatchDatabase(func() float64 { return float64(s.DB.Statements()) })
	s.Metrics.WatchDurability(func() float64 { return float64(s.promise.Now().Machines) })
	s.Metrics.WatchComputation(telemetry.Computation{
		Readings: func() float64 { return float64(s.Worker.Figures().Readings) },
		Crossed:  func() float64 { return float64(s.Worker.Figures().Crossed) },
		Refolded: func() float64 { return float64(s.Worker.Figures().Refolded) },
		Waiting:  func() float64 { return float64(s.Worker.Figures().Waiting) },
		Failing:  func() float64 { return float64(len(s.Worker.Failures())) },
		Own:      func() float64 { own, _ := s.Directory.Folded(); return float64(own) },
		Others:   func() float64 { _, others := s.Directory.Folded(); return float64(others) },
	})
}

// intakeFigures are the metrics from frame to result.
func (s *Server) intakeFigures() telemetry.Intake {
	return telemetry.Intake{
		Connected:     func() float64 { return float64(s.devices.connected()) },
		Accepted:      func() float64 { return float64(s.Intake.Stats().FramesAccepted) },
		Refused:       func() float64 { return float64(s.Intake.Stats().FramesRefused) },
		Dead:          func() float64 { return float64(s.Intake.Stats().FramesDead) },
		Frames:        func() float64 { return float64(s.Intake.Stats().FramesAccepted) },
		Commits:       func() float64 { return float64(s.Intake.Stats().Commits) },
		CommitSeconds: func() float64 { return s.Intake.Stats().CommitTime.Seconds() },
		Lag:           func() float64 { return s.Intake.Stats().Lag.Seconds() },
		Batches:       func() float64 { return float64(s.Intake.Stats().Batches) },
		BatchSeconds:  func() float64 { return s.Intake.Stats().BatchTime.Seconds() },
	}
}

func (s *Server) diskFigures() telemetry.Disk {
	space := func(pick func(free, total uint64) uint64) func() float64 {
		return func() float64 {
			free, total, err := disk.Space(s.Config.Data)
			if err != nil {
				return 0
			}
			return float64(pick(free, total))
		}
	}
	return telemetry.Disk{
		Free:  space(func(free, _ uint64) uint64 { return free }),
		Total: space(func(_, total uint64) uint64 { return total }),
		FullDay: func() float64 {
			if at, ok := s.disk.fullAt(); ok {
				return float64(at.Unix())
			}
			return 0
		},
	}
}

// freeSpace returns how many bytes intake may still write.
func (s *Server) freeSpace() (uint64, error) {
	free, _, err := disk.Space(s.Config.Data)
	return free, err
}

// storageOfAll returns the worst disk state of all servers.
func (s *Server) storageOfAll(ctx context.Context) (worst opsapi.Storage, err error) {
	answers, silent, err := s.askStorage.Ask(ctx, struct{}{})
	if err != nil {
		return worst, err
	}
	worst = answers[0]
	for _, other := range answers[1:] {
		fullAt, lag := worst.FullAt, max(worst.JournalLagMs, other.JournalLagMs)
		if other.FullAt != 0 && (fullAt == 0 || other.FullAt < fullAt) {
			fullAt = other.FullAt
		}
		if other.FreeBytes < worst.FreeBytes {
			worst = other
		}
		worst.FullAt, worst.JournalLagMs = fullAt, lag
	}
	worst.SilentServers = append([]string{}, silent...)
	return worst, nil
}

// storage returns the disk state of this server.
func (s *Server) storage(context.Context, struct{}) (opsapi.Storage, error) {
	free, total, err := disk.Space(s.Config.Data)
	if err != nil {
		return opsapi.Storage{}, err
	}
	used, err := folderSize(s.Config.Data)
	if err != nil {
		return opsapi.Storage{}, err
	}
	storage := opsapi.Storage{
		FreeBytes: int64(free), TotalBytes: int64(total), UsedBytes: used, BytesPerDay: s.disk.perDay(),
		JournalLagMs: s.Intake.Stats().Lag.Milliseconds(),
	}
	if at, ok := s.disk.fullAt(); ok {
		storage.FullAt = at.UnixMilli()
	}
	return storage, nil
}

func folderSize(folder string) (size int64, err error) {
	err = filepath.WalkDir(folder, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			size += info.Size()
		}
		return nil // a file deleted in the meantime has no size
	})
	return size, err
}

func (s *Server) watchDisk(ctx context.Context) {
	tick := time.NewTicker(diskEvery)
	defer tick.Stop()
	for s.disk.look(time.Now()); ; {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			s.disk.look(now)
		}
	}
}
