package journal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/janggid/janggid/domain/chat"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

const (
	// cachedChats is how many a node knows the end of, so that a message costs no
	// reading of all that was said before it.
	cachedChats = 10_000

	// MaxMessages is how many messages a chat may have, in both rooms together.
	MaxMessages = 10_000

	// rememberedMessages is how many messages with a key are recognised in a chat.
	rememberedMessages = 256
)

// Chat is how far a node has read a game's chat. It is never changed once others
// can see it.
type Chat struct {
	next     eventstore.Expectation
	messages uint64
	keys     []remembered
}

// Message is something that was said.
type Message struct {
	Number   uint64 // in the chat, both rooms together, from 0
	At       game.Instant
	Posted   chat.Posted
	Position eventstore.Position
}

// ChatOf takes the game's id out of the name of a chat's stream.
func ChatOf(stream string) (string, bool) { return strings.CutPrefix(stream, chatPrefix) }

// Post says something at a game's board. The same player's message under the
// same key is said once: replayed tells that it had been. What was not is said
// unless refused tells why it may not be. Of the request actor, key, digest,
// correlation and time count. Errors: refused, ErrKeyReused, ErrConflict, and the
// store's.
func (j *Journal) Post(ctx context.Context, gameID string, p chat.Posted, q Request, refused error) (m Message, replayed bool, err error) {
	data, err := encode(p)
	if err != nil {
		return Message{}, false, err
	}
	private := &Private{Actor: q.Actor, Correlation: q.Correlation, Key: q.Key}
	if q.Key != "" {
		private.Digest = q.Digest
	}
	event := eventstore.Event{
		ID: j.newID(), Type: p.EventType(), Data: data,
		Metadata: appendMetadata(nil, Metadata{Private: private, Schema: schemaVersion, Time: q.At}),
	}
	for range attempts {
		c, err := j.chat(ctx, gameID)
		if err != nil {
			return Message{}, false, err
		}
		if q.Key != "" && slices.Contains(c.keys, rememberedAs(q.Actor, q.Key)) {
			return j.posted(ctx, gameID, q)
		}
		if refused != nil {
			return Message{}, false, refused
		}
		if c.messages >= MaxMessages {
			return Message{}, false, game.EventLimit
		}
		appended, err := j.appendSurely(ctx, chatPrefix+gameID, c.next, []eventstore.Event{event})
		if _, conflict := errors.AsType[*eventstore.ConflictError](err); conflict {
			event.ID = j.newID() // a store may know a repeated append by its ids alone
			continue
		}
		if err != nil {
			return Message{}, false, fmt.Errorf("journal: chat %s: %w", gameID, err)
		}
		return Message{Number: appended.Revision, At: q.At, Posted: p, Position: appended.Position}, false, nil
	}
	return Message{}, false, ErrConflict
}

// posted answers a message that came again.
func (j *Journal) posted(ctx context.Context, gameID string, q Request) (Message, bool, error) {
	for r, err := range j.store.ReadStream(ctx, chatPrefix+gameID, 0) {
		if err != nil {
			return Message{}, false, fmt.Errorf("journal: chat %s: %w", gameID, err)
		}
		k, err := keyOf(r)
		switch {
		case err != nil:
			return Message{}, false, err
		case !k.is(q):
			continue
		case !k.sameRequest(q):
			return Message{}, false, ErrKeyReused
		}
		m, err := DecodeMessage(r)
		return m, true, err
	}
	return Message{}, false, fmt.Errorf("%w: chat of game %s has lost a message", ErrDamaged, gameID)
}

// Messages yields what was said at a game's board, from a number on.
func (j *Journal) Messages(ctx context.Context, gameID string, from uint64) iter.Seq2[Message, error] {
	return func(yield func(Message, error) bool) {
		for r, err := range j.store.ReadStream(ctx, chatPrefix+gameID, from) {
			if err != nil {
				yield(Message{}, fmt.Errorf("journal: chat %s: %w", gameID, err))
				return
			}
			m, err := DecodeMessage(r)
			if !yield(m, err) || err != nil {
				return
			}
		}
	}
}

// DecodeMessage reads an event of a chat's stream. Its error wraps ErrDamaged.
func DecodeMessage(r eventstore.Recorded) (Message, error) {
	m, err := decodeMetadata(r.Metadata)
	if err == nil {
		err = knownSchema(m.Schema)
	}
	var p chat.Posted
	if err == nil && r.Type != p.EventType() {
		err = fmt.Errorf("%w %q", errUnknownType, r.Type)
	}
	if err == nil {
		err = json.Unmarshal(r.Data, &p)
	}
	if err != nil {
		return Message{}, fmt.Errorf("%w: %s revision %d: %w", ErrDamaged, r.Stream, r.Revision, err)
	}
	return Message{Number: r.Revision, At: m.Time, Posted: p, Position: r.Position}, nil
}

// chat reads on from where this node last read a game's chat.
func (j *Journal) chat(ctx context.Context, gameID string) (*Chat, error) {
	known, ok := j.chats.GetIfPresent(gameID)
	if !ok {
		known = &Chat{next: eventstore.NoStream()}
	}
	c := *known
	for r, err := range j.store.ReadStream(ctx, chatPrefix+gameID, known.messages) {
		if err != nil {
			return nil, fmt.Errorf("journal: chat %s: %w", gameID, err)
		}
		k, err := keyOf(r)
		if err != nil {
			return nil, err
		}
		if k.key != "" {
			first := max(0, len(c.keys)+1-rememberedMessages)
			c.keys = append(slices.Clone(c.keys[first:]), rememberedAs(k.actor, k.key))
		}
		c.messages, c.next = r.Revision+1, eventstore.Exactly(r.Revision)
	}
	if c.messages > known.messages {
		j.chats.Set(gameID, &c)
	}
	return &c, nil
}
