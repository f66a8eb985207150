package auth

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// LoadOrCreateKey is the key in a file that only the server's user may read. If
// there is no file, 32 random bytes become one, in hex; of several processes
// that create it at once, all get the same key. A file with anything but a key
// is refused and left as it is, since replacing it would end every token.
func LoadOrCreateKey(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := createKeyFile(path); err != nil {
			return nil, fmt.Errorf("auth: cannot create the key file: %w", err)
		}
		text, err = os.ReadFile(path)
	}
	if err != nil {
		return nil, fmt.Errorf("auth: cannot read the key file: %w", err)
	}
	key, err := ParseKey(string(text))
	if err != nil {
		return nil, fmt.Errorf("auth: key file %s: %w", path, err)
	}
	return key, nil
}

// createKeyFile writes a key under another name and then gives it its own, so
// that no crash leaves half a key behind. Linking, unlike renaming, does not
// replace the key of somebody who was faster.
func createKeyFile(path string) error {
	key := make([]byte, MinKeyBytes)
	rand.Read(key) // never fails
	dir := filepath.Dir(path)
	f, err := os.CreateTemp(dir, ".key-*") // made with mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.WriteString(hex.EncodeToString(key) + "\n")
	err = errors.Join(err, f.Sync(), f.Close())
	if err != nil {
		return err
	}
	if err := os.Link(f.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return syncDir(dir)
}

// syncDir makes a new name durable. Windows has no such call and needs none.
func syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
