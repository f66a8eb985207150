package api

import (
	"errors"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metricsHandler answers with what was measured.
//
//	@ID getMetrics
//	@Summary Metrics for Prometheus
//	@Tags operations
//	@Produce plain
//	@Success 200 {string} string "Prometheus' text format"
//	@Router /metrics [get]
func metricsHandler(registry *prometheus.Registry) http.Handler {
	return promhttp.HandlerFor(registry, promhttp.HandlerOpts{})
}

// measure counts and times requests by route, and publishes how far the read
// models have come.
func (s *Server) measure(registry *prometheus.Registry) echo.MiddlewareFunc {
	seconds := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name:    "janggid_http_request_duration_seconds",
		Help:    "Time from the request's head to the end of the answer.",
		Buckets: prometheus.ExponentialBuckets(0.0001, 2, 15),
	}, []string{"method", "route", "status"})
	registry.MustRegister(seconds)
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
			seconds.WithLabelValues(c.Request().Method, route, strconv.Itoa(c.Response().Status)).
				Observe(s.now().Sub(begin).Seconds())
			return nil
		}
	}
}
