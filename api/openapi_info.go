package api

// What openapi.yaml says about the API as a whole. The operations are described
// beside their handlers; docs/generate puts the two together.
//
//	@title			janggid
//	@version		1.0.0
//	@description	Play Janggi (장기, Korean chess), let the rules decide, and replay whole games from their events. `HEAD` answers wherever `GET` does, but for streams and what can be one, with the same head and no body. Where an answer has several media types, `Accept` is weighed by its qualities, and the first one is sent where none is named.
//	@servers.url	/
