package play

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/engine"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/player"
)

// Computers are this server's computer players.
type Computers interface {
	// Admit reports whether computers of these strengths may begin a game. Where
	// they may not, it is worth asking again after a time.
	Admit(strengths ...int) (retryAfter time.Duration, ok bool)
}

type opponentBody struct {
	Type     string        `json:"type"`
	Level    *string       `json:"level"`
	Strength *int          `json:"strength"`
	Cho      *computerBody `json:"cho"`
	Han      *computerBody `json:"han"`
	Seed     *int64        `json:"seed"`
} // @name Opponent

// computerBody says how well a computer plays.
type computerBody struct {
	Level    *string `json:"level"`
	Strength *int    `json:"strength"`
} // @name ComputerStrength

// strengthsOfLevels are the strengths that have names.
var strengthsOfLevels = map[string]engine.Strength{
	"beginner":     engine.Beginner,
	"intermediate": engine.Intermediate,
	"advanced":     engine.Advanced,
}

// parseOpponent reads the opponent into a creation whose side is known.
func parseOpponent(o *opponentBody, create *game.Create) error {
	create.Opponent = game.OpponentHuman
	if o == nil {
		return nil
	}
	create.Opponent = game.OpponentType(o.Type)
	switch create.Opponent {
	case game.OpponentHuman, game.OpponentSelf:
		return onlyComputersHave(o)
	case game.OpponentComputer:
		if o.Cho != nil || o.Han != nil {
			return rest.BadField("opponent.type", "must be computers, where the sides are named")
		}
		id, err := parseComputer("opponent", computerBody{o.Level, o.Strength})
		if err != nil {
			return err
		}
		create.Against = id
	case game.OpponentComputers:
		both, err := parseComputers(o)
		if err != nil {
			return err
		}
		create.Both = both
	default:
		return rest.BadField("opponent.type", "must be human, self, computer or computers")
	}
	return parseSeed(o.Seed, create)
}

func onlyComputersHave(o *opponentBody) error {
	for _, f := range []struct {
		name  string
		given bool
	}{{"level", o.Level != nil}, {"strength", o.Strength != nil}, {"cho", o.Cho != nil}, {"han", o.Han != nil}, {"seed", o.Seed != nil}} {
		if f.given {
			return rest.BadField("opponent."+f.name, "is only for computers")
		}
	}
	return nil
}

func parseComputers(o *opponentBody) (*game.BySide[string], error) {
	switch {
	case o.Level != nil || o.Strength != nil:
		return nil, rest.BadField("opponent.type", "must be computer, where one strength is named")
	case o.Cho == nil:
		return nil, rest.BadField("opponent.cho", "is missing")
	case o.Han == nil:
		return nil, rest.BadField("opponent.han", "is missing")
	}
	cho, err := parseComputer("opponent.cho", *o.Cho)
	if err != nil {
		return nil, err
	}
	han, err := parseComputer("opponent.han", *o.Han)
	return &game.BySide[string]{Cho: cho, Han: han}, err
}

// parseComputer reads a computer's level or strength, and gives its id.
func parseComputer(field string, c computerBody) (id string, err error) {
	switch {
	case c.Level != nil && c.Strength != nil:
		return "", rest.BadField(field+".strength", "goes without a level")
	case c.Level != nil:
		strength, ok := strengthsOfLevels[*c.Level]
		if !ok {
			return "", rest.BadField(field+".level", "must be beginner, intermediate or advanced")
		}
		return player.ComputerID(int(strength)), nil
	case c.Strength == nil:
		return "", rest.BadField(field+".strength", "is missing, and so is a level")
	case *c.Strength < player.WeakestComputer || *c.Strength > player.StrongestComputer:
		return "", rest.BadField(field+".strength", fmt.Sprintf("must be %d to %d", player.WeakestComputer, player.StrongestComputer))
	}
	return player.ComputerID(*c.Strength), nil
}

// parseSeed draws lots where no seed is given, so that games differ.
func parseSeed(seed *int64, create *game.Create) error {
	switch {
	case seed == nil:
		create.Seed = rand.Int64N(game.MaxSeed + 1)
	case *seed < 0 || *seed > game.MaxSeed:
		return rest.BadField("opponent.seed", fmt.Sprintf("must be 0 to %d", int64(game.MaxSeed)))
	default:
		create.Seed = *seed
	}
	return nil
}

// demonstrationTurns is what a game of two computers is charged at its
// creation: nobody else is there to be charged for its turns.
const demonstrationTurns = 400

// admitComputers refuses a game of computers for which the server has no
// computers, or no time. What it charges is given back by refund.
func (h *Handlers) admitComputers(c echo.Context, create game.Create) (refund func(), err error) {
	refund = func() {}
	switch create.Opponent {
	case game.OpponentComputer:
		err = h.computersFree(create.Against)
	case game.OpponentComputers:
		if err = h.computersFree(create.Both.Cho, create.Both.Han); err == nil {
			refund, err = h.Limits.Spend(c, limit.HotSeatTurnsADay, demonstrationTurns)
		}
	}
	return refund, err
}

// computersFree refuses a game of computers that have no time for it, or are none
// of this server.
func (h *Handlers) computersFree(ids ...string) error {
	if h.Computers == nil {
		return rest.NewProblem(rest.CodeComputerUnavailable, "")
	}
	strengths := make([]int, len(ids))
	for i, id := range ids {
		strengths[i], _ = player.ComputerStrength(id)
	}
	wait, ok := h.Computers.Admit(strengths...)
	if ok {
		return nil
	}
	return rest.NewProblem(rest.CodeOverloaded, "the computer players have all the games that they can play well").
		WithHeader(rest.HeaderRetryAfter, strconv.Itoa(int(math.Ceil(wait.Seconds()))))
}
