package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/janggid/janggid/api/auth"
	"github.com/janggid/janggid/domain/player"
)

// tokenOptions say which tokens are good.
type tokenOptions struct {
	key            string
	previousKey    string
	issuer         string
	externalIssuer string
	audience       string
	jwks           string
	secret         string
	acceptNewKey   bool
}

func (o *tokenOptions) register(f *pflag.FlagSet) {
	f.StringVar(&o.key, "token-key", "", "key that signs tokens, hex or base64, at least 32 bytes; the same on every node (default: one is made in DATA/token.key)")
	f.BoolVar(&o.acceptNewKey, "accept-new-key", false, "make a new token.key although the data folder is used and has none: all tokens end")
	f.StringVar(&o.previousKey, "previous-token-key", "", "a key whose tokens are still good, while keys are rotated")
	f.StringVar(&o.issuer, "token-issuer", auth.DefaultIssuer, "iss of this server's own tokens")
	f.StringVar(&o.externalIssuer, "external-issuer", "", "iss of tokens from your own issuer")
	f.StringVar(&o.audience, "external-audience", "", "aud that those tokens must have")
	f.StringVar(&o.jwks, "external-jwks", "", "file or URL of that issuer's public keys (EdDSA, ES256, RS256)")
	f.StringVar(&o.secret, "external-secret", "", "HS256 secret shared with that issuer, hex or base64, at least 32 bytes")
}

// open reads the keys. The first key is the server's secret too. The log hears of
// an issuer whose keys cannot be read.
func (o tokenOptions) open(where storeAt, log *slog.Logger) (key []byte, authority *auth.Authority, err error) {
	if key, err = o.ownKey(where); err != nil {
		return nil, nil, err
	}
	config := auth.Config{OwnKeys: [][]byte{key}, Issuer: o.issuer, Log: log}
	if o.previousKey != "" {
		previous, err := auth.ParseKey(o.previousKey)
		if err != nil {
			return nil, nil, wrongUsage(fmt.Errorf("--previous-token-key: %w", err))
		}
		config.OwnKeys = append(config.OwnKeys, previous)
	}
	if o.externalIssuer != "" {
		external, err := o.external()
		if err != nil {
			return nil, nil, err
		}
		config.External = []auth.External{external}
	} else if o.jwks != "" || o.secret != "" || o.audience != "" {
		return nil, nil, wrongUsage(errors.New("--external-issuer must name the issuer of the other --external- flags"))
	}
	authority, err = auth.New(config)
	return key, authority, err
}

// errNoSharedKey: a node with a key of its own would refuse the tokens of the
// others, and would not recognize their retried creations.
var errNoSharedKey = errors.New("nodes of one store need the same key: give all of them --token-key or JANGGID_TOKEN_KEY, " +
	"at least 32 random bytes in hex or base64 (openssl rand -hex 32 makes one)")

// ownKey is the key that was given, or the data folder's, made when there is
// none yet. Where nothing outlives the process, neither does its key; where the
// store has other nodes, it must be given.
func (o tokenOptions) ownKey(where storeAt) ([]byte, error) {
	if o.key == "" && where.shared() {
		return nil, wrongUsage(errNoSharedKey)
	}
	if o.key == "" && where.inMemory() {
		key := make([]byte, auth.MinKeyBytes)
		_, err := rand.Read(key)
		return key, err
	}
	if o.key == "" {
		if !o.acceptNewKey && where.lacks("token.key") {
			return nil, withStatus(exitDamaged, fmt.Errorf("%s is missing beside used data: put it back or give the key as --token-key, "+
				"or start once with janggid serve --accept-new-key, which ends all tokens", filepath.Join(where.data, "token.key")))
		}
		return where.keyFile("token.key")
	}
	key, err := auth.ParseKey(o.key)
	if err != nil {
		return nil, wrongUsage(fmt.Errorf("--token-key: %w", err))
	}
	return key, nil
}

func (o tokenOptions) external() (auth.External, error) {
	e := auth.External{Issuer: o.externalIssuer, Audience: o.audience}
	switch {
	case (o.jwks == "") == (o.secret == ""):
		return e, wrongUsage(errors.New("--external-issuer needs either --external-jwks or --external-secret"))
	case o.secret != "":
		secret, err := auth.ParseKey(o.secret)
		if err != nil {
			return e, wrongUsage(fmt.Errorf("--external-secret: %w", err))
		}
		e.HS256Secret = secret
	case strings.HasPrefix(o.jwks, "http://"), strings.HasPrefix(o.jwks, "https://"):
		e.JWKSURL = o.jwks
	default:
		e.JWKSFile = o.jwks
	}
	return e, nil
}

func newToken() *cobra.Command {
	var data, id, name, scope string
	var tokens tokenOptions
	var lifetime time.Duration
	cmd := &cobra.Command{
		Use:   "token",
		Short: "Make a token for a player",
		Long: `Make a token for a player, with the key of the data folder or --token-key, and
print it. A player that the server does not know yet is registered with the
first command that the token is used for.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			clean, err := player.CleanName(name)
			if err != nil {
				return wrongUsage(fmt.Errorf("--name: %w", err))
			}
			if err := checkScopes(scope); err != nil {
				return wrongUsage(err)
			}
			key, err := tokens.ownKey(storeAt{data: data})
			if err != nil {
				return err
			}
			authority, err := auth.New(auth.Config{OwnKeys: [][]byte{key}, Issuer: tokens.issuer, TokenLifetime: lifetime})
			if err != nil {
				return err
			}
			token, _ := authority.Issue(id, clean, scope)
			if _, err := authority.Verify(cmd.Context(), token); err != nil {
				return wrongUsage(fmt.Errorf("no server would accept the token: %w", err))
			}
			fmt.Fprintln(cmd.OutOrStdout(), token)
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&data, "data", defaultDataDir, "data folder of the server")
	f.StringVar(&id, "player", "", "id of the player")
	f.StringVar(&name, "name", "", "name of the player")
	f.StringVar(&scope, "scope", "", "what the token allows beyond playing: "+strings.Join(auth.Scopes(), ", "))
	f.DurationVar(&lifetime, "lifetime", 30*24*time.Hour, "how long the token is good")
	f.StringVar(&tokens.key, "token-key", "", "key of the server, where it is not in the data folder")
	f.StringVar(&tokens.issuer, "token-issuer", auth.DefaultIssuer, "iss of the server's tokens")
	cobra.CheckErr(cmd.MarkFlagRequired("player"))
	cobra.CheckErr(cmd.MarkFlagRequired("name"))
	return cmd
}

// checkScopes refuses a word that would open nothing.
func checkScopes(scope string) error {
	for _, word := range strings.Fields(scope) {
		if !slices.Contains(auth.Scopes(), word) {
			return fmt.Errorf("--scope: there is no scope %q; there is %s", word, strings.Join(auth.Scopes(), ", "))
		}
	}
	return nil
}
