package api

import (
	"errors"
	"maps"
	"net/http"
	"strconv"
	"sync/atomic"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metricsHandler answers with what was measured.
//
//	@ID getMetrics
//	@Summary Metrics for Prometheus
//	@Description Counters and gauges in Prometheus' text format; docs/operations.md explains them.
//	@Tags operations
//	@Produce plain
//	@Success 200 {string} string "Prometheus' text format"
//	@Router /metrics [get]
func metricsHandler(registry *prometheus.Registry) http.Handler {
	return promhttp.HandlerFor(registry, promhttp.HandlerOpts{})
}

// countStreams publishes how many streams there are.
func (s *Server) countStreams(registry *prometheus.Registry) {
	registry.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "janggid_streams_open",
			Help: "Streams of events that are open.",
		}, func() float64 { return float64(s.limits.Streams.Open()) }),
		prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "janggid_streams_cut_total",
			Help: "Streams that were ended because their readers were too slow.",
		}, func() float64 { return float64(s.live.Stats().Cut + s.limits.Streams.Cut()) }),
	)
}

// measure counts and times requests by route.
func (s *Server) measure(registry *prometheus.Registry) echo.MiddlewareFunc {
	seconds := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name:    "janggid_http_request_duration_seconds",
		Help:    "Time from the request's head to the end of the answer.",
		Buckets: prometheus.ExponentialBuckets(0.0001, 2, 15),
	}, []string{"method", "route", "status"})
	registry.MustRegister(seconds)
	durations := &observers{vec: seconds}
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			begin := s.now()
			err := next(c)
			if err != nil {
				c.Error(err) // answered here, so that its status is counted
			}
			route := c.Path()
			if errors.Is(err, echo.ErrNotFound) || route == "" {
				route = "none"
			}
			durations.of(series{knownMethod(c.Request().Method), route, c.Response().Status}).Observe(s.now().Sub(begin).Seconds())
			return nil
		}
	}
}

// knownMethod keeps clients from making histograms by inventing methods.
func knownMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return method
	}
	return "other"
}

// series is one of the histograms of the durations.
type series struct {
	method, route string
	status        int
}

// observers finds histograms again without hashing all labels of each request.
// There are as many as routes have methods and statuses.
type observers struct {
	vec   *prometheus.HistogramVec
	known atomic.Pointer[map[series]prometheus.Observer]
}

func (o *observers) of(s series) prometheus.Observer {
	known := o.known.Load()
	if known != nil {
		if found, ok := (*known)[s]; ok {
			return found
		}
	}
	found := o.vec.WithLabelValues(s.method, s.route, strconv.Itoa(s.status))
	more := map[series]prometheus.Observer{s: found}
	if known != nil {
		maps.Copy(more, *known)
	}
	o.known.CompareAndSwap(known, &more) // or else it is added another time
	return found
}
