//go:build linux || darwin

package main

import "syscall"

// freeSpace returns the bytes that an ordinary user may still write to a folder's
// file system.
func freeSpace(folder string) (uint64, error) {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(folder, &fs); err != nil {
		return 0, err
	}
	return fs.Bavail * uint64(fs.Bsize), nil
}
