package tensorboard

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protowire"
)

// field is a field of a message.
type field struct {
	number protowire.Number
	bits   uint64
	bytes  []byte
}

// fieldsOf takes a message apart.
func fieldsOf(t *testing.T, message []byte) (all []field) {
	for len(message) > 0 {
		number, kind, n := protowire.ConsumeTag(message)
		require.Positive(t, n)
		message = message[n:]
		f := field{number: number}
		switch kind {
		case protowire.VarintType:
			f.bits, n = protowire.ConsumeVarint(message)
		case protowire.Fixed64Type:
			f.bits, n = protowire.ConsumeFixed64(message)
		case protowire.Fixed32Type:
			var bits uint32
			bits, n = protowire.ConsumeFixed32(message)
			f.bits = uint64(bits)
		case protowire.BytesType:
			f.bytes, n = protowire.ConsumeBytes(message)
		default:
			require.Fail(t, "type of a field", kind)
		}
		require.Positive(t, n)
		message, all = message[n:], append(all, f)
	}
	return all
}

// messagesOf takes a file apart, and checks its checksums.
func messagesOf(t *testing.T, file []byte) (all [][]byte) {
	for len(file) > 0 {
		n := binary.LittleEndian.Uint64(file)
		require.Equal(t, checksum(file[:8]), binary.LittleEndian.Uint32(file[8:]))
		message := file[12 : 12+n]
		require.Equal(t, checksum(message), binary.LittleEndian.Uint32(file[12+n:]))
		all, file = append(all, message), file[16+n:]
	}
	return all
}

func TestWrite(t *testing.T) {
	history := "generation,best,promoted,gate,gate_results,reversi-switch low\n" +
		"1,0.9375,true,,0 0 0 0 0,0.5\n" +
		"2,0.875,false,0.25,1 2 3 4 5,\n"
	var file bytes.Buffer
	require.NoError(t, Write(&file, strings.NewReader(history), map[int]float64{1: 11.5}))
	assert.True(t, bytes.HasPrefix(file.Bytes(), []byte("\x18\x00\x00\x00\x00\x00\x00\x00\xa3\x7fK\"\t")),
		"every event file of TensorFlow begins with these bytes, and then a time")

	messages := messagesOf(t, file.Bytes())
	require.Len(t, messages, 3)
	assert.Equal(t, field{number: 3, bytes: []byte("brain.Event:2")}, fieldsOf(t, messages[0])[1])
	for i, want := range []map[string]float32{
		{"best": 0.9375, "promoted": 1, "reversi-switch low": 0.5},
		{"best": 0.875, "promoted": 0, "gate": 0.25},
	} {
		fields := fieldsOf(t, messages[i+1])
		assert.Equal(t, field{number: 1, bits: math.Float64bits(11.5)}, fields[0], "step 2 has the time of step 1")
		assert.Equal(t, field{number: 2, bits: uint64(i + 1)}, fields[1])
		got := map[string]float32{}
		for _, value := range fieldsOf(t, fields[2].bytes) {
			parts := fieldsOf(t, value.bytes)
			got[string(parts[0].bytes)] = math.Float32frombits(uint32(parts[1].bits))
		}
		assert.Equal(t, want, got)
	}
}

func TestWriteRefuses(t *testing.T) {
	for history, says := range map[string]string{
		"generation,best\nx,1\n": `line 2: generation is "x": must be a whole number, 0 or more`,
		"generation\n-1\n":       `line 2: generation is "-1"`,
		"generation\n1,2\n":      "wrong number of fields",
	} {
		assert.ErrorContains(t, Write(&bytes.Buffer{}, strings.NewReader(history), nil), says)
	}
}
