// Package benchmark measures janggid against its budgets: the rules, the store,
// the server over HTTP, and what is made of a history. Machines differ and are
// shared, so what counts are ratios of two things measured in turns in one run.
package benchmark
