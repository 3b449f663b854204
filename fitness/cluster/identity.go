package cluster

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/binary"

	"github.com/nats-io/nats.go"
)

// An identity proves which worker sent a message. All workers share one token, but each has a key of its own: the id of
// a worker is its public key, and the worker signs what it sends. So none can return results in the name of another.
type identity struct {
	id  string
	key ed25519.PrivateKey
}

func newIdentity() (identity, error) {
	public, private, err := ed25519.GenerateKey(nil)
	return identity{encodeKey(public), private}, err
}

func encodeKey(data []byte) string { return base64.RawURLEncoding.EncodeToString(data) }

// sign signs a message with the worker's key.
func (i *identity) sign(m *nats.Msg) {
	m.Header.Set(workerHeader, i.id)
	m.Header.Set(signatureHeader, encodeKey(ed25519.Sign(i.key, signedContent(m))))
}

// signer returns the id of the worker that signed a message, "" if no worker did.
func signer(m *nats.Msg) (worker string) {
	id := m.Header.Get(workerHeader)
	key, err := base64.RawURLEncoding.DecodeString(id)
	if err != nil || len(key) != ed25519.PublicKeySize {
		return ""
	}
	signature, err := base64.RawURLEncoding.DecodeString(m.Header.Get(signatureHeader))
	if err != nil || !ed25519.Verify(key, signedContent(m), signature) {
		return ""
	}
	return id
}

// signedContent returns all of a message that a worker signs, each part after its length.
func signedContent(m *nats.Msg) (content []byte) {
	for _, part := range []string{m.Subject, m.Header.Get(workerHeader), m.Header.Get(taskHeader),
		m.Header.Get(durationHeader), m.Header.Get(failedHeader), m.Header.Get(redeliveredHeader), string(m.Data)} {
		content = binary.AppendUvarint(content, uint64(len(part)))
		content = append(content, part...)
	}
	return content
}
