// Package filestest makes the disk fail, for tests: calls return errors, and a power failure may come between any two
// calls.
package filestest

import (
	"bytes"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"evothello/internal/files"
)

// A Fault is a way in which a call fails.
type Fault struct {
	Name string
	Err  error
	// Ops are the kinds of calls that can fail. If it is empty, all calls can fail.
	Ops []files.Op
	// Ever means that all later calls of these kinds fail as well, as on a full disk.
	Ever bool
	// Half means that the failing call writes half of its data.
	Half bool
}

// Faults are the usual faults of disks.
var Faults = []Fault{
	{Name: "disk full", Err: syscall.ENOSPC, Ops: growing, Ever: true},
	{Name: "short write, then full", Err: syscall.ENOSPC, Ops: growing, Ever: true, Half: true},
	{Name: "torn write", Err: syscall.EIO, Ops: []files.Op{files.OpAppend}, Half: true},
	{Name: "failing sync", Err: syscall.EIO, Ops: []files.Op{files.OpSync, files.OpSyncDir}},
	{Name: "error of the device", Err: syscall.EIO},
	{Name: "dying device", Err: syscall.EIO, Ever: true},
}

// growing are the calls that need room on the disk.
var growing = []files.Op{files.OpCreate, files.OpAppend, files.OpMakeDir, files.OpSync, files.OpRename, files.OpLink}

// A Disk watches all calls of package files below a directory, and can make some of them fail. Images returns the
// content that a power failure would leave. Only one Disk can watch at a time.
type Disk struct {
	// Before is called before each call that changes the disk, with the number of calls so far. It may be nil.
	Before func(calls int, c *files.Call)

	mu    sync.Mutex
	path  string
	root  *node
	calls int
	fault Fault
	at    int // number of the call that fails, -1 for none
	// Failed is the first call that failed, nil if no call failed.
	Failed *files.Call
}

// Watch returns a Disk that watches a directory until the end of a test.
func Watch(t *testing.T, dir string) *Disk {
	d := &Disk{path: dir, root: scan(t, dir), at: -1}
	t.Cleanup(files.Intercept(d.handle))
	return d
}

// Stop ends watching.
func (d *Disk) Stop() { files.Intercept(nil) }

// Fail makes call number k fail, or the first call after it that can fail in this way.
func (d *Disk) Fail(k int, how Fault) { d.at, d.fault = k, how }

// Calls returns the number of calls so far.
func (d *Disk) Calls() int { return d.calls }

// handle is called instead of each call.
func (d *Disk) handle(c *files.Call, perform func() error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, inside := d.split(c.Path); !inside {
		return perform()
	}
	if d.Before != nil {
		d.Before(d.calls, c)
	}
	call := d.calls
	d.calls++
	if d.fails(c, call) {
		if d.Failed == nil {
			d.Failed = c
		}
		err := &fs.PathError{Op: string(c.Op), Path: c.Path, Err: d.fault.Err}
		if !d.fault.Half || c.Op != files.OpAppend {
			return err
		}
		c.Data = c.Data[:len(c.Data)/2]
		_ = perform()
		d.apply(c)
		return err
	}
	if c.Op != files.OpSync && c.Op != files.OpSyncDir { // syncs would take most of the time, and are simulated
		if err := perform(); err != nil {
			return err
		}
	}
	d.apply(c)
	return nil
}

func (d *Disk) fails(c *files.Call, call int) bool {
	can := d.at >= 0 && call >= d.at && (d.fault.Ops == nil || slices.Contains(d.fault.Ops, c.Op))
	return can && (d.Failed == nil || d.fault.Ever)
}

// split returns the names on the way to a path.
func (d *Disk) split(path string) (names []string, inside bool) {
	relative, err := filepath.Rel(d.path, path)
	if err != nil || strings.HasPrefix(relative, "..") {
		return nil, false
	}
	if relative == "." {
		return nil, true
	}
	return strings.Split(relative, string(filepath.Separator)), true
}

// A node is a file or a directory: as programs see it now, and as it is on the disk.
type node struct {
	entries map[string]*node // of a directory
	kept    map[string]*node
	pending []change // since kept

	data, synced []byte // of a file
}

// A change of a directory sets or removes a name.
type change struct {
	name   string
	node   *node  // nil removes it
	before string // the name that a renamed node had here
}

func (c change) apply(entries map[string]*node) {
	delete(entries, c.before)
	if entries[c.name] = c.node; c.node == nil {
		delete(entries, c.name)
	}
}

func newDir() *node { return &node{entries: map[string]*node{}, kept: map[string]*node{}} }

