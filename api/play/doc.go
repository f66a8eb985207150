// Package play carries out commands on games, one file a command.
package play
