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
)

const (
	// mostEngines is how many pictures are drawn at a time.
	mostEngines = 2
	// engineMemory limits what one engine takes, in bytes. A year of three lines takes 10 MB.
	engineMemory = 48 << 20
	// longestDraw limits one picture, what it reads included.
	longestDraw = 15 * time.Second
	// longestWait is how long a picture waits for an engine.
	longestWait = 5 * time.Second
)

// prelude is what the script expects of its surroundings and the engine does not have. Nothing waits for a timer:
// a picture is drawn in one go.
const prelude = `
globalThis.setTimeout = () => 0;
globalThis.clearTimeout = () => {};
globalThis.console = { log() {}, warn() {}, error() {} };
Intl.PluralRules = class { select(n) { return n === 1 ? 'one' : 'other'; } resolvedOptions() { return { pluralCategories: ['one', 'other'] }; } };
`

// ask makes a call of the API for the script; "" means that it failed.
type ask func(method, path, body string) string

// engine runs the script of the charts. It draws one picture at a time.
type engine struct {
	vm  *quickjs.VM
	ask ask // of the picture that is being drawn
}

// engines hands out a bounded number of engines and keeps them warm.
type engines struct {
	charts func() (*charts, error)
	places chan struct{}

	mu   sync.Mutex
	idle []*engine
}

// charts is what all engines share: the translated script, and the fonts that it measures with. A server that draws
// no picture does not load them.
type charts struct {
	code  []byte
	fonts *raster.Fonts
}

// newEngines makes engines for the script dist/picture.js and the fonts in dist/font of files.
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
	folder, err := fs.Sub(files, "dist/font")
	if err != nil {
		return nil, fmt.Errorf("charts: %w", err)
	}
	fonts, err := raster.NewFonts(folder)
	if err != nil {
		return nil, err
	}
	code, err := compile(string(script))
	return &charts{code, fonts}, err
}

// compile translates the script once for all engines: it takes ten times as long as loading the result.
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

// draw calls the script's function picture with a request as JSON and returns SVG.
func (e *engines) draw(ctx context.Context, request string, ask ask) (svg string, err error) {
	wait, cancel := context.WithTimeout(ctx, longestWait)
	defer cancel()
	select {
	case e.places <- struct{}{}:
		defer func() { <-e.places }()
	case <-wait.Done():
		return "", errs.New(errs.PicturesBusy)
	}
	one, err := e.take()
	if err != nil {
		return "", err
	}
	one.ask = ask
	drawn, err := one.vm.Call("picture", request)
	one.ask = nil
	if err != nil { // what is left of a failed picture is unknown
		_ = one.vm.Close()
		return "", fmt.Errorf("draw a picture: %w", err)
	}
	e.mu.Lock()
	e.idle = append(e.idle, one)
	e.mu.Unlock()
	svg, _ = drawn.(string)
	return svg, nil
}

// png draws SVG with the fonts that the script measured with.
func (e *engines) png(svg string) ([]byte, error) {
	charts, err := e.charts()
	if err != nil {
		return nil, err
	}
	return raster.PNG(svg, charts.fonts)
}

// take returns a warm engine or starts one.
func (e *engines) take() (*engine, error) {
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
