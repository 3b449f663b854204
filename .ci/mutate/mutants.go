package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// A mutant is a file with one change: source[from:until] becomes to.
type mutant struct {
	path        string
	from, until int
	to          string
	in          body
	place       int // in the draw
	order       [32]byte
	name        string // package and file, function, what becomes what; the same wherever it stands in the function
}

// A body is what stands between the braces of a function: source[from:until]. It has no length for what stands in no
// function, and for functions with labels, which cannot stand in one function twice.
type body struct {
	from, until int
	results     bool // the function returns some
}

// swaps are what an operator becomes.
var swaps = map[token.Token]token.Token{
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LAND: token.LOR, token.LOR: token.LAND,
	token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.QUO, token.QUO: token.MUL, token.REM: token.MUL,
	token.AND: token.OR, token.OR: token.AND, token.XOR: token.AND, token.AND_NOT: token.AND,
	token.SHL: token.SHR, token.SHR: token.SHL, token.INC: token.DEC, token.DEC: token.INC,
	token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN, token.MUL_ASSIGN: token.QUO_ASSIGN,
	token.QUO_ASSIGN: token.MUL_ASSIGN, token.AND_ASSIGN: token.OR_ASSIGN, token.OR_ASSIGN: token.AND_ASSIGN,
	token.XOR_ASSIGN: token.OR_ASSIGN, token.AND_NOT_ASSIGN: token.AND_ASSIGN, token.SHL_ASSIGN: token.SHR_ASSIGN,
	token.SHR_ASSIGN: token.SHL_ASSIGN,
}

// generated matches the first lines of files that a program wrote.
var generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

// text returns the changed file.
func (m *mutant) text(source []byte) string {
	return string(source[:m.from]) + m.to + string(source[m.until:])
}

// mutator collects the mutants of one file.
type mutator struct {
	path, short string
	source      []byte
	files       *token.FileSet
	function    string
	in          body
	seen        map[string]int
	all         []mutant
}

// mutantsOf returns the mutants of the files of a directory, in their order. listed is the directory and its files.
func mutantsOf(listed []string) (all []mutant) {
	for _, name := range listed[1:] {
		path := filepath.Join(listed[0], name)
		source, err := os.ReadFile(path)
		if err != nil {
			log.Fatal(err)
		}
		if generated.Match(source) {
			continue
		}
		m := &mutator{path: path, short: filepath.Base(listed[0]) + "/" + name, source: source,
			files: token.NewFileSet(), seen: map[string]int{}}
		file, err := parser.ParseFile(m.files, path, source, 0)
		if err != nil {
			log.Fatal(err)
		}
		for _, declaration := range file.Decls {
			m.declaration(declaration)
		}
		all = append(all, m.all...)
	}
	return all
}

func (m *mutator) declaration(declaration ast.Decl) {
	m.function, m.in = "declarations", body{}
	if function, ok := declaration.(*ast.FuncDecl); ok {
		m.function = function.Name.Name
		if function.Recv != nil {
			m.function = strings.TrimLeft(m.text(function.Recv.List[0].Type), "*") + "." + m.function
		}
		if function.Body != nil {
			m.in = m.bodyOf(function)
			m.earlyReturn(function)
		}
	}
	ast.Inspect(declaration, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.ImportSpec, *ast.StructType:
			return false
		case *ast.BinaryExpr:
			m.operator(n, n.OpPos, n.Op)
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				m.operator(n, n.TokPos, n.Tok)
				m.remove(n)
			}
		case *ast.IncDecStmt:
			m.operator(n, n.TokPos, n.Tok)
		case *ast.ExprStmt, *ast.DeferStmt, *ast.BranchStmt:
			m.remove(n)
		case *ast.IfStmt:
			m.replace(n.Cond, "!("+m.text(n.Cond)+")")
		case *ast.ForStmt:
			if n.Cond != nil {
				m.replace(n.Cond, "!("+m.text(n.Cond)+")")
			}
		case *ast.BasicLit:
			m.constant(n)
		}
		return true
	})
}

// bodyOf returns the body of a function.
func (m *mutator) bodyOf(function *ast.FuncDecl) body {
	labels := false
	ast.Inspect(function, func(node ast.Node) bool {
		_, label := node.(*ast.LabeledStmt)
		labels = labels || label
		return true
	})
	if labels {
		return body{}
	}
	return body{m.offset(function.Body.Lbrace) + 1, m.offset(function.Body.Rbrace), function.Type.Results != nil}
}

// operator swaps the operator of a node.
func (m *mutator) operator(node ast.Node, at token.Pos, is token.Token) {
	if other, ok := swaps[is]; ok {
		from := m.offset(at)
		until := from + len(is.String())
		changed := string(m.source[m.offset(node.Pos()):from]) + other.String() + string(m.source[until:m.offset(node.End())])
		m.add(from, until, other.String(), m.text(node), changed)
	}
}

// remove removes a statement.
func (m *mutator) remove(node ast.Node) { m.replace(node, "") }

// constant adds 1 to a number or takes 1 away. Which of the two depends on the number and the function alone, so a
// change of other code does not change the draw.
func (m *mutator) constant(literal *ast.BasicLit) {
	if literal.Kind == token.INT || literal.Kind == token.FLOAT {
		sign := "+-"[sha256.Sum256([]byte(m.short + m.function + literal.Value))[0]%2]
		m.replace(literal, fmt.Sprintf("(%s%c1)", literal.Value, sign))
	}
}

// earlyReturn has a function return zeros at once.
func (m *mutator) earlyReturn(function *ast.FuncDecl) {
	var declared, returned []string
	if results := function.Type.Results; results != nil {
		for _, field := range results.List {
			for range max(1, len(field.Names)) {
				zero := fmt.Sprintf("zero%d", len(returned))
				declared = append(declared, "var "+zero+" "+m.text(field.Type)+"; ")
				returned = append(returned, zero)
			}
		}
	}
	to := " " + strings.Join(declared, "") + "return " + strings.Join(returned, ", ") + ";"
	at := m.offset(function.Body.Lbrace) + 1
	m.add(at, at, to, "", "return zeros at once")
}

func (m *mutator) replace(node ast.Node, to string) {
	m.add(m.offset(node.Pos()), m.offset(node.End()), to, m.text(node), to)
}

// add adds a mutant. Its name has what was and what is on one line.
func (m *mutator) add(from, until int, to, was, is string) {
	name := fmt.Sprintf("%s %s: %s → %s", m.short, m.function, oneLine(was), oneLine(is))
	if m.seen[name]++; m.seen[name] > 1 {
		name += fmt.Sprintf(" (%d)", m.seen[name])
	}
	in := m.in
	if from < in.from {
		in = body{} // a parameter
	}
	m.all = append(m.all, mutant{path: m.path, from: from, until: until, to: to, in: in, name: name})
}

func oneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if text == "" {
		return "nothing"
	}
	if runes := []rune(text); len(runes) > 100 {
		text = string(runes[:100]) + "…"
	}
	return text
}

// text returns a node as gofmt writes it.
func (m *mutator) text(node ast.Node) string {
	var out bytes.Buffer
	if err := printer.Fprint(&out, m.files, node); err != nil {
		log.Fatal(err)
	}
	return out.String()
}

func (m *mutator) offset(at token.Pos) int { return m.files.Position(at).Offset }