// scan reads a directory that is all on the disk.
func scan(t *testing.T, dir string) *node {
	n := newDir()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, entry := range entries {
		path := filepath.Join(dir, entry.Name())
		if entry.IsDir() {
			n.entries[entry.Name()] = scan(t, path)
			continue
		}
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		n.entries[entry.Name()] = &node{data: data, synced: data}
	}
	n.kept = maps.Clone(n.entries)
	return n
}

// find returns the node at a path, nil if there is none. What another package has written there is found as well, and
// nothing of it is on the disk yet.
func (d *Disk) find(path string) *node {
	names, _ := d.split(path)
	n, at := d.root, d.path
	for _, name := range names {
		at = filepath.Join(at, name)
		if n.entries[name] == nil {
			switch info, err := os.Lstat(at); {
			case err != nil:
				return nil
			case info.IsDir():
				n.change(change{name: name, node: newDir()})
			default:
				n.change(change{name: name, node: &node{}})
			}
		}
		n = n.entries[name]
	}
	return n
}

func (n *node) change(c change) {
	c.apply(n.entries)
	n.pending = append(n.pending, c)
}

// removeAll removes all names in a directory, one after the other.
func (n *node) removeAll() {
	for name, inner := range n.entries {
		inner.removeAll()
		n.change(change{name: name})
	}
}

// apply makes the change of a call that was made.
func (d *Disk) apply(c *files.Call) {
	if c.Op == files.OpRemove || c.Op == files.OpRemoveAll || c.Op == files.OpRename {
		d.applyToName(c)
		return
	}
	is := d.find(c.Path)
	switch c.Op {
	case files.OpAppend, files.OpTruncate:
		is.data, _ = os.ReadFile(c.Path)
	case files.OpSync:
		is.data, _ = os.ReadFile(c.Path)
		is.synced = is.data
	case files.OpSyncDir:
		entries, _ := os.ReadDir(c.Path)
		for _, entry := range entries {
			d.find(filepath.Join(c.Path, entry.Name()))
		}
		is.kept, is.pending = maps.Clone(is.entries), nil
	case files.OpLink:
		d.find(filepath.Dir(c.To)).change(change{name: filepath.Base(c.To), node: is})
	}
}

// applyToName makes the change of a call after which the path does not exist. All renames are within a directory.
func (d *Disk) applyToName(c *files.Call) {
	dir, name := d.find(filepath.Dir(c.Path)), filepath.Base(c.Path)
	is := dir.entries[name]
	switch {
	case is == nil: // it was not on the disk
	case c.Op == files.OpRename:
		dir.change(change{name: filepath.Base(c.To), node: is, before: name})
	default:
		is.removeAll()
		dir.change(change{name: name})
	}
}

// An Image is the content of a disk after a power failure: files by path, and directories with "/" at the end.
type Image map[string]string

// Images returns up to three contents that a power failure at this moment may leave: only synced data; all data; and a
// random part of the unsynced data, where files may end in zeros.
func (d *Disk) Images() (all []Image) {
	random := rand.New(rand.NewPCG(uint64(d.calls), 1))
	for _, some := range []func(n int) int{
		func(int) int { return 0 },
		func(n int) int { return n },
		func(n int) int { return random.IntN(n + 1) },
	} {
		image := Image{}
		d.root.image(image, "", some)
		if !slices.ContainsFunc(all, func(other Image) bool { return maps.Equal(image, other) }) {
			all = append(all, image)
		}
	}
	return all
}

// image adds a node at a path to an image. some returns how many of n changes are on the disk.
func (n *node) image(image Image, path string, some func(n int) int) {
	if n.entries == nil {
		image[path] = string(n.content(some))
		return
	}
	if path != "" {
		path += "/"
		image[path] = ""
	}
	entries := maps.Clone(n.kept)
	for _, c := range n.pending[:some(len(n.pending))] {
		c.apply(entries)
	}
	for _, name := range slices.Sorted(maps.Keys(entries)) {
		entries[name].image(image, path+name, some)
	}
}

// content returns the part of a file that is on the disk.
func (n *node) content(some func(n int) int) []byte {
	if !bytes.HasPrefix(n.data, n.synced) { // it was truncated
		return [][]byte{n.synced, n.data}[some(1)]
	}
	more := n.data[len(n.synced):]
	there := some(len(more))
	content := append(slices.Clone(n.synced), more[:there]...)
	if there > 0 && there < len(more) && some(1) == 1 { // the size is on the disk, and the data is not
		content = append(content, make([]byte, len(more)-there)...)
	}
	return content
}

// Write writes an image to an empty directory.
func (i Image) Write(t *testing.T, dir string) {
	for _, name := range slices.Sorted(maps.Keys(i)) { // directories before what is in them
		path := filepath.Join(dir, name)
		if strings.HasSuffix(name, "/") {
			require.NoError(t, os.Mkdir(path, 0o777))
			continue
		}
		require.NoError(t, os.WriteFile(path, []byte(i[name]), 0o666))
	}
}
