package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/journal/records"
	"github.com/janggid/janggid/domain/record"
)

// serverImport posts records to a server.
type serverImport struct {
	server serverURL
	token  string
}

func (s *serverImport) register(cmd *cobra.Command) {
	s.server.register(cmd)
	cmd.Flags().StringVar(&s.token, "token", "", "token of the player who imports (default: a new guest's)")
}

func (s *serverImport) run(cmd *cobra.Command, o importOptions, files []string) error {
	query, err := o.query()
	if err != nil {
		return err
	}
	base, err := s.server.base()
	if err != nil {
		return err
	}
	if s.token == "" {
		if s.token, err = newGuest(cmd.Context(), base); err != nil {
			return err
		}
	}
	return importFiles(cmd, files, func(f recordFile, each func(records.Entry) error) (records.Summary, error) {
		query.Set("file", f.name())
		answer, err := s.post(cmd.Context(), base+"/v1/imports?"+query.Encode(), f)
		if err != nil {
			return records.Summary{}, err
		}
		defer answer.Body.Close()
		return readImport(answer.Body, each)
	})
}

// maxWaits is how often a file is sent again after the server said "later".
const maxWaits = 10

// post sends a file, and again while the server's limits say when.
func (s *serverImport) post(ctx context.Context, url string, f recordFile) (*http.Response, error) {
	for waits := 0; ; waits++ {
		file, err := f.open()
		if err != nil {
			return nil, err
		}
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, file)
		if err != nil {
			return nil, errors.Join(err, file.Close())
		}
		r.ContentLength = f.size
		r.Header.Set("Content-Type", "text/plain") // the format is in the query, or detected
		r.Header.Set("Authorization", "Bearer "+s.token)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			return nil, err
		}
		if answer.StatusCode == http.StatusOK {
			return answer, nil
		}
		err = problemIn(answer)
		p, ok := errors.AsType[*apiProblem](err)
		if !ok || p.wait == 0 || waits == maxWaits {
			return nil, err
		}
		select {
		case <-time.After(p.wait):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// query says to a server what games are made of the records.
func (o importOptions) query() (url.Values, error) {
	query := url.Values{}
	if o.format != "" {
		query.Set("format", string(o.format))
	}
	for key, value := range o.labels {
		if strings.Contains(key, ":") {
			return nil, wrongUsage(fmt.Errorf("--label %s: a key with a colon cannot be sent to a server", key))
		}
		query.Add("label", key+":"+value)
	}
	if len(o.players) > 0 {
		players, err := json.Marshal(o.players)
		if err != nil {
			return nil, err
		}
		query.Set("players", string(players))
	}
	if o.externalIDTag != "" {
		query.Set("external_id_tag", o.externalIDTag)
	}
	if o.unlisted {
		query.Set("visibility", string(game.Unlisted))
	}
	return query, nil
}

// importAnswer is a line of the answer to an import: about a game, or the
// summary at the end.
type importAnswer struct {
	Game       int
	Line       int
	Status     records.Status
	ID         string
	ExternalID string `json:"external_id"`
	Turns      int
	Written    int
	Outcome    *struct {
		Reason janggi.EndReason
		Result janggi.Result
	}
	Replaces string
	Cut      *game.Cut
	Reason   string
	Warnings []record.Warning

	Summary *records.Summary
	Problem *apiProblem
}

func (a *importAnswer) entry() records.Entry {
	e := records.Entry{
		Game: a.Game, Line: a.Line, Status: a.Status, ID: a.ID, ExternalID: a.ExternalID, Turns: a.Turns, Written: a.Written,
		Replaces: a.Replaces, Cut: a.Cut, Why: a.Reason, Warnings: a.Warnings,
	}
	if a.Outcome != nil {
		e.Outcome = &janggi.Outcome{Reason: a.Outcome.Reason, Result: a.Outcome.Result}
	}
	return e
}

// readImport reads the answer to an import as it comes.
func readImport(body io.Reader, each func(records.Entry) error) (records.Summary, error) {
	for lines := json.NewDecoder(body); ; {
		var line importAnswer
		if err := lines.Decode(&line); err != nil {
			return records.Summary{}, fmt.Errorf("the server's answer broke off; import the file again, which adds nothing twice: %w", err)
		}
		switch {
		case line.Summary != nil && line.Problem != nil:
			return *line.Summary, line.Problem
		case line.Summary != nil:
			return *line.Summary, nil
		}
		if err := each(line.entry()); err != nil {
			return records.Summary{}, err
		}
	}
}

// newGuest registers a player at a server and gives their token.
func newGuest(ctx context.Context, base string) (token string, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/v1/guests", strings.NewReader(`{"name":"Import"}`))
	if err != nil {
		return "", err
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return "", err
	}
	if answer.StatusCode != http.StatusCreated {
		return "", problemIn(answer)
	}
	defer answer.Body.Close()
	var guest struct {
		AccessToken string `json:"access_token"`
	}
	err = json.NewDecoder(answer.Body).Decode(&guest)
	return guest.AccessToken, err
}

// apiProblem is an error answer of a server.
type apiProblem struct {
	Status int    `json:"status"`
	Code   string `json:"code"`
	Detail string `json:"detail"`
	Reason string `json:"reason"`
	wait   time.Duration
}

func (p *apiProblem) Error() string {
	text := fmt.Sprintf("%d %s: %s", p.Status, p.Code, p.Detail)
	if p.wait > 0 {
		text += fmt.Sprintf("; try again in %v", p.wait)
	}
	return text
}

// maxProblemBytes is how much of an error answer is read.
const maxProblemBytes = 64 << 10

// problemIn reads an error answer, and closes it. What is no problem document keeps its text.
func problemIn(answer *http.Response) error {
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxProblemBytes))
	p := &apiProblem{}
	if json.Unmarshal(text, p) != nil || p.Code == "" {
		return errors.Join(fmt.Errorf("%s: %s", answer.Status, bytes.TrimSpace(text)), err)
	}
	if seconds, bad := strconv.Atoi(answer.Header.Get("Retry-After")); bad == nil {
		p.wait = time.Duration(seconds) * time.Second
	}
	return p
}
