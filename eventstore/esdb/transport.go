package esdb

import (
	"context"
	"crypto/tls"
	"encoding/base64"
	"fmt"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
)

// maxMessage is what the client takes in one message.
const maxMessage = 17 << 20

// transport gives the options of this package's own connections. They are those
// of the client's, which does not give its connections away.
func transport(conf *client.Configuration) ([]grpc.DialOption, error) {
	options := []grpc.DialOption{grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxMessage))}
	if conf.KeepAliveInterval >= 0 {
		options = append(options, grpc.WithKeepaliveParams(keepalive.ClientParameters{
			Time: conf.KeepAliveInterval, Timeout: conf.KeepAliveTimeout, PermitWithoutStream: true,
		}))
	}
	if conf.DisableTLS {
		return append(options, grpc.WithTransportCredentials(insecure.NewCredentials())), nil
	}
	settings := &tls.Config{InsecureSkipVerify: conf.SkipCertificateVerification, RootCAs: conf.RootCAs}
	if conf.UserCertFile != "" {
		pair, err := tls.LoadX509KeyPair(conf.UserCertFile, conf.UserKeyFile)
		if err != nil {
			return nil, fmt.Errorf("esdb: the user's certificate cannot be read: %w", err)
		}
		settings.Certificates = []tls.Certificate{pair}
	}
	options = append(options, grpc.WithTransportCredentials(credentials.NewTLS(settings)))
	if conf.Username != "" {
		options = append(options, grpc.WithPerRPCCredentials(login(conf.Username+":"+conf.Password)))
	}
	return options, nil
}

// login is a name and password, sent with each call over TLS and never without.
type login string

// GetRequestMetadata implements credentials.PerRPCCredentials.
func (l login) GetRequestMetadata(context.Context, ...string) (map[string]string, error) {
	return map[string]string{"authorization": "Basic " + base64.StdEncoding.EncodeToString([]byte(l))}, nil
}

// RequireTransportSecurity implements credentials.PerRPCCredentials.
func (login) RequireTransportSecurity() bool { return true }
