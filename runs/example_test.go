package runs_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"evothello/evolution"
	"evothello/fitness"
	"evothello/runs"
)

// A run is a directory. It can be stopped at any time and resumed, with the same result.
func ExampleCreate() {
	parent, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(parent)
	dir := filepath.Join(parent, "run")
	config := evolution.Defaults(1)
	config.SetSize(8, 8)
	config.Search.Depth = 1
	run, err := runs.Create(dir, config, runs.Goal{Count: 2})
	if err != nil {
		log.Fatal(err)
	}
	_, err = run.Run(context.Background(), fitness.Local{}, runs.Observer{})
	run.Close()
	if err != nil {
		log.Fatal(err)
	}
	again, err := runs.Open(dir)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(again.State.Generation, "generations, champion of generation", again.State.CurrentChampion().Generation)
	// Output: 2 generations, champion of generation 1
}
