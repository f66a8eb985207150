// Package cmd holds the test that keeps docs/architecture.md true: which part of
// the project may import which.
package cmd

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/janggid/janggid/"

// rule says what the packages under a folder may import of the project and, if
// outside is not nil, of others.
type rule struct {
	folder  string
	may     []string // folders of the project, with what is under them
	outside []string // modules; nil for any, an empty list for the standard library alone
	why     string
}

// rules are looked through in order; the first whose folder holds a package is
// the package's.
var rules = []rule{
	{"domain/janggi", nil, []string{}, "the rules are pure and depend on nothing"},
	{"domain/engine", []string{"domain/janggi"}, []string{}, "a search is a function of a game, whoever plays it"},
	{"domain/game", []string{"domain/janggi", "domain/player"}, []string{}, "the aggregate knows the rules, which players are computers, and no store"},
	{"domain/chat", []string{"domain/visible"}, []string{}, "chat is no part of a game"},
	{"domain/player", []string{"domain/visible"}, []string{}, "a player knows no game"},
	{"domain/pairing", []string{"domain/janggi", "domain/game"}, []string{}, "a pool knows what its players want, and no store"},
	{"domain/computer", []string{"domain", "eventstore"}, nil, "a process manager follows events and sends commands"},
	{"domain/presence", []string{"domain/game"}, []string{}, "presence knows instants, and no store"},
	{"domain/room", nil, []string{}, "a room code knows no game but its id"},
	{"domain/ticket", []string{"domain/game"}, []string{"github.com/google/uuid"}, "a ticket knows instants, and no store"},
	{"domain/proof", nil, []string{}, "a proof is about a digest, whatever that stands for"},
	{"domain/picture", []string{"domain/janggi"}, []string{"golang.org/x/image"}, "a picture shows positions, wherever they come from"},
	{"domain/record", []string{"domain/janggi", "domain/game"}, []string{"golang.org/x/text"}, "formats know games, not where they come from"},
	{"domain/visible", nil, []string{}, "what a reader sees depends on no aggregate"},
	{"domain/rescue", nil, []string{}, "a panic is nobody's business in particular"},
	{"domain/timeouts", []string{"domain/game", "domain/journal", "eventstore"}, []string{"github.com/google/uuid"}, "time-outs need events and commands, and no file"},
	{"domain/journal/subscription", []string{"domain/journal", "domain/game", "eventstore"}, []string{}, "new events reach whoever acts on them without a read model"},
	{"domain/journal", []string{"domain", "eventstore"}, nil, "the one place that knows a game and a store"},
	{"eventstore/sqliteconn", nil, []string{"modernc.org/sqlite"}, "a connection knows neither events nor games"},
	{"eventstore", []string{"eventstore"}, nil, "a store never knows Janggi"},
	{"projections", []string{"domain", "eventstore"}, nil, "read models are folded from events"},
	{"api/rest", []string{"api/body", "api/limit", "api/live", "domain/visible"}, nil, "HTTP knows no game"},
	{"api/view", []string{"api/rest", "api/body", "domain", "projections", "eventstore"}, nil, "a view is made of the domain, whoever asks for it"},
	{"api/access", []string{"api/auth", "api/limit", "api/live", "api/rest", "api/view", "domain", "projections", "eventstore"}, nil, "who sees what depends on no use"},
	{"api/web/pieces", []string{"domain/picture"}, []string{}, "the page's pieces are those of the server's pictures"},
	{"api/web/puzzles", []string{"domain/janggi"}, []string{}, "puzzles are solved by the rules alone"},
	{"api/web", nil, []string{}, "the page is a client of the public API: it knows nothing but HTTP"},
	{"api/analysis", []string{"api/access", "api/limit", "api/rest", "api/view", "api/body", "domain", "projections", "eventstore"}, nil, "an analysis needs the engine, and to know who plays which game"},
	{"api/rules", []string{"api/access", "api/limit", "api/rest", "api/view", "api/body", "domain", "projections", "eventstore"}, nil, "the rules need no other use"},
	{"api/pictures", []string{"api/access", "api/limit", "api/rest", "api/view", "domain"}, nil, "a picture is drawn from a game, without lists"},
	{"api/records", []string{"api/access", "api/limit", "api/rest", "api/view", "domain", "projections", "eventstore"}, nil, "records know the lists that they are picked from"},
	{"api/players", []string{"api/access", "api/limit", "api/rest", "api/view", "api/auth", "domain", "projections"}, nil, "a player is no part of a game"},
	{"api/presence", []string{"api/access", "api/live", "api/rest", "api/view", "domain", "projections", "eventstore"}, nil, "presence knows streams, and not whose"},
	{"api/chat", []string{"api/access", "api/limit", "api/rest", "api/view", "api/body", "api/live", "domain", "projections", "eventstore"}, nil, "a chat needs its game, and no command on it"},
	{"api/seek", []string{"api/access", "api/limit", "api/rest", "api/view", "api/body", "api/live", "domain", "eventstore"}, nil, "a pool makes games by the journal"},
	{"api/play", []string{"api/access", "api/limit", "api/rest", "api/view", "api/auth", "api/body", "domain", "projections"}, nil, "a command is answered without a look at lists and streams"},
	{"api/games", []string{"api/access", "api/limit", "api/rest", "api/view", "domain", "projections", "eventstore"}, nil, "reads change nothing"},
	{"api/watch", []string{"api/access", "api/limit", "api/rest", "api/view", "api/live", "domain", "projections", "eventstore"}, nil, "streams tell of games, however they are played"},
	{"api", []string{"api", "domain", "projections", "eventstore", "docs"}, nil, "HTTP at the edge; of eventstore the contract only"},
	{"docs/generate", []string{"api", "domain"}, nil, "documents are generated from the API's tables"},
	{"docs", nil, []string{}, "documents are text"},
	{"cmd/janggid", []string{"api", "domain", "eventstore", "projections", "docs"}, nil, "wiring; what measures and attacks is no part of what is shipped"},
	{"cmd", []string{"api", "domain", "eventstore", "projections", "docs"}, nil, "wiring"},
}

