package api

// What openapi.yaml says about the API as a whole. The operations are described
// beside their handlers; docs/generate puts the two together.
//
//	@title			janggid
//	@version		1.0.0
//	@description	Play Janggi (장기, Korean chess), let the rules decide, and replay whole games from their events. `HEAD` answers wherever `GET` does, but for streams and what can be one, with the same head and no body. Where an answer has several media types, `Accept` is weighed by its qualities, and the first one is sent where none is named. Every answer has `Server-Time`, the server's clock in Unix milliseconds, and `X-Request-Id`, which the server's log has too; one that the client sends is kept. Answers of operations with a limit have `RateLimit` (what is left of it, and the seconds until all of it is) and `RateLimit-Policy`.
//	@servers.url	/
