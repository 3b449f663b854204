package players_test

import (
	"context"
	"fmt"
	"log"

	"evothello/engine"
	"evothello/players"
)

// A spec names a player with settings, as on the command line. Its contestant makes players for games.
func ExampleParseSpec() {
	spec, err := players.ParseSpec("evolved:depth=5")
	if err != nil {
		log.Fatal(err)
	}
	contestant, err := spec.Contestant()
	if err != nil {
		log.Fatal(err)
	}
	player := contestant.New(contestant.NewSearcher())
	defer players.Close(player)
	player.NewGame(1)
	game, err := engine.ParseTranscript("f5d6c3d3c4")
	if err != nil {
		log.Fatal(err)
	}
	best, err := player.Move(context.Background(), game.Final())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(best.Move)
	// Output: f4
}
