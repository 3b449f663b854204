package evaluators

import "golang.org/x/sys/cpu"

//go:generate go run ./asm -out children_avx512_amd64.s -stubs children_avx512_amd64.go -pkg evaluators

// hasAVX512 reports whether this processor has the instructions that the vector
// code uses: AMD's from Zen 4 on, Intel's servers from Ice Lake on.
var hasAVX512 = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL &&
	cpu.X86.HasAVX512VPOPCNTDQ && cpu.X86.HasAVX512BITALG && cpu.X86.HasAVX512VBMI2 &&
	cpu.X86.HasAVX512VNNI && cpu.X86.HasAVX512GFNI && cpu.X86.HasBMI2
