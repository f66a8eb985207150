package attack

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"text/tabwriter"
	"time"

	"github.com/janggid/janggid/cmd/janggid-bench/binary"
)

// MaxMemory is what the server may take, in bytes, whatever is done to it.
const MaxMemory = 1 << 30

// Options say what to do for how long. Calm and Attack are required.
type Options struct {
	Server string        // the binary; "": built
	Names  []string      // of the attacks; none: all
	Calm   time.Duration // measured before each attack
	Attack time.Duration // length of each
	Slower float64       // by which others' p99 may grow; 0: as much as it likes
	Floor  time.Duration // what a lower p99 counts as
	List   bool          // tell the attacks' names and do nothing
}

// result is what an attack came to.
type result struct {
	attack       attack
	calm, during *samples
	memory       int64 // most resident bytes
	disk         int64 // bytes by which the data folder grew
	ended        error // how the server ended, where not well
	did          string
	most         float64 // by which others' p99 may grow; 0: not judged
	floor        time.Duration
}

// Run carries out attacks and prints a table. It is an error when a bound is
// broken.
func Run(ctx context.Context, o Options, out io.Writer) (err error) {
	chosen, err := choose(o.Names)
	if err != nil {
		return err
	}
	if o.List {
		for _, a := range chosen {
			fmt.Fprintf(out, "%-22s %s\n", a.name, a.does)
		}
		return nil
	}
	folder, err := os.MkdirTemp("", "janggid-attack-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	if o.Server == "" {
		if o.Server, err = binary.Build(ctx, folder); err != nil {
			return err
		}
	}
	var results []result
	for _, a := range chosen {
		r, err := a.try(ctx, o, filepath.Join(folder, a.name))
		if err != nil {
			return fmt.Errorf("%s: %w", a.name, err)
		}
		results = append(results, r)
		for _, f := range r.faults() {
			fmt.Fprintf(out, "%s: %s\n", a.name, f)
		}
		if r.did != "" {
			fmt.Fprintf(out, "%s: %s\n", a.name, r.did)
		}
	}
	if err := print(out, results); err != nil {
		return err
	}
	if slices.ContainsFunc(results, func(r result) bool { return len(r.faults()) > 0 }) {
		return errors.New("an attack broke a bound")
	}
	return nil
}

func choose(names []string) ([]attack, error) {
	if len(names) == 0 {
		return attacks, nil
	}
	var chosen []attack
	for _, name := range names {
		i := slices.IndexFunc(attacks, func(a attack) bool { return a.name == name })
		if i < 0 {
			return nil, fmt.Errorf("no attack is named %q; --list has their names", name)
		}
		chosen = append(chosen, attacks[i])
	}
	return chosen, nil
}

// try starts a server, measures the calm and then the attack.
func (a attack) try(ctx context.Context, o Options, data string) (r result, err error) {
	r.attack, r.most, r.floor = a, o.Slower, o.Floor
	s, err := startServer(ctx, o.Server, data)
	if err != nil {
		return r, err
	}
	stopped := false
	defer func() {
		if !stopped {
			err = errors.Join(err, s.stop())
		}
	}()
	people, err := seat(ctx, s.addr)
	if err != nil {
		return r, err
	}
	people.measure(ctx, time.Second) // warms up both sides
	before, err := s.stored()
	if err != nil {
		return r, err
	}
	r.calm = people.measure(ctx, o.Calm)
	calmly, err := s.stored()
	if err != nil {
		return r, err
	}
	peak := s.watchMemory()
	attacker, err := startAttacker(ctx, a.name, s.addr)
	if err != nil {
		return r, err
	}
	r.during = people.measure(ctx, o.Attack)
	r.did = attacker.stop()
	r.memory = peak()
	after, err := s.stored()
	if err != nil {
		return r, err
	}
	// What the others wrote is not the attacker's.
	r.disk = after - calmly - int64(float64(calmly-before)*o.Attack.Seconds()/o.Calm.Seconds())
	stopped = true
	r.ended = s.stop()
	return r, errors.Join(ctx.Err(), os.RemoveAll(data))
}

