// Package rest is the HTTP of the API on Echo, without any knowledge of games:
// problems (RFC 9457) out of one table, request bodies and query parameters,
// preconditions and idempotency keys, answers and streams, rate limits per
// request, and middleware.
package rest
