package engine

import "golang.org/x/sys/cpu"

//go:generate go run ../internal/asm engine avx512 -out avx512_amd64.s -stubs avx512_amd64.go -pkg engine
//go:generate go run ../internal/asm engine avx2 -out avx2_amd64.s -stubs avx2_amd64.go -pkg engine

// The instructions that the vector code needs.
var (
	hasAVX2 = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT

	hasAVX512 = hasAVX2 &&
		cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL &&
		cpu.X86.HasAVX512VPOPCNTDQ && cpu.X86.HasAVX512BITALG && cpu.X86.HasAVX512VBMI && cpu.X86.HasAVX512VBMI2 &&
		cpu.X86.HasAVX512VNNI && cpu.X86.HasAVX512GFNI
)
