// Package binary builds the server that is measured.
package binary

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
)

// Build compiles janggid from the module in the present folder, into another
// folder, and gives the program's path.
func Build(ctx context.Context, folder string) (program string, err error) {
	program = filepath.Join(folder, "janggid")
	out, err := exec.CommandContext(ctx, "go", "build", "-o", program, "github.com/janggid/janggid/cmd/janggid").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("cannot build the server: %w\n%s", err, out)
	}
	return program, nil
}
