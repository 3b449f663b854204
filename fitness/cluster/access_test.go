package cluster

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestListenNeedsAccessControlBeyondLoopback(t *testing.T) {
	for _, address := range []string{":0", "0.0.0.0:0", "[::]:0", "192.0.2.1:0", "somewhere:0"} {
		_, err := Listen(address, Access{}, false)
		assert.ErrorIs(t, err, ErrOpen, address)
	}
	for _, access := range []Access{{Token: "secret"}, {User: "me", Password: "secret"}} {
		s, err := Listen(":0", access, false)
		require.NoError(t, err)
		s.Close()
	}
	s, err := Listen("127.0.0.1:0", Access{}, false)
	require.NoError(t, err)
	s.Close()
	_, err = Listen("4222", Access{}, false)
	assert.ErrorContains(t, err, "want HOST:PORT, such as :4222")
}

func TestWrongCredentials(t *testing.T) {
	t.Parallel()
	s, err := Listen("127.0.0.1:0", Access{Token: "secret"}, false)
	require.NoError(t, err)
	defer s.Close()
	for _, access := range []Access{{}, {Token: "guess"}, {User: "me", Password: "guess"}} {
		err := (&Worker{Slots: 1}).Work(context.Background(), s.Address(), access)
		assert.ErrorContains(t, err, "Authorization Violation")
	}
}

func TestInvalidAccess(t *testing.T) {
	for says, access := range map[string]Access{
		"give a token or a user, not both":        {Token: "secret", User: "me", Password: "secret"},
		"give a user and a password together":     {User: "me"},
		"give a certificate and its key together": {Cert: "cert.pem"},
	} {
		assert.EqualError(t, access.Validate(), says)
	}
}

// certificate makes a self-signed certificate for loopback.
func certificate(t *testing.T) (cert, key string) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	require.NoError(t, err)
	secret, err := x509.MarshalECPrivateKey(private)
	require.NoError(t, err)
	cert, key = filepath.Join(t.TempDir(), "cert.pem"), filepath.Join(t.TempDir(), "key.pem")
	require.NoError(t, os.WriteFile(cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600))
	require.NoError(t, os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: secret}), 0o600))
	return cert, key
}

func TestTLS(t *testing.T) {
	cert, key := certificate(t)
	s, err := Listen("127.0.0.1:0", Access{Token: "secret", Cert: cert, Key: key}, false)
	require.NoError(t, err)
	defer s.Close()
	a, err := Serve(s, Options{Workers: 1, Check: DefaultCheck})
	require.NoError(t, err)
	defer a.Close()

	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	notices := make(chan string, 100)
	distrustful := &Worker{Slots: 1, Notice: func(text string) { notices <- text }}
	go func() { _ = distrustful.Work(ctx, s.Address(), Access{Token: "secret"}) }()
	for !strings.Contains(<-notices, "certificate") { // on a busy machine others may come first
	}

	go func() { _ = (&Worker{Slots: 2}).Work(ctx, s.Address(), Access{Token: "secret", CA: cert}) }()
	waitForSlots(t, a, 2)
	pairs, want := slowPairs(t, 100)
	playAll(t, a, pairs, want, nil)
}
