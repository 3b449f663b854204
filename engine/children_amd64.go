package engine

import "golang.org/x/sys/cpu"

//go:generate go run ../internal/asm engine -out avx512_amd64.s -stubs avx512_amd64.go -pkg engine

// HasAVX512 reports whether this processor has the instructions that our vector
// code uses: AMD's from Zen 4 on, Intel's servers from Ice Lake on.
var HasAVX512 = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL &&
	cpu.X86.HasAVX512VPOPCNTDQ && cpu.X86.HasAVX512BITALG && cpu.X86.HasAVX512VBMI && cpu.X86.HasAVX512VBMI2 &&
	cpu.X86.HasAVX512VNNI && cpu.X86.HasAVX512GFNI && cpu.X86.HasBMI2
