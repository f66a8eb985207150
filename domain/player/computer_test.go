package player

import "testing"

func TestComputersHaveFixedIDs(t *testing.T) {
	for strength := WeakestComputer; strength <= StrongestComputer; strength++ {
		if got, ok := ComputerStrength(ComputerID(strength)); !ok || got != strength {
			t.Errorf("%s has strength %d, %t", ComputerID(strength), got, ok)
		}
	}
	for _, id := range []string{"", "computer", "computer-", "computer-0", "computer-11", "computer-05", "computer-+5", "Computer-5", "ann"} {
		if strength, ok := ComputerStrength(id); ok {
			t.Errorf("%q has strength %d", id, strength)
		}
	}
}

func TestNobodyElseHasAComputersName(t *testing.T) {
	for strength := WeakestComputer; strength <= StrongestComputer; strength++ {
		if name, err := CleanName(ComputerName(strength)); err != ErrComputerName {
			t.Errorf("a person may be called %q: %v", name, err)
		}
	}
	for _, name := range []string{"computer", "COMPUTER 5", " Computer-11 ", "Ｃｏｍｐｕｔｅｒ ５", "[computer] #3", "컴퓨터", "컴퓨터 7"} {
		if _, err := CleanName(name); err != ErrComputerName {
			t.Errorf("%q: %v, want %v", name, err, ErrComputerName)
		}
	}
	for _, name := range []string{"Computer nerd", "My computer", "5 computers", "컴퓨터왕", "Com"} {
		if clean, err := CleanName(name); err != nil || clean != name {
			t.Errorf("%q: %q, %v", name, clean, err)
		}
	}
}
