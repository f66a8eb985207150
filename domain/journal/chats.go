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
	// MaxMessages bounds the messages of a chat, in both rooms together.
	MaxMessages = 10_000

	// rememberedMessages is the number of keys for which a node recognizes
	// repeated messages of a chat.
	rememberedMessages = 256
)

// Chats are the chats of the games.
type Chats struct {
	streams *repository[chatKeys, chat.Posted]
}

// chatKeys are the newest messages posted under a key, oldest first.
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
	// A node caches the end of this many chats, so that posting does not read
	// the earlier messages.
	cached: 10_000,
}

// ChatOf extracts the game's id from the name of a chat's stream.
func ChatOf(stream string) (string, bool) { return strings.CutPrefix(stream, chatPrefix) }

// Post stores a chat message, once for a player and key; replayed reports that
// it was posted before. If refused is not nil, a new message fails with it.
// Post uses the request's actor, key, digest, correlation and time. Errors:
// refused, ErrKeyReused, ErrConflict, and the store's.
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

// posted returns a message that was posted before.
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
	return Message{}, fmt.Errorf("%w: a message is missing in the chat of game %s", ErrDamaged, gameID)
}

// Messages yields a game's chat messages, starting at a number.
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
