package api

import (
	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"
)

func (s *Server) routes(metrics *prometheus.Registry) {
	e := s.echo
	// What can be read without going on has its head alone too: net/http leaves out
	// the body.
	read := func(path string, h echo.HandlerFunc) {
		e.GET(path, h)
		e.HEAD(path, h)
	}

	e.POST("/v1/guests", s.players.CreateGuest)
	e.POST("/v1/tokens", s.players.RenewToken)
	read("/v1/me", s.players.Me)
	read("/v1/players/:id", s.players.Player)

	e.POST("/v1/games", s.createGame)
	read("/v1/games", s.listGames)
	read("/v1/games/:id", s.getGame)
	e.POST("/v1/games/:id/join", s.joinGame)
	e.POST("/v1/games/:id/setup", s.chooseSetup)
	e.POST("/v1/games/:id/moves", s.playMove)
	e.POST("/v1/games/:id/pass", s.pass)
	e.POST("/v1/games/:id/resign", s.resign)
	e.POST("/v1/games/:id/abort", s.abort)
	e.POST("/v1/games/:id/takeback", s.takeback)
	e.POST("/v1/games/:id/draw", s.draw)
	e.POST("/v1/games/:id/add-time", s.addTime)
	e.POST("/v1/games/:id/claim-win", s.claimWin)
	e.POST("/v1/games/:id/rematch", s.rematch)
	e.POST("/v1/games/:id/labels", s.setLabels)
	e.POST("/v1/games/:id/adjudicate", s.adjudicate)
	e.POST("/v1/games/:id/chat", s.postMessage)
	read("/v1/games/:id/chat", s.listMessages)
	read("/v1/games/:id/legal-moves", s.legalMoves)
	read("/v1/games/:id/turns", s.turns)
	read("/v1/games/:id/events", s.events)
	e.GET("/v1/games/:id/stream", s.gameStream)
	read("/v1/games/:id/proof", s.proof)
	read("/v1/games/:id/record", s.records.Get)
	read("/v1/games/:id/board.svg", s.pictures.BoardSVG)
	read("/v1/games/:id/board.png", s.pictures.BoardPNG)
	read("/v1/games/:id/film.svg", s.pictures.Animation)

	e.POST("/v1/quick-play", s.quickPlay)
	e.GET("/v1/quick-play/:id", s.awaitPairing)
	e.DELETE("/v1/quick-play/:id", s.withdrawPairing)

	e.GET("/v1/stream", s.gamesStream)
	e.GET("/v1/me/stream", s.playerStream)
	e.POST("/v1/stream-tickets", s.createStreamTicket)

	read("/v1/rooms/:code", s.getRoom)
	e.POST("/v1/rooms/:code/join", s.joinRoom)

	e.POST("/v1/imports", s.records.Import)
	read("/v1/records", s.records.List)

	e.POST("/v1/replays", s.rules.Replay)
	read("/v1/keys", s.keys)

	e.POST("/v1/positions", s.rules.JudgePosition)
	read("/v1/rulesets", s.rules.Rulesets)
	read("/v1/explorer", s.rules.Explorer)
	read("/v1/board.svg", s.pictures.PositionSVG)
	read("/v1/board.png", s.pictures.PositionPNG)

	read("/", s.index)
	read("/v1", s.apiIndex)
	read("/favicon.ico", s.favicon)
	read("/openapi.yaml", s.openAPI)
	read("/docs", s.docs)
	read("/docs/assets/:file", s.docsAsset)
	read("/healthz", s.health)
	read("/readyz", s.ready)
	read("/metrics", echo.WrapHandler(metricsHandler(metrics)))
}
