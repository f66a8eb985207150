package journal

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/janggid/janggid/domain/chat"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

const (
	// MaxMessages is how many messages a chat may have, in both rooms together.
	MaxMessages = 10_000

	// rememberedMessages is how many messages with a key are recognized in a chat.
	rememberedMessages = 256
)

// Chats are the messages at the games' boards.
type Chats struct {
	streams *repository[chatKeys, chat.Posted]
}

// chatKeys are the newest messages that were posted under a key, oldest first.
type chatKeys []commandHash

// Message is a chat message.
type Message struct {
	Number   uint64 // in the chat, both rooms together, from 0
	At       game.Instant
	Posted   chat.Posted
	Position eventstore.Position
}

var chatStreams = aggregate[chatKeys, chat.Posted]{
	name: "chat", prefix: chatPrefix,
	types: eventTypesOf(chat.Posted{}),
	apply: func(keys *chatKeys, e entry[chat.Posted]) {
		if r := e.Metadata.idempotency(); r.key != "" {
			first := max(0, len(*keys)+1-rememberedMessages)
			*keys = append(slices.Clone((*keys)[first:]), hashCommand(r.actor, r.key))
		}
	},
	// A node keeps the end of so many, so that a message costs no reading of all
	// before it.
	cached: 10_000,
}

// ChatOf takes the game's id out of the name of a chat's stream.
func ChatOf(stream string) (string, bool) { return strings.CutPrefix(stream, chatPrefix) }

// Post stores a message at a game's board, once for a player and key: replayed
// tells that it was posted before. A message that was not is refused with
// refused, unless that is nil. Of the request actor, key, digest, correlation
// and time count. Errors: refused, ErrKeyReused, ErrConflict, and the store's.
func (c *Chats) Post(ctx context.Context, gameID string, p chat.Posted, q Request, refused error) (m Message, replayed bool, err error) {
	private := &Private{Actor: q.Actor, Correlation: q.Correlation, Key: q.Key}
	if q.Key != "" {
		private.Digest = q.Digest
	}
	s := c.streams.open(gameID)
	defer s.close()
	err = s.update(ctx, Metadata{Private: private, Time: q.At}, func(keys *chatKeys) ([]chat.Posted, error) {
		if q.Key != "" && slices.Contains(*keys, hashCommand(q.Actor, q.Key)) {
			replayed = true
			return nil, nil
		}
		if refused == nil && s.next.Next() >= MaxMessages {
			return nil, game.EventLimit
		}
		return []chat.Posted{p}, refused
	})
	switch {
	case err != nil:
		return Message{}, false, err
	case replayed:
		m, err = c.posted(ctx, gameID, q)
		return m, err == nil, err
	}
	return Message{Number: s.next.Next() - 1, At: q.At, Posted: p, Position: s.position}, false, nil
}

// posted answers a message that came again.
func (c *Chats) posted(ctx context.Context, gameID string, q Request) (Message, error) {
	for e, err := range c.streams.entries(ctx, gameID, 0) {
		if err != nil {
			return Message{}, err
		}
		switch r := e.Metadata.idempotency(); {
		case !r.is(q):
		case !r.sameRequest(q):
			return Message{}, ErrKeyReused
		default:
			return messageOf(e), nil
		}
	}
	return Message{}, fmt.Errorf("%w: chat of game %s has lost a message", ErrDamaged, gameID)
}

// Messages yields what was posted at a game's board, from a number on.
func (c *Chats) Messages(ctx context.Context, gameID string, from uint64) iter.Seq2[Message, error] {
	return func(yield func(Message, error) bool) {
		for e, err := range c.streams.entries(ctx, gameID, from) {
			if err != nil {
				yield(Message{}, err)
				return
			}
			if !yield(messageOf(e), nil) {
				return
			}
		}
	}
}

// DecodeMessage reads an event of a chat's stream. Its error wraps ErrDamaged.
func DecodeMessage(r eventstore.Recorded) (Message, error) {
	e, err := chatStreams.types.decode(r)
	return messageOf(e), err
}

func messageOf(e entry[chat.Posted]) Message {
	return Message{Number: e.Revision, At: e.Metadata.Time, Posted: e.Event, Position: e.Position}
}
