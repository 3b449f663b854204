// Package learn brings all kinds of training into a program, with their players and their directories. A new kind needs
// a line here.
package learn

import (
	_ "evothello/learn/comparison"
	_ "evothello/learn/policy"
	_ "evothello/learn/qnet"
	_ "evothello/learn/tables"
)
