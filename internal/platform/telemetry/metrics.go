package telemetry

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Intake are the metrics of the intake. Prometheus reads each field on every scrape.
type Intake struct {
	Connected         func() float64 // open connections of devices
	Accepted, Refused func() float64 // frames since the start
	Dead              func() float64 // frames that could not be decoded, since the start
	Frames, Commits   func() float64 // journal: frames written, commits made
	CommitSeconds     func() float64 // total of all commits
	Lag               func() float64 // s between the newest frame and the newest one stored by stage 1
	Batches           func() float64 // stage 1: batches of frames stored as readings
	BatchSeconds      func() float64 // total of all batches
}

// Disk are the metrics of the data directory's file system.
type Disk struct {
	Free    func() float64 // bytes
	Total   func() float64 // bytes
	FullDay func() float64 // Unix seconds of the day the disk will be full at the present rate, 0: not foreseeable
}

// Metrics is the metrics registry of an installation.
type Metrics struct {
	registry *prometheus.Registry
	took     *prometheus.HistogramVec
	requests *prometheus.CounterVec
}

// NewMetrics returns a registry with metrics of the process and of requests.
func NewMetrics(version string) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "plumbline_http_request_seconds", Help: "Time to answer a request.",
			Buckets: []float64{.005, .025, .1, .25, .5, 1, 5, 30},
		}, []string{"method", "route"}),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "plumbline_http_requests_total", Help: "Requests answered, by the class of their status.",
		}, []string{"method", "route", "status"}),
	}
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "plumbline_build_info", Help: "The running version.", ConstLabels: prometheus.Labels{"version": version},
	})
	build.Set(1)
	m.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), m.took, m.requests, build)
	return m
}

// methods are the HTTP methods with their own label.
var methods = map[string]bool{
	http.MethodGet: true, http.MethodHead: true, http.MethodPost: true, http.MethodPut: true, http.MethodPatch: true, http.MethodDelete: true,
}

// NoRoute is the route label of requests that match no operation.
const NoRoute = "none"

// Request counts an answered request. route is a pattern of the router, or NoRoute. Client input never becomes a
// label, so the number of series is limited by the number of operations.
func (m *Metrics) Request(method, route string, status int, took time.Duration) {
	if !methods[method] {
		method, route = "other", NoRoute
	}
	m.took.WithLabelValues(method, route).Observe(took.Seconds())
	m.requests.WithLabelValues(method, route, strconv.Itoa(status/100)+"xx").Inc()
}

// WatchIntake publishes the metrics of the intake. Call it once.
func (m *Metrics) WatchIntake(in Intake) {
	m.gauge("plumbline_devices_connected", "Open connections of devices.", in.Connected)
	m.counter("plumbline_frames_accepted_total", "Frames that were acknowledged.", in.Accepted)
	m.counter("plumbline_frames_refused_total", "Frames that were refused.", in.Refused)
	m.counter("plumbline_frames_dead_total", "Frames that could not be decoded.", in.Dead)
	m.counter("plumbline_journal_frames_total", "Frames written to the journal.", in.Frames)
	m.counter("plumbline_journal_commits_total", "Commits of the journal.", in.Commits)
	m.counter("plumbline_journal_commit_seconds_total", "Time spent in commits of the journal.", in.CommitSeconds)
	m.gauge("plumbline_journal_lag_seconds", "Age of the newest frame that is not stored as readings yet.", in.Lag)
	m.counter("plumbline_batches_total", "Batches of frames stored as readings.", in.Batches)
	m.counter("plumbline_batch_seconds_total", "Time spent in storing batches of frames as readings.", in.BatchSeconds)
}

// WatchDisk publishes the metrics of the disk. Call it once.
func (m *Metrics) WatchDisk(disk Disk) {
	m.gauge("plumbline_disk_free_bytes", "Free space of the data directory.", disk.Free)
	m.gauge("plumbline_disk_total_bytes", "Size of the data directory's file system.", disk.Total)
	m.gauge("plumbline_disk_full_timestamp_seconds", "When the disk fills at the present rate, 0 when that is not in sight.", disk.FullDay)
}

// counter and gauge skip metrics that the installation does not provide.
func (m *Metrics) counter(name, help string, read func() float64) {
	if read != nil {
		m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, read))
	}
}

func (m *Metrics) gauge(name, help string, read func() float64) {
	if read != nil {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, read))
	}
}

// Handler serves /metrics.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{Registry: m.registry})
}

// Computation are the metrics of stage 2.
type Computation struct {
	Readings func() float64 // folded since the start
	Crossed  func() float64 // of them stored by another server
	Refolded func() float64 // pieces of refolds since the start
	Waiting  func() float64 // batches and points waiting for their results
	Failing  func() float64 // points whose results cannot be computed or stored
	Own      func() float64 // points that this server folds, loaded
	Others   func() float64 // points that other servers fold
}

// WatchComputation publishes the metrics of stage 2. Call it once.
func (m *Metrics) WatchComputation(c Computation) {
	m.counter("plumbline_readings_folded_total", "Readings folded into results on the live path.", c.Readings)
	m.counter("plumbline_readings_crossed_total", "Readings folded here that another server stored.", c.Crossed)
	m.counter("plumbline_refolds_total", "Pieces of refolds: late readings, corrections and changed configuration.", c.Refolded)
	m.gauge("plumbline_results_waiting", "Batches of readings and points to be folded again whose results are not stored yet.", c.Waiting)
	m.gauge("plumbline_points_failing", "Points whose results cannot be computed or stored at the moment; the log has the reasons.", c.Failing)
	m.gauge("plumbline_points", "Points that this server folds.", c.Own)
	m.gauge("plumbline_points_elsewhere", "Points that other servers fold, or nobody yet.", c.Others)
}

// WatchDatabase publishes the number of statements sent to PostgreSQL. Call it once.
func (m *Metrics) WatchDatabase(statements func() float64) {
	m.counter("plumbline_database_statements_total", "Statements sent to PostgreSQL.", statements)
}

// Messages are the metrics of mails and text messages, including failed attempts.
type Messages struct {
	MailsSent, MailsFailed, TextsSent, TextsFailed func() float64
}

// WatchMessages publishes the metrics of messages. Call it once.
func (m *Metrics) WatchMessages(messages Messages) {
	m.counter("plumbline_mails_sent_total", "Mails that the mail server has taken.", messages.MailsSent)
	m.counter("plumbline_mails_failed_total", "Tries to hand a mail over that failed.", messages.MailsFailed)
	m.counter("plumbline_texts_sent_total", "Text messages that the provider has taken.", messages.TextsSent)
	m.counter("plumbline_texts_failed_total", "Tries to hand a text message over that failed.", messages.TextsFailed)
}

// WatchPasswords publishes the metrics of password checks. Call it once.
func (m *Metrics) WatchPasswords(checked, waiting func() float64) {
	m.counter("plumbline_password_checks_total", "Password hashes computed.", checked)
	m.gauge("plumbline_password_checks_waiting", "Password checks at work or waiting for their turn.", waiting)
}
