package api

import (
	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"
)

func (s *Server) routes(metrics *prometheus.Registry) {
	e := s.echo
	// Every GET that terminates also answers HEAD: net/http leaves out the body.
	read := func(path string, h echo.HandlerFunc) {
		e.GET(path, h)
		e.HEAD(path, h)
	}

	e.POST("/v1/guests", s.players.CreateGuest)
	e.POST("/v1/tokens", s.players.RenewToken)
	read("/v1/me", s.players.Me)
	read("/v1/players/:id", s.players.Player)

	e.POST("/v1/games", s.play.Create)
	read("/v1/games", s.games.List)
	read("/v1/games/:id", s.games.Get)
	e.POST("/v1/games/:id/join", s.play.Join)
	e.POST("/v1/games/:id/setup", s.play.ChooseSetup)
	e.POST("/v1/games/:id/moves", s.play.PlayMove)
	e.POST("/v1/games/:id/pass", s.play.Pass)
	e.POST("/v1/games/:id/resign", s.play.Resign)
	e.POST("/v1/games/:id/abort", s.play.Abort)
	e.POST("/v1/games/:id/takeback", s.play.Takeback)
	e.POST("/v1/games/:id/draw", s.play.Draw)
	e.POST("/v1/games/:id/add-time", s.play.AddTime)
	e.POST("/v1/games/:id/hint", s.play.Hint)
	e.POST("/v1/games/:id/claim-win", s.play.ClaimWin)
	e.POST("/v1/games/:id/rematch", s.play.Rematch)
	e.POST("/v1/games/:id/labels", s.play.SetLabels)
	e.POST("/v1/games/:id/adjudicate", s.play.Adjudicate)
	e.POST("/v1/games/:id/chat", s.chat.Post)
	read("/v1/games/:id/chat", s.chat.List)
	read("/v1/games/:id/legal-moves", s.games.LegalMoves)
	read("/v1/games/:id/turns", s.games.Turns)
	read("/v1/games/:id/events", s.games.Events)
	e.GET("/v1/games/:id/stream", s.watch.Game)
	read("/v1/games/:id/proof", s.games.Proof)
	read("/v1/games/:id/record", s.records.Get)
	read("/v1/games/:id/board.svg", s.pictures.BoardSVG)
	read("/v1/games/:id/board.png", s.pictures.BoardPNG)
	read("/v1/games/:id/film.svg", s.pictures.Animation)

	e.POST("/v1/quick-play", s.seek.QuickPlay)
	e.GET("/v1/quick-play/:id", s.seek.Await)
	e.DELETE("/v1/quick-play/:id", s.seek.Withdraw)

	e.GET("/v1/stream", s.watch.Games)
	e.GET("/v1/me/stream", s.watch.Player)
	e.POST("/v1/stream-tickets", s.watch.CreateTicket)

	read("/v1/rooms/:code", s.play.GetRoom)
	e.POST("/v1/rooms/:code/join", s.play.JoinRoom)

	e.POST("/v1/imports", s.records.Import)
	read("/v1/records", s.records.List)

	e.POST("/v1/replays", s.rules.Replay)
	read("/v1/keys", s.games.Keys)

	e.POST("/v1/positions", s.rules.JudgePosition)
	e.POST("/v1/positions/analysis", s.analysis.Analyze)
	read("/v1/rulesets", s.rules.Rulesets)
	read("/v1/explorer", s.rules.Explorer)
	read("/v1/board.svg", s.pictures.PositionSVG)
	read("/v1/board.png", s.pictures.PositionPNG)

	read("/", s.index)
	read("/v1", s.apiIndex)
	read("/favicon.ico", s.favicon)
	read("/openapi.yaml", s.openAPI)
	read("/openapi-3.0.yaml", s.openAPI30)
	read("/docs", s.docs)
	read("/docs/assets/:file", s.docsAsset)
	read("/healthz", s.health)
	read("/readyz", s.ready)
	read("/metrics", echo.WrapHandler(metricsHandler(metrics)))
}
