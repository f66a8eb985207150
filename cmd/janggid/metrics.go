package main

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/janggid/janggid/domain/computer"
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

// computerMetrics measure what computer players and analyses ask of a node.
func computerMetrics(r *computer.Runner) []prometheus.Collector {
	gauge := func(name, help string, value func() float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value)
	}
	counter := func(name, help string, value func(computer.AnalysisStats) int64) prometheus.Collector {
		return prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, func() float64 { return float64(value(r.AnalysisStats())) })
	}
	return []prometheus.Collector{
		gauge("janggid_computer_games", "Games under way with computer players that this node knows.",
			func() float64 { return float64(r.Stats().Games) }),
		gauge("janggid_computer_demand_nodes", "Positions a second that computer players ask this node for.",
			func() float64 { return r.Stats().Demand }),
		gauge("janggid_computer_capacity_nodes", "Positions a second that this node's workers search.",
			func() float64 { return r.Stats().Capacity }),
		gauge("janggid_analyses_running", "Analyses that are being searched.",
			func() float64 { return float64(r.AnalysisStats().Running) }),
		gauge("janggid_analyses_waiting", "Analyses that wait for a worker.",
			func() float64 { return float64(r.AnalysisStats().Waiting) }),
		counter("janggid_analyses_total", "Analyses that were completed.",
			func(s computer.AnalysisStats) int64 { return s.Finished }),
		counter("janggid_analyses_refused_total", "Analyses that were refused because no worker was free.",
			func(s computer.AnalysisStats) int64 { return s.Refused }),
		counter("janggid_analysis_nodes_total", "Positions that analyses searched.",
			func(s computer.AnalysisStats) int64 { return s.Nodes }),
	}
}
