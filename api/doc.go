// Package api composes the HTTP server: routes, health, metrics and the spec.
// The rooms below it hold the handlers, each with the few dependencies it needs
// (docs/architecture.md).
package api
