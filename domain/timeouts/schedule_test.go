package timeouts

import (
	"math/rand/v2"
	"testing"

	"github.com/google/uuid"

	"github.com/janggid/janggid/domain/game"
)

// A schedule gives exactly the games whose deadlines have passed, whatever
// happened to the deadlines before.
func TestScheduleGivesWhatIsOverdue(t *testing.T) {
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 7))
		s := newSchedule()
		want := map[uuid.UUID]game.Instant{}
		now := game.Instant(1_000_000)
		id := func() uuid.UUID { return uuid.UUID{byte(random.IntN(30)), 1} }
		for range 5000 {
			i, deadline := id(), now.Add(random.Int64N(10_000)-2_000)
			switch random.IntN(5) {
			case 0:
				s.set(i, 0)
				delete(want, i)
			case 1:
				s.lower(i, deadline)
				if known, ok := want[i]; !ok || deadline < known {
					want[i] = deadline
				}
			case 2, 3:
				s.set(i, deadline)
				want[i] = deadline
			default:
				now = now.Add(random.Int64N(300))
				got := map[uuid.UUID]bool{}
				for _, g := range s.take(now, 100) {
					got[g.id] = true
					later := now.Add(random.Int64N(5_000))
					s.looked(g, later, now)
					want[g.id] = later
				}
				for i, deadline := range want {
					if overdueFrom(deadline) <= now && !got[i] {
						t.Fatalf("seed %d: a game whose deadline was at %d is not given at %d", seed, deadline, now)
					}
				}
				if s.len() != len(want) {
					t.Fatalf("seed %d: %d games, want %d", seed, s.len(), len(want))
				}
			}
			first := never
			for _, deadline := range want {
				first = min(first, overdueFrom(deadline))
			}
			if until := s.sleepUntil(); until > first && first > now {
				t.Fatalf("seed %d: sleeps until %d, and a game is overdue from %d", seed, until, first)
			}
		}
	}
}

func TestAnEarlierDeadlineWakes(t *testing.T) {
	s := newSchedule()
	first, second := uuid.UUID{1}, uuid.UUID{2}
	s.set(first, 100_000)
	s.sleepUntil()
	s.set(second, 200_000)
	s.set(first, 150_000)
	select {
	case <-s.earlier:
		t.Error("woken by later deadlines")
	default:
	}
	s.set(second, 50_000)
	select {
	case <-s.earlier:
	default:
		t.Error("not woken by an earlier deadline")
	}
}

// A turn in one of 100,000 games.
func BenchmarkSet(b *testing.B) {
	s := newSchedule()
	ids := make([]uuid.UUID, 100_000)
	for i := range ids {
		ids[i] = uuid.Must(uuid.NewV7())
		s.set(ids[i], game.Instant(1_000_000+i))
	}
	b.ReportAllocs()
	b.ResetTimer()
	for n := range b.N {
		s.set(ids[n%len(ids)], game.Instant(2_000_000+n))
	}
}
