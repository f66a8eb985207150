package auth_test

import (
	"bytes"
	"context"
	"crypto"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/janggid/janggid/api/auth"
)

func writeFile(t testing.TB, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "jwks.json")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// keyServer serves a JWKS that the test changes, and counts who asks.
type keyServer struct {
	*httptest.Server
	asked  atomic.Int64
	answer atomic.Pointer[http.HandlerFunc]
}

func newKeyServer(t *testing.T) *keyServer {
	s := &keyServer{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.asked.Add(1)
		(*s.answer.Load())(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *keyServer) serve(status int, data []byte) {
	answer := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = w.Write(data)
	})
	s.answer.Store(&answer)
}

func (s *keyServer) external() []auth.External {
	return []auth.External{{Issuer: idIssuer, Audience: "janggi", JWKSURL: s.URL + "/jwks"}}
}

// token is one of idIssuer's that lasts for a day.
func token(t *testing.T, kid string) string {
	return sign(t, jwt.SigningMethodEdDSA, edKey, fields{"kid": kid},
		fields{"iss": idIssuer, "aud": "janggi", "sub": "p-1", "exp": start.Add(24 * time.Hour).Unix()})
}

func keysNamed(t *testing.T, kids ...string) []byte {
	keys := map[string]crypto.PublicKey{}
	for _, kid := range kids {
		keys[kid] = edKey.Public()
	}
	return jwks(t, keys)
}

func TestANewKeyIsFoundWhenATokenNamesIt(t *testing.T) {
	c, s := newClock(), newKeyServer(t)
	s.serve(200, keysNamed(t, "old"))
	a := newAuthority(t, auth.Config{External: s.external()}, c)
	wantPlayer(t, a, token(t, "old"), "p-1")
	if s.asked.Load() != 1 {
		t.Fatalf("asked %d times, want once at the start", s.asked.Load())
	}

	s.serve(200, keysNamed(t, "old", "new"))
	wantReason(t, a, token(t, "new"), auth.UnknownKey) // too soon after the last reading
	c.add(5 * time.Second)
	wantPlayer(t, a, token(t, "new"), "p-1")
	wantPlayer(t, a, token(t, "old"), "p-1")
	if s.asked.Load() != 2 {
		t.Errorf("asked %d times, want 2", s.asked.Load())
	}
}

func TestUnknownKeysAreNotAskedForAgainAndAgain(t *testing.T) {
	c, s := newClock(), newKeyServer(t)
	s.serve(200, keysNamed(t, "known"))
	a := newAuthority(t, auth.Config{External: s.external()}, c)
	for range 200 {
		wantReason(t, a, token(t, "unknown"), auth.UnknownKey)
		c.add(50 * time.Millisecond)
	}
	if n := s.asked.Load(); n != 2 {
		t.Errorf("asked %d times in 10 s, want 2: at the start and after 5 s", n)
	}
}

func TestAKeyTakenAwayIsRefusedWithinAMinute(t *testing.T) {
	for _, step := range []time.Duration{time.Second, 29 * time.Second, 59 * time.Second} {
		c, s := newClock(), newKeyServer(t)
		s.serve(200, keysNamed(t, "a", "b"))
		a := newAuthority(t, auth.Config{External: s.external()}, c)
		wantPlayer(t, a, token(t, "a"), "p-1")

		s.serve(200, keysNamed(t, "b"))
		accepted := func() bool {
			_, err := a.Verify(context.Background(), token(t, "a"))
			return err == nil
		}
		for waited := time.Duration(0); waited < time.Minute; waited += step {
			accepted() // using the token all the while keeps nothing alive
			c.add(step)
		}
		if accepted() {
			t.Errorf("used every %v, the key is still accepted", step)
		}
		wantPlayer(t, a, token(t, "b"), "p-1")
	}
}

func TestTheLastGoodKeysStayInForce(t *testing.T) {
	tests := []struct {
		name   string
		status int
		data   []byte
	}{
		{"an error", 500, []byte("oops")},
		{"not found", 404, []byte(`{"keys":[]}`)},
		{"no JSON", 200, []byte("<html>")},
		{"no JWKS", 200, []byte(`{"error":"busy"}`)},
		{"a list of keys that is null", 200, []byte(`{"keys":null}`)},
		{"nothing", 200, nil},
		{"too much", 200, []byte(`{"keys":[],"x":"` + strings.Repeat("x", 1<<20) + `"}`)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, s := newClock(), newKeyServer(t)
			s.serve(200, keysNamed(t, "a"))
			a := newAuthority(t, auth.Config{External: s.external()}, c)
			s.serve(test.status, test.data)
			for range 10 {
				c.add(time.Minute)
				wantPlayer(t, a, token(t, "a"), "p-1")
			}
			if s.asked.Load() != 11 {
				t.Errorf("asked %d times, want once a minute", s.asked.Load())
			}
			wantReason(t, a, token(t, "b"), auth.UnknownKey)
		})
	}
	t.Run("no answer", func(t *testing.T) {
		c, s := newClock(), newKeyServer(t)
		s.serve(200, keysNamed(t, "a"))
		a := newAuthority(t, auth.Config{External: s.external()}, c)
		s.Close()
		c.add(time.Minute)
		wantPlayer(t, a, token(t, "a"), "p-1")
	})
}

