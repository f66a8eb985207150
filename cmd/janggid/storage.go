package main

import (
	"fmt"
	"log/slog"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/pflag"
)

// storageOptions say how much of the disk is kept for games that are in play.
type storageOptions struct {
	reserve size
}

func (o *storageOptions) register(f *pflag.FlagSet) {
	o.reserve = 1 << 30
	f.Var(&o.reserve, "disk-reserve", "free disk space below which new games and imports are refused, such as 1GiB; 0 for none")
}

// storageAge is for how long an answer of the file system counts.
const storageAge = time.Second

// low reports whether the disk of the embedded store has less than the reserve. Of
// a cluster's disks nothing is known here.
func (o *storageOptions) low(at storeAt, log *slog.Logger) func() bool {
	file, embedded := strings.CutPrefix(at.address(), "sqlite:")
	if !embedded || o.reserve == 0 {
		return nil
	}
	folder := filepath.Dir(file)
	var mu sync.Mutex
	var asked time.Time
	var low bool
	return func() bool {
		mu.Lock()
		defer mu.Unlock()
		if time.Since(asked) < storageAge {
			return low
		}
		asked = time.Now()
		free, err := freeSpace(folder)
		was := low
		low = err == nil && free < uint64(o.reserve)
		switch {
		case err != nil:
			log.Warn("cannot tell the free disk space", "folder", folder, "error", err)
		case low && !was:
			log.Warn("disk space is low: new games and imports are refused", "folder", folder, "free", free, "reserve", uint64(o.reserve))
		case was && !low:
			log.Info("disk space is enough again", "folder", folder, "free", free)
		}
		return low
	}
}

// size is a number of bytes as a flag has it.
type size uint64

var sizeUnits = []struct {
	suffix string
	bytes  uint64
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40}, {"", 1}}

// Set implements pflag.Value.
func (s *size) Set(text string) error {
	for _, u := range sizeUnits {
		number, ok := strings.CutSuffix(text, u.suffix)
		if !ok {
			continue
		}
		n, err := strconv.ParseUint(strings.TrimSpace(number), 10, 64)
		if err != nil || n > (1<<63)/u.bytes {
			return fmt.Errorf("%q is not a number of bytes, KiB, MiB, GiB or TiB", text)
		}
		*s = size(n * u.bytes)
		return nil
	}
	return nil // never: every text ends with nothing
}

// String implements pflag.Value.
func (s *size) String() string {
	for i := len(sizeUnits) - 2; i >= 0; i-- {
		if u := sizeUnits[i]; uint64(*s) >= u.bytes && uint64(*s)%u.bytes == 0 {
			return strconv.FormatUint(uint64(*s)/u.bytes, 10) + u.suffix
		}
	}
	return strconv.FormatUint(uint64(*s), 10)
}

// Type implements pflag.Value.
func (s *size) Type() string { return "size" }
