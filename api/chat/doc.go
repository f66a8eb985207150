// Package chat serves the chats of games.
package chat
