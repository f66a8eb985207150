package main

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/projections"
)

// modelMetrics measure how a node's read model follows the store.
func modelMetrics(model *projections.Model) []prometheus.Collector {
	gauge := func(name, help string, value func() float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value)
	}
	counter := func(name, help string, value func() uint64) prometheus.Collector {
		return prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, func() float64 { return float64(value()) })
	}
	return []prometheus.Collector{
		gauge("janggid_read_model_behind_seconds", "Time since the read model was last level with the store; 0 while it is.",
			func() float64 { return model.Stats().Behind.Seconds() }),
		gauge("janggid_read_model_position", "Position of the store up to which the read model shows everything.",
			func() float64 { return float64(model.Position()) }),
		counter("janggid_read_model_events_total", "Events folded into the read model.",
			func() uint64 { return model.Stats().Events }),
		counter("janggid_read_model_damaged_total", "Times that a stream could not be folded.",
			func() uint64 { return model.Stats().Damaged }),
		counter("janggid_read_model_restarts_total", "Times that the follower of the store began again after an error.",
			func() uint64 { return model.Stats().Restarts }),
		counter("janggid_read_model_rebuilds_total", "Times that the read model's file was found damaged and built anew.",
			func() uint64 { return model.Stats().Rebuilds }),
	}
}

// cacheMetrics measure the cached games.
func cacheMetrics(j *journal.Journal) []prometheus.Collector {
	gauge := func(name, help string, value func(journal.CacheStats) float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 { return value(j.CacheStats()) })
	}
	return []prometheus.Collector{
		gauge("janggid_cached_games", "Games that are kept folded in memory.", func(s journal.CacheStats) float64 { return float64(s.Games) }),
		gauge("janggid_cache_bytes", "Memory of the cached games, as it is estimated.", func(s journal.CacheStats) float64 { return float64(s.Bytes) }),
		gauge("janggid_cache_max_bytes", "Memory that the cached games may take; --cache-mib.", func(s journal.CacheStats) float64 { return float64(s.Most) }),
	}
}
