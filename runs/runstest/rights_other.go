//go:build !unix

package runstest

import "errors"

func limitFileSize(string) error { return errors.New("file size limits are not supported") }

func dropRights() error { return nil }