func TestAnEmptySetTakesAllKeysAway(t *testing.T) {
	c, s := newClock(), newKeyServer(t)
	s.serve(200, keysNamed(t, "a"))
	a := newAuthority(t, auth.Config{External: s.external()}, c)
	s.serve(200, []byte(`{"keys":[]}`))
	c.add(time.Minute)
	wantReason(t, a, token(t, "a"), auth.UnknownKey)
}

func TestAServerThatIsDownAtTheStartIsAskedLater(t *testing.T) {
	c, s := newClock(), newKeyServer(t)
	s.serve(503, nil)
	a := newAuthority(t, auth.Config{External: s.external()}, c)
	_, err := a.Verify(context.Background(), token(t, "a"))
	if !errors.Is(err, auth.ErrKeysUnavailable) {
		t.Errorf("got %v", err)
	}
	own, _ := a.Issue("p-2", "", "")
	wantPlayer(t, a, own, "p-2")

	s.serve(200, keysNamed(t, "a"))
	c.add(5 * time.Second)
	wantPlayer(t, a, token(t, "a"), "p-1")
}

// roundTrip is a way to answer requests without a network.
type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestASlowServerKeepsNobodyWaitingWhoseKeyIsFresh(t *testing.T) {
	c := newClock()
	arrived, release := make(chan *http.Request), make(chan struct{})
	close(release)
	client := &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
		select {
		case arrived <- r:
		case <-release:
		}
		select {
		case <-release:
		case <-r.Context().Done():
		}
		return &http.Response{StatusCode: 200, Body: io.NopCloser(bytes.NewReader(keysNamed(t, "a")))}, r.Context().Err()
	})}
	external := []auth.External{{Issuer: idIssuer, Audience: "janggi", JWKSURL: "https://id.example/jwks"}}
	a := newAuthority(t, auth.Config{External: external, Client: client}, c)

	release = make(chan struct{}) // from now on it is slow
	c.add(16 * time.Second)
	var first sync.WaitGroup
	first.Go(func() { wantPlayer(t, a, token(t, "a"), "p-1") })
	request := <-arrived
	wantPlayer(t, a, token(t, "a"), "p-1")
	if err := request.Context().Err(); err != nil {
		t.Errorf("the second waited until the first was given up: %v", err)
	}
	close(release)
	first.Wait()
}

func TestACancelledRequestDoesNotStopTheReading(t *testing.T) {
	c, s := newClock(), newKeyServer(t)
	s.serve(200, keysNamed(t, "a"))
	a := newAuthority(t, auth.Config{External: s.external()}, c)
	s.serve(200, keysNamed(t, "b"))
	c.add(5 * time.Second)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := a.Verify(ctx, token(t, "b")); err != nil {
		t.Error(err)
	}
}

func TestAFileIsReadAgain(t *testing.T) {
	c := newClock()
	path := writeFile(t, keysNamed(t, "a"))
	a := newAuthority(t, auth.Config{External: []auth.External{{Issuer: idIssuer, Audience: "janggi", JWKSFile: path}}}, c)
	wantPlayer(t, a, token(t, "a"), "p-1")
	if err := os.WriteFile(path, keysNamed(t, "b"), 0o600); err != nil {
		t.Fatal(err)
	}
	c.add(time.Minute)
	wantReason(t, a, token(t, "a"), auth.UnknownKey)
	wantPlayer(t, a, token(t, "b"), "p-1")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	c.add(time.Minute)
	wantPlayer(t, a, token(t, "b"), "p-1")
}

func TestKeysForOtherPurposesArePassedOver(t *testing.T) {
	c := newClock()
	good := strings.TrimSuffix(strings.TrimPrefix(string(keysNamed(t, "a")), `{"keys":[`), "]}")
	named := func(kid, more string) string { return strings.Replace(good, `"kid":"a"`, `"kid":"`+kid+`"`+more, 1) }
	set := `{"keys":[7, null, {"kty":"future","kid":"f"}, {"kty":"RSA","kid":"broken","n":"!"},` + strings.Join([]string{
		named("enc", `,"use":"enc"`), named("wrap", `,"key_ops":["wrapKey"]`), strings.Replace(good, `"kid":"a",`, "", 1),
		strings.Replace(named("es", ""), `"alg":"EdDSA"`, `"alg":"ES256"`, 1),
		named("sig", `,"use":"sig","key_ops":["verify"]`), good,
	}, ",") + `]}`
	a := newAuthority(t, auth.Config{External: []auth.External{{Issuer: idIssuer, Audience: "janggi", JWKSFile: writeFile(t, []byte(set))}}}, c)
	for _, kid := range []string{"a", "sig"} {
		wantPlayer(t, a, token(t, kid), "p-1")
	}
	for _, kid := range []string{"enc", "wrap", "es", "f", "broken"} {
		wantReason(t, a, token(t, kid), auth.UnknownKey)
	}
}
