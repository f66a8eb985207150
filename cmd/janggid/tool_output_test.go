package main

import (
	"testing"

	"github.com/spf13/cobra"
)

func TestProgressLearnsItsTotal(t *testing.T) {
	p := newProgress(&cobra.Command{}, "events", unknown)
	p.at(3, 10)
	if total := p.bar.GetMax64(); total != 10 {
		t.Errorf("the total is %d, want 10", total)
	}
	p.at(4, unknown)
	if total := p.bar.GetMax64(); total != 10 {
		t.Errorf("the total has become %d", total)
	}
}
