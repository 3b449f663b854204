// Package tensorboard writes the history of a training as an event file of TensorBoard.
//
// The file is a sequence of records: the length of the data as 8 bytes, the data, and after each a checksum of 4 bytes,
// all with the lowest byte first. The data are messages of the type Event of tensorflow/core/util/event.proto.
package tensorboard

import (
	"encoding/binary"
	"encoding/csv"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"slices"
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"
)

// FileName is the name of the event file in a directory that TensorBoard shows as one run. TensorBoard
// recognizes event files by their names.
const FileName = "events.out.tfevents.0.evolve"

// Write converts a history.csv of a training to TensorBoard events, one event for each line. The first column
// is the step, and each other column of numbers is a curve. true is 1 and false 0; empty fields and lists are
// left out. seconds are the times of the steps, from the start of the training. A step without a time gets
// the time of the step before.
func Write(w io.Writer, history io.Reader, seconds map[int]float64) error {
	lines, err := csv.NewReader(history).ReadAll()
	if err != nil {
		return err
	}
	if _, err := w.Write(record(event(0, 0, 3, []byte("brain.Event:2")))); err != nil {
		return err
	}
	now := 0.0
	for i, line := range lines {
		if i == 0 {
			continue // the names
		}
		step, err := strconv.Atoi(line[0])
		if err != nil || step < 0 {
			return fmt.Errorf("line %d: %s is %q: must be a whole number, 0 or more", i+1, lines[0][0], line[0])
		}
		if at, known := seconds[step]; known {
			now = at
		}
		if _, err := w.Write(record(event(now, step, 5, summary(lines[0][1:], line[1:])))); err != nil {
			return err
		}
	}
	return nil
}

// event encodes an Event: its time, its step, and the field that says what happened.
func event(seconds float64, step int, field protowire.Number, what []byte) (message []byte) {
	message = protowire.AppendTag(message, 1, protowire.Fixed64Type)
	message = protowire.AppendFixed64(message, math.Float64bits(seconds))
	if step != 0 {
		message = protowire.AppendTag(message, 2, protowire.VarintType)
		message = protowire.AppendVarint(message, uint64(step))
	}
	message = protowire.AppendTag(message, field, protowire.BytesType)
	return protowire.AppendBytes(message, what)
}

// summary encodes a Summary: a value for each field that is a number.
func summary(names, fields []string) (message []byte) {
	for i, text := range fields {
		number, err := strconv.ParseFloat(text, 32)
		if at := slices.Index([]string{"false", "true"}, text); at >= 0 {
			number, err = float64(at), nil
		}
		if err != nil {
			continue
		}
		value := protowire.AppendTag(nil, 1, protowire.BytesType)
		value = protowire.AppendString(value, names[i])
		value = protowire.AppendTag(value, 2, protowire.Fixed32Type)
		value = protowire.AppendFixed32(value, math.Float32bits(float32(number)))
		message = protowire.AppendTag(message, 1, protowire.BytesType)
		message = protowire.AppendBytes(message, value)
	}
	return message
}

// record frames a message.
func record(message []byte) []byte {
	framed := binary.LittleEndian.AppendUint64(nil, uint64(len(message)))
	framed = binary.LittleEndian.AppendUint32(framed, checksum(framed))
	framed = append(framed, message...)
	return binary.LittleEndian.AppendUint32(framed, checksum(message))
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksum is the masked CRC-32C of TensorFlow's records.
func checksum(data []byte) uint32 {
	crc := crc32.Checksum(data, castagnoli)
	return (crc>>15 | crc<<17) + 0xa282ead8
}
