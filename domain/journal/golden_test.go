package journal

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/janggid/janggid/eventstore"
)

// goldenFiles are the files of a folder: name without extension, and content.
func goldenFiles(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata", folder, "*.json"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no golden files in %s: %v", folder, err)
	}
	files := map[string][]byte{}
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files[strings.TrimSuffix(filepath.Base(path), ".json")] = []byte(strings.TrimSuffix(string(content), "\n"))
	}
	return files
}

// A golden file is an event as it was once stored, named for its type and,
// after a dot, what is particular. Stored events must be read for ever, and
// what is written must stay what it was: hashes stand on it.
func TestGoldenEvents(t *testing.T) {
	for name, data := range goldenFiles(t, "events") {
		t.Run(name, func(t *testing.T) {
			eventType, _, _ := strings.Cut(name, ".")
			read, err := decodeAny(eventType, data)
			if err != nil {
				t.Fatal(err)
			}
			written, err := encode(read)
			if err != nil || string(written) != string(data) {
				t.Errorf("written as\n%s (%v), the file has\n%s", written, err, data)
			}
		})
	}
}

func TestGoldenMetadata(t *testing.T) {
	for name, data := range goldenFiles(t, "metadata") {
		t.Run(name, func(t *testing.T) {
			m, err := decodeMetadata(data)
			if err != nil {
				t.Fatal(err)
			}
			if written := appendMetadata(nil, m); string(written) != string(data) {
				t.Errorf("written as\n%s, the file has\n%s", written, data)
			}
		})
	}
}

func decodeAny(eventType string, data []byte) (any, error) {
	metadata := []byte(`{"prev":null,"schema":1,"side":null,"time":"2026-01-02T03:04:05.678Z"}`)
	r := eventstore.Recorded{Event: eventstore.Event{Type: eventType, Data: data, Metadata: metadata}}
	switch {
	case strings.HasPrefix(eventType, "Room"):
		return DecodeRoomEvent(r)
	case eventType == "MessagePosted":
		m, err := DecodeMessage(r)
		return m.Posted, err
	case eventType == "PlayerWentAway" || eventType == "PlayerCameBack":
		return decodeEntry(presenceStreams.types, r)
	case strings.HasPrefix(eventType, "Pairing"):
		return decodeEntry(poolStreams.types, r)
	case eventType == "KeyUsed":
		return decodeEntry(keyStreams.types, r)
	case eventType == "TicketUsed":
		return decodeEntry(ticketStreams.types, r)
	case eventType == "PlayerRegistered" || eventType == "PlayerRenamed":
		return DecodePlayerEvent(r)
	}
	return decode(eventType, schemaVersion, data)
}

func decodeEntry[E storedEvent](types eventTypes[E], r eventstore.Recorded) (E, error) {
	e, err := types.decode(r)
	return e.Event, err
}

// The types are taken from the source, so that a new one cannot be forgotten.
func TestEveryEventTypeHasAGoldenFile(t *testing.T) {
	golden := map[string]bool{}
	for name := range goldenFiles(t, "events") {
		eventType, _, _ := strings.Cut(name, ".")
		golden[eventType] = true
	}
	var types []string
	for _, folder := range []string{".", "../chat", "../game", "../pairing", "../player", "../presence", "../room", "../ticket"} {
		types = append(types, eventTypesIn(t, folder)...)
	}
	if len(types) < 12 {
		t.Errorf("the source seems to have the types %v only", types)
	}
	for _, eventType := range types {
		if !golden[eventType] {
			t.Errorf("%s has no golden file", eventType)
		}
	}
}

// eventTypesIn are the texts that methods named EventType return.
func eventTypesIn(t *testing.T, folder string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var types []string
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, declaration := range file.Decls {
			method, ok := declaration.(*ast.FuncDecl)
			if !ok || method.Name.Name != "EventType" || method.Recv == nil {
				continue
			}
			ast.Inspect(method.Body, func(n ast.Node) bool {
				if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
					text, err := strconv.Unquote(literal.Value)
					if err != nil {
						t.Fatal(err)
					}
					types = append(types, text)
				}
				return true
			})
		}
	}
	return types
}
