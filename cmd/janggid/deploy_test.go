package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/spf13/pflag"
	"gopkg.in/yaml.v3"
)

const (
	composeFile = "../../docker-compose.yml"
	dockerFile  = "Dockerfile"
)

// composed is what tests look at of docker-compose.yml.
type composed struct {
	Services map[string]service
	Volumes  map[string]any
	Configs  map[string]struct{ Content string }
}

type service struct {
	Image       string
	Environment map[string]string
	Ports       []string
	Volumes     []string
	Configs     []struct{ Source, Target string }
	DependsOn   map[string]any `yaml:"depends_on"`
	Healthcheck struct{ Test []string }
}

func readCompose(t *testing.T) composed {
	t.Helper()
	var c composed
	if err := yaml.Unmarshal([]byte(readText(t, composeFile)), &c); err != nil {
		t.Fatal(err)
	}
	return c
}

func readText(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestComposeFileIsValid(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("testdata/compose/compose-spec.json")
	if err != nil {
		t.Fatal(err)
	}
	check := func(text string) error {
		var document any
		if err := yaml.Unmarshal([]byte(text), &document); err != nil {
			t.Fatal(err)
		}
		return schema.Validate(document)
	}
	text := readText(t, composeFile)
	if err := check(text); err != nil {
		t.Error(err)
	}
	// So it is with TLS, as the comments tell.
	if err := check(withTLS(text)); err != nil {
		t.Errorf("with TLS: %v", err)
	}
	if check(strings.Replace(text, "restart:", "restarts:", 1)) == nil {
		t.Error("a setting that does not exist is found valid")
	}
}

// withTLS takes the comment marks off all settings.
func withTLS(text string) string {
	text = regexp.MustCompile(`(?m)^ +(EVENTSTORE_INSECURE|JANGGID_STORE):.*\n`).ReplaceAllString(text, "")
	return regexp.MustCompile(`(?m)^( +)# (EVENTSTORE_\w+: |JANGGID_STORE: |- certificates:)`).ReplaceAllString(text, "$1$2")
}

func TestTheSettingsForTLSAreThere(t *testing.T) {
	var c composed
	if err := yaml.Unmarshal([]byte(withTLS(readText(t, composeFile))), &c); err != nil {
		t.Fatal(err)
	}
	for name, s := range c.Services {
		switch kindOf(name) {
		case "store":
			for _, setting := range []string{"EVENTSTORE_CERTIFICATE_FILE", "EVENTSTORE_CERTIFICATE_PRIVATE_KEY_FILE"} {
				if !strings.HasPrefix(s.Environment[setting], "/certificates/"+name+"/") {
					t.Errorf("%s: %s is %q", name, setting, s.Environment[setting])
				}
			}
			if s.Environment["EVENTSTORE_INSECURE"] != "" || s.Environment["EVENTSTORE_TRUSTED_ROOT_CERTIFICATES_PATH"] == "" {
				t.Errorf("%s: %v", name, s.Environment)
			}
		case "janggid":
			if store := s.Environment["JANGGID_STORE"]; !strings.Contains(store, "tls=true") || !strings.Contains(store, "tlsCAFile=/certificates/ca/") {
				t.Errorf("%s: the store is %s", name, store)
			}
		default:
			continue
		}
		if !slices.Contains(s.Volumes, "certificates:/certificates:ro") {
			t.Errorf("%s does not see the certificates", name)
		}
	}
}

// kindOf is a service's name without its number.
func kindOf(name string) string {
	kind, _, _ := strings.Cut(name, "-")
	return kind
}

// pinned is a tag of one release: three numbers, or two where a project has no
// more.
var pinned = regexp.MustCompile(`^[a-z0-9./-]+:v?\d+\.\d+\.\d+(-[a-z0-9.]+)?$`)

func TestImagesArePinned(t *testing.T) {
	for name, s := range readCompose(t).Services {
		if kindOf(name) != "janggid" && !pinned.MatchString(s.Image) {
			t.Errorf("%s: the image %s names no release", name, s.Image)
		}
	}
	from := regexp.MustCompile(`(?m)^FROM (\S+)`).FindAllStringSubmatch(readText(t, dockerFile), -1)
	if len(from) != 2 || from[1][1] != "scratch" {
		t.Errorf("stages %v, want a build and an empty image", from)
	}
	for _, stage := range from[:len(from)-1] {
		if !pinned.MatchString(stage[1]) {
			t.Errorf("the image %s names no release", stage[1])
		}
	}
}

// TestTheImageBuildsWithTheGoOfTheModule compares the Dockerfile's Go with go.mod's.
func TestTheImageBuildsWithTheGoOfTheModule(t *testing.T) {
	module := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(readText(t, "../../go.mod"))
	if module == nil || !strings.Contains(readText(t, dockerFile), "FROM golang:"+module[1]+".") {
		t.Errorf("go.mod asks for %v", module)
	}
}

func TestSettingsOfImagesAreFlags(t *testing.T) {
	settings := map[string]string{}
	for _, s := range readCompose(t).Services {
		for name, value := range s.Environment {
			if strings.HasPrefix(name, "JANGGID_") {
				settings[name] = value
			}
		}
	}
	for _, m := range regexp.MustCompile(`\b(JANGGID_\w+)=(\S+)`).FindAllStringSubmatch(readText(t, dockerFile), -1) {
		settings[m[1]] = m[2]
	}
	if len(settings) < 6 {
		t.Fatalf("only the settings %v", settings)
	}
	flags := map[string]*pflag.Flag{}
	serve := newServe().Flags()
	serve.VisitAll(func(f *pflag.Flag) { flags["JANGGID_"+strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))] = f })
	for name, value := range settings {
		f := flags[name]
		if f == nil {
			t.Errorf("%s is no flag of janggid serve", name)
		} else if err := serve.Set(f.Name, value); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestHealthChecksAndEntryExist(t *testing.T) {
	text := readText(t, dockerFile)
	for _, want := range []string{`ENTRYPOINT ["/janggid"]`, `CMD ["serve"]`, `CMD ["/janggid", "health"]`, "USER 65532:65532", "CGO_ENABLED=0"} {
		if !strings.Contains(text, want) {
			t.Errorf("the Dockerfile lacks %s", want)
		}
	}
	for name, s := range readCompose(t).Services {
		if kindOf(name) == "janggid" && !slices.Equal(s.Healthcheck.Test, []string{"CMD", "/janggid", "health"}) {
			t.Errorf("%s is checked with %v", name, s.Healthcheck.Test)
		}
	}
	for _, sub := range []string{"serve", "health"} {
		if found, _, err := newRoot().Find([]string{sub}); err != nil || found.Name() != sub {
			t.Errorf("there is no janggid %s", sub)
		}
	}
}

// TestHostsAndPortsAgree looks at every host:port in the file: the host is a
// service, which listens there.
func TestHostsAndPortsAgree(t *testing.T) {
	c := readCompose(t)
	var text strings.Builder
	for _, s := range c.Services {
		for name, value := range s.Environment {
			fmt.Fprintln(&text, name, value)
		}
	}
	for _, config := range c.Configs {
		fmt.Fprintln(&text, config.Content)
	}
	named := regexp.MustCompile(`\b(store|janggid)-(\d+):(\d+)\b`).FindAllStringSubmatch(text.String(), -1)
	seen := map[string]bool{}
	for _, m := range named {
		host, port := m[1]+"-"+m[2], m[3]
		s, ok := c.Services[host]
		want := "2113"
		if m[1] == "janggid" {
			_, want, _ = net.SplitHostPort(s.Environment["JANGGID_ADDR"])
		}
		if !ok || port != want {
			t.Errorf("%s:%s is named, and no service listens there", host, port)
		}
		seen[host] = true
	}
	for name, s := range c.Services {
		kind := kindOf(name)
		if (kind == "store" || kind == "janggid") && !seen[name] {
			t.Errorf("nobody knows of %s", name)
		}
		if kind == "store" {
			for other := range c.Services {
				if kindOf(other) == "store" && other != name && !strings.Contains(s.Environment["EVENTSTORE_GOSSIP_SEED"], other+":") {
					t.Errorf("%s gossips without %s", name, other)
				}
			}
			if s.Environment["EVENTSTORE_NODE_HOST_ADVERTISE_AS"] != name || s.Environment["EVENTSTORE_REPLICATION_HOST_ADVERTISE_AS"] != name {
				t.Errorf("%s goes by another name", name)
			}
		}
		for _, port := range s.Ports {
			if !strings.HasPrefix(port, "127.0.0.1:") {
				t.Errorf("%s: the port %s is open to everybody", name, port)
			}
		}
	}
}

func TestComposeFileNamesWhatItHas(t *testing.T) {
	c := readCompose(t)
	for name, s := range c.Services {
		for other := range s.DependsOn {
			if _, ok := c.Services[other]; !ok {
				t.Errorf("%s depends on %s, which does not exist", name, other)
			}
		}
		for _, config := range s.Configs {
			if c.Configs[config.Source].Content == "" {
				t.Errorf("%s: no config %s", name, config.Source)
			}
		}
		for _, volume := range s.Volumes {
			source, _, _ := strings.Cut(volume, ":")
			if _, ok := c.Volumes[source]; !ok {
				t.Errorf("%s: no volume %s", name, source)
			}
		}
	}
}

// TestAlertsAreAboutMetricsThatExist asks a server for all that the alerts name.
func TestAlertsAreAboutMetricsThatExist(t *testing.T) {
	base, _ := startServer(t, t.TempDir())
	node(base).send(t, request{path: "/v1/guests", body: `{"name":"Kim"}`}, 201)
	answer, err := http.Get(base + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	metrics, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	alerts := readCompose(t).Configs["alerts"].Content
	named := regexp.MustCompile(`janggid_\w+`).FindAllString(alerts, -1)
	if len(named) < 4 {
		t.Fatalf("alerts name only %v", named)
	}
	for _, name := range named {
		if !strings.Contains(string(metrics), "\n"+name) {
			t.Errorf("no server tells %s", name)
		}
	}
	operations := readText(t, "../../docs/operations.md")
	for _, alert := range regexp.MustCompile(`alert: (\w+)`).FindAllStringSubmatch(alerts, -1) {
		if !strings.Contains(operations, "`"+alert[1]+"`") {
			t.Errorf("docs/operations.md does not say what to do about %s", alert[1])
		}
	}
}