// attacker is the process that attacks.
type attacker struct {
	cmd *exec.Cmd
	out *tail
}

// startAttacker runs this program again. It takes only processor time that
// nobody else wants, as an attacker with a machine of its own would: two
// processes that do nothing but spin at a niceness of 10 lengthen others' p99
// ten times on a machine with two processors, without sending a byte.
func startAttacker(ctx context.Context, name, target string) (*attacker, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	idle := []string{"nice", "-n", "19"}
	if _, err := exec.LookPath("chrt"); err == nil {
		idle = []string{"chrt", "--idle", "0"}
	}
	args := append(idle, self, "attacker", "--name", name, "--target", target)
	a := &attacker{cmd: exec.CommandContext(ctx, args[0], args[1:]...), out: &tail{}}
	a.cmd.Stderr = a.out
	return a, a.cmd.Start()
}

// stop ends the attack and tells what the attacker says of it.
func (a *attacker) stop() string {
	a.cmd.Process.Signal(syscall.SIGTERM)
	kill := time.AfterFunc(5*time.Second, func() { a.cmd.Process.Kill() })
	defer kill.Stop()
	a.cmd.Wait()
	return a.out.String()
}

// faults are the bounds that the attack broke.
func (r result) faults() (faults []string) {
	if r.memory > MaxMemory {
		faults = append(faults, fmt.Sprintf("the server took %s of memory", mib(r.memory)))
	}
	if r.disk > r.attack.disk {
		faults = append(faults, fmt.Sprintf("the data folder grew by %s, %s are allowed", mib(r.disk), mib(r.attack.disk)))
	}
	for _, x := range r.slower() {
		if r.most > 0 && x.times > r.most {
			faults = append(faults, fmt.Sprintf("%s took %.1f times as long (p99 %v, before %v)", x.what, x.times, x.during.Round(time.Microsecond), x.calm.Round(time.Microsecond)))
		}
	}
	if r.during.refused > 0 {
		faults = append(faults, fmt.Sprintf("%d requests of others failed, first %s", r.during.refused, r.during.firstRefusal))
	}
	if len(r.during.turns) == 0 || len(r.during.reads) == 0 {
		faults = append(faults, "others could do nothing")
	}
	if r.ended != nil {
		faults = append(faults, r.ended.Error())
	}
	return faults
}

// slowdown compares a kind of request with the calm.
type slowdown struct {
	what         string
	calm, during time.Duration
	times        float64
}

func (r result) slower() []slowdown {
	of := func(what string, calm, during []time.Duration) slowdown {
		s := slowdown{what: what, calm: p99(calm), during: p99(during)}
		s.times = float64(max(s.during, r.floor)) / float64(max(s.calm, r.floor, 1))
		return s
	}
	return []slowdown{of("turns", r.calm.turns, r.during.turns), of("reads", r.calm.reads, r.during.reads)}
}

func print(out io.Writer, results []result) error {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "attack\tmemory\tdisk\tits budget\tturns p99 calm\tattacked\ttimes\treads p99 calm\tattacked\ttimes\tfailed\t")
	for _, r := range results {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s", r.attack.name, mib(r.memory), mib(r.disk), mib(r.attack.disk))
		for _, x := range r.slower() {
			fmt.Fprintf(t, "\t%v\t%v\t%.1f", x.calm.Round(100*time.Microsecond), x.during.Round(100*time.Microsecond), x.times)
		}
		verdict := "held"
		if len(r.faults()) > 0 {
			verdict = "BROKEN"
		}
		fmt.Fprintf(t, "\t%d\t%s\n", r.during.refused, verdict)
	}
	return t.Flush()
}

func mib(bytes int64) string { return fmt.Sprintf("%.1f MiB", float64(bytes)/(1<<20)) }

// tail keeps the end of what is written to it.
type tail struct{ text []byte }

func (t *tail) Write(b []byte) (int, error) {
	t.text = append(t.text, b...)
	t.text = t.text[max(0, len(t.text)-2000):]
	return len(b), nil
}

func (t *tail) String() string { return lastLines(string(t.text), 3) }
