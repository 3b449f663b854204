package cluster

import "testing"

func TestF(t *testing.T) { f, err := Fingerprint(); t.Log(f, err) }
func BenchmarkF(b *testing.B) {
	for b.Loop() {
		p, _ := goldenPairs()
		_ = p
	}
}