// confined names modules that stay inside some folders, so that replacing them
// is a change of those.
var confined = map[string][]string{
	"github.com/labstack/echo/v4":                   {"api"},
	"github.com/EventStore/EventStore-Client-Go/v4": {"eventstore/esdb"},
	"github.com/golang-jwt/jwt/v5":                  {"api/auth"},
	"modernc.org/sqlite":                            {"eventstore/sqlite", "eventstore/sqliteconn", "projections"},
}

func TestImportsFollowTheArchitecture(t *testing.T) {
	packages := importsOf(t, "..")
	if len(packages) < 10 {
		t.Fatalf("only %d packages found", len(packages))
	}
	for folder, imports := range packages {
		r, ok := ruleOf(folder)
		if !ok {
			t.Errorf("no rule says what %s may import", folder)
			continue
		}
		for _, imported := range imports {
			if !allowed(r, folder, imported) {
				t.Errorf("%s imports %s: %s", folder, imported, r.why)
			}
			for m, homes := range confined {
				atHome := func(home string) bool { return within(folder, home) }
				if within(imported, m) && !slices.ContainsFunc(homes, atHome) {
					t.Errorf("%s imports %s, which stays inside %v", folder, imported, homes)
				}
			}
		}
	}
}

func TestTheArchitectureNamesEveryPackage(t *testing.T) {
	text, err := os.ReadFile("../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	for folder := range importsOf(t, "..") {
		last := path.Base(folder) + "/`"
		if !strings.Contains(string(text), "`"+folder+"/`") && !strings.Contains(string(text), "`"+folder+"`") && !strings.Contains(string(text), "`"+last) {
			t.Errorf("docs/architecture.md does not name %s", folder)
		}
	}
}

func TestStoresStayBehindTheirContract(t *testing.T) {
	for folder, imports := range importsOf(t, "..") {
		if within(folder, "eventstore") || within(folder, "cmd") {
			continue
		}
		for _, imported := range imports {
			own, ok := strings.CutPrefix(imported, module+"eventstore/")
			if ok && own != "sqliteconn" { // which is no store, and serves any file of SQLite
				t.Errorf("%s imports the store %s; only the contract is for it", folder, own)
			}
		}
	}
}

func ruleOf(folder string) (rule, bool) {
	for _, r := range rules {
		if within(folder, r.folder) {
			return r, true
		}
	}
	return rule{}, false
}

func allowed(r rule, folder, imported string) bool {
	if own, ok := strings.CutPrefix(imported, module); ok {
		if within(own, r.folder) {
			return true
		}
		for _, may := range r.may {
			if within(own, may) {
				return true
			}
		}
		return false
	}
	first, _, _ := strings.Cut(imported, "/")
	if r.outside == nil || !strings.Contains(first, ".") {
		return true
	}
	for _, m := range r.outside {
		if within(imported, m) {
			return true
		}
	}
	return false
}

func within(name, folder string) bool {
	return name == folder || strings.HasPrefix(name, folder+"/")
}

// importsOf reads the imports of all packages under root, tests left out, by
// folder.
func importsOf(t *testing.T, root string) map[string][]string {
	t.Helper()
	packages := map[string][]string{}
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && file != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "node_modules") {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		folder := path.Dir(filepath.ToSlash(relative))
		for _, spec := range parsed.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			packages[folder] = append(packages[folder], name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return packages
}
