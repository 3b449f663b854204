//go:build !js

package web

import (
	"os/exec"
	"runtime"
)

// Browse opens an address in the user's browser. It returns an error if no browser can be started.
func Browse(url string) error {
	command := exec.Command("xdg-open", url)
	switch runtime.GOOS {
	case "darwin":
		command = exec.Command("open", url)
	case "windows":
		command = exec.Command("rundll32", "url.dll,FileProtocolHandler", url)
	}
	if err := command.Start(); err != nil {
		return err
	}
	go func() { _ = command.Wait() }() // ignore the exit status: the user sees whether it worked
	return nil
}
