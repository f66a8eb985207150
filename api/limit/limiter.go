package limit

import (
	"math"
	"runtime"
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/time/rate"
)

// DefaultMaxBuckets bounds the memory for buckets to about 50 MiB.
const DefaultMaxBuckets = 200_000

// Config sets a Limiter up. The zero Config is fit for use.
type Config struct {
	Now        func() time.Time // default time.Now
	MaxBuckets int              // default DefaultMaxBuckets
	Processors int              // default runtime.GOMAXPROCS
	Budgets    map[string]int   // other quotas of budgets, by name; 0: unlimited
}

// Limiter holds the buckets. It is safe for concurrent use.
type Limiter struct {
	now     func() time.Time
	buckets *otter.Cache[bucketKey, *bucket] // nil where limits are off
	held    held

	budgets map[string]int
	tallies *otter.Cache[bucketKey, *tally] // nil where limits are off

	processors int
	gates      map[string]*gate // by the names of works
}

type bucketKey struct {
	policy, key string
}

type bucket struct {
	*rate.Limiter
	idle time.Duration // after so long without use it is full, whatever it owed
}

// New is a Limiter with nothing counted yet.
func New(config Config) *Limiter {
	if config.Now == nil {
		config.Now = time.Now
	}
	if config.MaxBuckets == 0 {
		config.MaxBuckets = DefaultMaxBuckets
	}
	if config.Processors == 0 {
		config.Processors = runtime.GOMAXPROCS(0)
	}
	gates := map[string]*gate{}
	for _, w := range Works() {
		gates[w.Name] = newGate(w, config.Processors)
	}
	return &Limiter{
		now: config.Now, budgets: config.Budgets, processors: config.Processors, gates: gates,
		tallies: otter.Must(&otter.Options[bucketKey, *tally]{
			MaximumSize:      config.MaxBuckets,
			ExpiryCalculator: otter.ExpiryAccessing[bucketKey, *tally](day),
		}),
		buckets: otter.Must(&otter.Options[bucketKey, *bucket]{
			MaximumSize: config.MaxBuckets,
			ExpiryCalculator: otter.ExpiryAccessingFunc(func(e otter.Entry[bucketKey, *bucket]) time.Duration {
				return e.Value.idle
			}),
		}),
		held: held{counts: map[bucketKey]int{}},
	}
}

// Off is a Limiter that allows everything and says nothing about it.
func Off() *Limiter { return &Limiter{} }

// Take asks before something is done: it takes a token if there is one. If
// there is none, nothing is taken and the thing must not be done.
func (l *Limiter) Take(p Policy, key string) Decision {
	if l.buckets == nil {
		return Decision{Allowed: true}
	}
	now := l.now()
	b := l.bucket(p, key)
	return decide(p, b.AllowN(now, 1), b.TokensAt(now))
}

// Peek tells how a bucket stands and takes nothing. Allowed means that a Take
// would have found a token.
func (l *Limiter) Peek(p Policy, key string) Decision {
	if l.buckets == nil {
		return Decision{Allowed: true}
	}
	tokens := float64(p.Burst)
	if b, ok := l.buckets.GetIfPresent(bucketKey{p.Name, key}); ok {
		tokens = b.TokensAt(l.now())
	}
	return decide(p, tokens+grain >= 1, tokens)
}

func (l *Limiter) bucket(p Policy, key string) *bucket {
	k := bucketKey{p.Name, key}
	if b, ok := l.buckets.GetIfPresent(k); ok {
		return b
	}
	b, _ := l.buckets.SetIfAbsent(k, &bucket{
		Limiter: rate.NewLimiter(rate.Limit(p.perSecond()), p.Burst),
		idle:    p.after(float64(2 * p.Burst)),
	})
	return b
}

func decide(p Policy, allowed bool, tokens float64) Decision {
	d := Decision{
		Policy:    p,
		Allowed:   allowed,
		Remaining: max(0, int(math.Floor(tokens+grain))),
		Reset:     p.after(float64(p.Burst) - tokens),
	}
	if !allowed {
		d.RetryAfter = p.after(1 - tokens)
	}
	return d
}
