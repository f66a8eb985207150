package esdbtest

import "github.com/EventStore/EventStore-Client-Go/v4/esdb"

// Client is the published client, connected to this node until the test ends:
// other programs do with it what the store never does.
func (s *Server) Client() *esdb.Client {
	s.t.Helper()
	conf, err := esdb.ParseConnectionString(s.ConnectionString())
	if err != nil {
		s.t.Fatalf("esdbtest: %v", err)
	}
	conf.Logger = esdb.NoopLogging()
	c, err := esdb.NewClient(conf)
	if err != nil {
		s.t.Fatalf("esdbtest: %v", err)
	}
	s.t.Cleanup(func() { c.Close() })
	return c
}
