package picture

import (
	"context"
	"fmt"
	"io/fs"
	"sync"
	"time"

	"modernc.org/quickjs"
	"modernc.org/quickjs/intl"

	"plumbline/internal/feature/picture/raster"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/typeface"
)

const (
	// mostEngines is the maximum number of pictures drawn at once.
	mostEngines = 2
	// engineMemory limits the memory of an engine, in bytes. A year of three lines takes 10 MB.
	engineMemory = 48 << 20
	// longestDraw limits the time for one picture, including its API calls.
	longestDraw = 15 * time.Second
	// longestWait is how long a picture waits for an engine.
	longestWait = 5 * time.Second
)

// prelude defines the browser functions that the script needs and the engine lacks. Timers never run, because a
// picture is drawn synchronously.
const prelude = `
globalThis.setTimeout = () => 0;
globalThis.clearTimeout = () => {};
globalThis.console = { log() {}, warn() {}, error() {} };
Intl.PluralRules = class { select(n) { return n === 1 ? 'one' : 'other'; } resolvedOptions() { return { pluralCategories: ['one', 'other'] }; } };
`

// ask calls the API for the script; "" means that it failed.
type ask func(method, path, body string) string

// engine runs the chart script. It draws one picture at a time.
type engine struct {
	vm  *quickjs.VM
	ask ask // of the current picture
}

// engines is a bounded pool of warm engines.
type engines struct {
	charts func() (*charts, error)
	places chan struct{}

	mu   sync.Mutex
	idle []*engine
}

// charts is shared by all engines: the compiled script and the fonts for measuring text. It is loaded with the first
// picture.
type charts struct {
	code  []byte
	fonts *raster.Fonts
}

// newEngines returns engines for the script dist/picture.js of files.
func newEngines(files fs.FS) *engines {
	return &engines{
		charts: sync.OnceValues(func() (*charts, error) { return loadCharts(files) }),
		places: make(chan struct{}, mostEngines),
	}
}

func loadCharts(files fs.FS) (*charts, error) {
	script, err := fs.ReadFile(files, "dist/picture.js")
	if err != nil {
		return nil, fmt.Errorf("charts: %w", err)
	}
	face, err := typeface.Embedded()
	if err != nil {
		return nil, err
	}
	code, err := compile(string(script))
	return &charts{code, raster.NewFonts(face)}, err
}

// compile compiles the script once for all engines: this takes ten times as long as loading the result.
func compile(script string) ([]byte, error) {
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, fmt.Errorf("script engine: %w", err)
	}
	defer vm.Close()
	code, err := vm.Compile(prelude+script, quickjs.EvalGlobal)
	if err != nil {
		return nil, fmt.Errorf("compile the charts: %w", err)
	}
	return code, nil
}

// draw draws a view: it calls the script's function picture with a JSON request and returns SVG.
func (e *engines) draw(ctx context.Context, request string, ask ask) (svg string, err error) {
	return e.call(ctx, "picture", request, ask)
}

// call calls a function of the script with a JSON request and returns SVG.
func (e *engines) call(ctx context.Context, function, request string, ask ask) (svg string, err error) {
	wait, cancel := context.WithTimeout(ctx, longestWait)
	defer cancel()
	select {
	case e.places <- struct{}{}:
		defer func() { <-e.places }()
	case <-wait.Done():
		return "", errs.New(errs.PicturesBusy)
	}
	one, err := e.acquire()
	if err != nil {
		return "", err
	}
	one.ask = ask
	drawn, err := one.vm.Call(function, request)
	one.ask = nil
	if err != nil { // the state after a failed picture is unknown
		_ = one.vm.Close()
		return "", fmt.Errorf("draw a picture: %w", err)
	}
	e.mu.Lock()
	e.idle = append(e.idle, one)
	e.mu.Unlock()
	svg, _ = drawn.(string)
	return svg, nil
}

// png renders SVG with the fonts that the script used to measure text.
func (e *engines) png(svg string) ([]byte, error) {
	charts, err := e.charts()
	if err != nil {
		return nil, err
	}
	return raster.PNG(svg, charts.fonts)
}

// acquire returns a warm engine or starts one.
func (e *engines) acquire() (*engine, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if last := len(e.idle) - 1; last >= 0 {
		one := e.idle[last]
		e.idle = e.idle[:last]
		return one, nil
	}
	return e.start()
}

func (e *engines) start() (*engine, error) {
	charts, err := e.charts()
	if err != nil {
		return nil, err
	}
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, fmt.Errorf("script engine: %w", err)
	}
	one := &engine{vm: vm}
	for _, step := range []func() error{
		func() error { vm.SetMemoryLimit(engineMemory); return nil },
		func() error { return vm.SetEvalTimeout(longestDraw) },
		func() error { return intl.Register(vm, intl.TimeZone("UTC")) },
		func() error {
			return vm.RegisterFunc("ask", func(method, path, body string) string { return one.ask(method, path, body) }, false)
		},
		func() error { return vm.RegisterFunc("textWidth", charts.fonts.Width, false) },
		func() error { _, err := vm.EvalBytecode(charts.code); return err },
	} {
		if err := step(); err != nil {
			_ = vm.Close()
			return nil, fmt.Errorf("start the charts: %w", err)
		}
	}
	return one, nil
}
