package api

import (
	"encoding/json"
	"net/http"
	"testing"
)

func TestPlayersAreFoundByIDsThatAPathHasToEscape(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	for id, escaped := range map[string]string{"x@y.z": "x%40y.z", "a+b": "a%2Bb", "a/b": "a%2Fb", "https://i/u/1": "https:%2F%2Fi%2Fu%2F1"} {
		token, _ := s.auth.Issue(id, "Somebody", "")
		s.get("/v1/me", token).is(http.StatusOK)
		// Not through s.get: the description's validator takes paths unescaped.
		answer, err := http.Get(s.url + "/v1/players/" + escaped)
		if err != nil {
			t.Fatal(err)
		}
		var profile struct{ ID string }
		if err := json.NewDecoder(answer.Body).Decode(&profile); err != nil || answer.StatusCode != http.StatusOK || profile.ID != id {
			t.Errorf("%s: %d %+v, %v", escaped, answer.StatusCode, profile, err)
		}
		answer.Body.Close()
	}
}
