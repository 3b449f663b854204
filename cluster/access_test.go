package cluster

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestNobodyIsServedByMistake(t *testing.T) {
	for _, address := range []string{":0", "0.0.0.0:0", "[::]:0", "192.0.2.1:0", "somewhere:0"} {
		_, err := Listen(address, t.TempDir(), Access{}, false)
		assert.ErrorIs(t, err, ErrOpen, address)
	}
	for _, access := range []Access{{Token: "secret"}, {User: "me", Password: "secret"}} {
		s, err := Listen(":0", t.TempDir(), access, false)
		require.NoError(t, err)
		s.Close()
	}
	s, err := Listen("127.0.0.1:0", t.TempDir(), Access{}, false)
	require.NoError(t, err)
	s.Close()
	_, err = Listen("4222", t.TempDir(), Access{}, false)
	assert.ErrorContains(t, err, "want HOST:PORT, such as :4222")
}

func TestWrongCredentials(t *testing.T) {
	s, err := Listen("127.0.0.1:0", t.TempDir(), Access{Token: "secret"}, false)
	require.NoError(t, err)
	defer s.Close()
	for _, access := range []Access{{}, {Token: "guess"}, {User: "me", Password: "guess"}} {
		err := (&Worker{Slots: 1}).Work(context.Background(), s.Address(), access)
		assert.ErrorContains(t, err, "Authorization Violation")
	}
}

func TestAccessThatDoesNotGoTogether(t *testing.T) {
	for says, access := range map[string]Access{
		"give a token or a user, not both":                       {Token: "secret", User: "me", Password: "secret"},
		"a user needs a password, and a password a user":         {User: "me"},
		"a certificate needs its key, and a key its certificate": {Cert: "cert.pem"},
	} {
		assert.EqualError(t, access.Validate(), says)
	}
}
