package api

// What openapi.yaml says about the API as a whole. The operations are described
// beside their handlers; docs/generate puts the two together.
//
//	@title			janggid
//	@version		1.0.0
//	@description	Play Janggi (장기, Korean chess), let the rules decide, and replay whole games from their events.
//	@servers.url	/
