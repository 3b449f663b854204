//go:build !js

package playerlist

import _ "evothello/learn" // whose players and directories are in the lists
