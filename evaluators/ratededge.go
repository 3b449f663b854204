package evaluators

import "evothello/engine"

// A ratedEdge is an edge of six to eight squares in a row or a column, with its two X squares, on a board of any
// shape. Its values are those of edgestability.
type ratedEdge struct {
	values string // a file of edgesFiles
	rows   []rowOfEdge
}

// A rowOfEdge is a row of the board with squares of an edge.
type rowOfEdge struct {
	shift uint
	index [256]uint16 // what a side's discs on the row add to the index of the values, for own
}

// ratedEdges returns the edges of a board that are rated.
func ratedEdges(lines [][]engine.Square, playable uint64) (rated []ratedEdge) {
	for _, edge := range lines {
		values, known := edgesFiles[len(edge)]
		n := len(edge)
		first, last := xSquareOf(edge[0], edge[1], playable), xSquareOf(edge[n-1], edge[n-2], playable)
		if known && first != engine.NoSquare && last != engine.NoSquare {
			rated = append(rated, ratedEdge{values, rowsOf(append(append([]engine.Square(nil), edge...), first, last))})
		}
	}
	return rated
}

// xSquareOf returns the X square that belongs to the corner and the C square at an end of an edge in a row or a column:
// it is beside the C square, and not on the edge. There is at most one, because the C square is at an end of the line
// across. It returns NoSquare if there is none, and for diagonal edges.
func xSquareOf(corner, c engine.Square, playable uint64) engine.Square {
	dx, dy := c.Col()-corner.Col(), c.Row()-corner.Row()
	if dx*dy != 0 {
		return engine.NoSquare
	}
	for _, side := range [2]int{-1, 1} {
		x, y := c.Col()+side*dy, c.Row()+side*dx
		if x >= 0 && x < 8 && y >= 0 && y < 8 && playable&engine.At(x, y).Bit() != 0 {
			return engine.At(x, y)
		}
	}
	return engine.NoSquare
}

// rowsOf returns the rows of squares that stand for the digits of an index, the lowest first.
func rowsOf(squares []engine.Square) (rows []rowOfEdge) {
	for y := range 8 {
		row, used := rowOfEdge{shift: uint(8 * y)}, false
		power := uint16(1)
		for _, s := range squares {
			if s.Row() == y {
				used = true
				for discs := range row.index {
					row.index[discs] += uint16(discs>>s.Col()&1) * power
				}
			}
			power *= 3
		}
		if used {
			rows = append(rows, row)
		}
	}
	return rows
}

// ratedEdgesCount is the count of edgestability, own minus opp.
func ratedEdgesCount(edges []ratedEdge, own, opp uint64) (count int) {
	for i := range edges {
		index := 0
		for j := range edges[i].rows {
			row := &edges[i].rows[j]
			index += int(row.index[uint8(own>>row.shift)]) + 2*int(row.index[uint8(opp>>row.shift)])
		}
		count += int(int8(edges[i].values[index]))
	}
	return count
}
