package sittings

import (
	"crypto/sha256"
	"errors"
	"fmt"

	"evothello/internal/files"
)

// A Seal is how a checkpoint begins that is known to be whole.
type Seal struct {
	Schema int    `json:"schema"`
	Sum    string `json:"sum"` // SHA-256 of the file with this field empty
}

func (s *Seal) seal() *Seal { return s }

// A sealed checkpoint embeds its Seal.
type sealed interface{ seal() *Seal }

// Encode seals a checkpoint and writes it as its file holds it.
func Encode(checkpoint sealed) []byte {
	seal := checkpoint.seal()
	seal.Sum = ""
	seal.Sum = Sum(files.EncodeJSON(checkpoint))
	return files.EncodeJSON(checkpoint)
}

// Decode reads a checkpoint of that version. One of another version or with a wrong checksum is an error.
func Decode(data []byte, schema int, into sealed) error {
	if err := files.DecodeJSON(data, schema, into); err != nil {
		return err
	}
	seal := into.seal()
	if seal.Schema != schema {
		return fmt.Errorf(`"schema" is %d, want %d`, seal.Schema, schema)
	}
	said := seal.Sum
	if Encode(into); seal.Sum != said {
		return errors.New("its content does not match its checksum")
	}
	return nil
}

// Sum is the SHA-256 of what is in a file, in hexadecimal.
func Sum(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data)) }

// CheckConfig returns an error unless a checkpoint belongs to the configuration with that
// SHA-256.
func (k *Kind) CheckConfig(said, own string) error {
	if said != own {
		return fmt.Errorf("it belongs to another %s (SHA-256 %.12s…, this one is %.12s…)", k.Config, said, own)
	}
	return nil
}
