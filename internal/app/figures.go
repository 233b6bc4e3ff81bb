package app

import (
	"context"
	"io/fs"
	"path/filepath"
	"time"

	"plumbline/internal/api"
	"plumbline/internal/platform/telemetry"
)

// intakeFigures are what /metrics tells of the way from frame to result.
func (s *server) intakeFigures() telemetry.Intake {
	return telemetry.Intake{
		Accepted:      func() float64 { return float64(s.intake.Stats().FramesAccepted) },
		Refused:       func() float64 { return float64(s.intake.Stats().FramesRefused) },
		Dead:          func() float64 { return float64(s.intake.Stats().FramesDead) },
		Frames:        func() float64 { return float64(s.intake.Stats().FramesAccepted) },
		Commits:       func() float64 { return float64(s.intake.Stats().Commits) },
		CommitSeconds: func() float64 { return s.intake.Stats().CommitTime.Seconds() },
		Lag:           func() float64 { return s.intake.Stats().Lag.Seconds() },
		Batches:       func() float64 { return float64(s.intake.Stats().Batches) },
		BatchSeconds:  func() float64 { return s.intake.Stats().BatchTime.Seconds() },
	}
}

func (s *server) diskFigures() telemetry.Disk {
	space := func(pick func(free, total uint64) uint64) func() float64 {
		return func() float64 {
			free, total, err := diskSpace(s.Config.Data)
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

// storage is what the home screen shows administrators.
func (s *server) storage(context.Context) (api.Storage, error) {
	free, total, err := diskSpace(s.Config.Data)
	if err != nil {
		return api.Storage{}, err
	}
	used, err := folderSize(s.Config.Data)
	if err != nil {
		return api.Storage{}, err
	}
	storage := api.Storage{
		FreeBytes: int64(free), TotalBytes: int64(total), UsedBytes: used, BytesPerDay: s.disk.perDay(),
		JournalLagMs: s.intake.Stats().Lag.Milliseconds(),
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
		return nil // a file that went away meanwhile has no size
	})
	return size, err
}

func (s *server) watchDisk(ctx context.Context) {
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
