package cluster

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strconv"

	"github.com/nats-io/nats.go"

	"evothello/internal/files"
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

// maxOwn is the maximum number of workers with the keys of one directory.
const maxOwn = 1000

// ownIdentity returns the first identity of a directory that no other process has, so that a worker that is started
// again is the same one. It makes what is missing. release leaves the identity to other processes.
func ownIdentity(dir string) (i identity, release func(), err error) {
	if dir == "" {
		i, err = newIdentity()
		return i, func() {}, err
	}
	for number := range maxOwn {
		own := files.At(dir).Sub(strconv.Itoa(number + 1))
		if err := own.Make(); err != nil {
			return i, nil, fmt.Errorf("cannot keep the worker's key: %w", err)
		}
		if own.Held() {
			continue
		}
		err := own.Lock()
		if errors.Is(err, files.ErrBusy) {
			continue
		}
		if err == nil {
			if i, err = readIdentity(own); err == nil {
				return i, own.Close, nil
			}
			own.Close()
		}
		return i, nil, fmt.Errorf("cannot keep the worker's key: %w", err)
	}
	return i, nil, fmt.Errorf("%s: workers of this machine use all %d keys: start fewer workers, each with a larger "+
		"--concurrency", dir, maxOwn)
}

// readIdentity reads the identity in a directory, or makes it. Only this user may read it.
func readIdentity(dir *files.Dir) (i identity, err error) {
	const name = "key"
	data, err := dir.Read(name, files.MaxSettings)
	if err == nil {
		seed, err := base64.RawURLEncoding.DecodeString(string(data))
		if err != nil || len(seed) != ed25519.SeedSize {
			return i, fmt.Errorf("%s is damaged: delete it", dir.Path(name))
		}
		key := ed25519.NewKeyFromSeed(seed)
		return identity{encodeKey(key[ed25519.SeedSize:]), key}, nil
	}
	if !files.IsMissing(err) {
		return i, err
	}
	if i, err = newIdentity(); err == nil {
		err = os.Chmod(dir.Path(), 0o700)
	}
	if err == nil {
		err = dir.Write(name, []byte(encodeKey(i.key.Seed())))
	}
	return i, err
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
		m.Header.Get(durationHeader), m.Header.Get(failedHeader), string(m.Data)} {
		content = binary.AppendUvarint(content, uint64(len(part)))
		content = append(content, part...)
	}
	return content
}
