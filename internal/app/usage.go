package app

import (
	"bytes"
	"os"
	"runtime/metrics"
	"strconv"
)

// residentBytes returns the memory of this process. Where the system does not say, it is what the program has taken
// from it.
func residentBytes() int64 {
	if text, err := os.ReadFile("/proc/self/statm"); err == nil {
		if fields := bytes.Fields(text); len(fields) > 1 {
			if pages, err := strconv.ParseInt(string(fields[1]), 10, 64); err == nil {
				return pages * int64(os.Getpagesize())
			}
		}
	}
	read := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(read)
	return int64(read[0].Value.Uint64() - read[1].Value.Uint64())
}

// memoryOfMachine returns the bytes that this process may use: the limit of its container, else the memory of the
// machine; 0 if the system does not say.
func memoryOfMachine() int64 {
	for _, file := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		if text, err := os.ReadFile(file); err == nil {
			limit, err := strconv.ParseInt(string(bytes.TrimSpace(text)), 10, 64)
			const none = 1 << 60 // version 1 writes a huge number where there is no limit
			if err == nil && limit < none {
				return limit
			}
		}
	}
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	fields := bytes.Fields(text) // MemTotal: 16384 kB
	if len(fields) < 2 {
		return 0
	}
	kilobytes, err := strconv.ParseInt(string(fields[1]), 10, 64)
	if err != nil {
		return 0
	}
	return kilobytes << 10
}
