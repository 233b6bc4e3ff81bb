// Package servers is what platform operators see of the servers of an installation, and how they drain one.
package servers

import "plumbline/internal/platform/durability"

// Report is what a server says about itself every two seconds. A server of another version may lack fields.
type Report struct {
	HTTP          string  `json:"http" doc:"Address of web and API"`
	MQTT          string  `json:"mqtt" doc:"Address for devices"`
	Ready         bool    `json:"ready" doc:"Takes readings: /readyz says ok"`
	Reason        string  `json:"reason" enum:",draining,suspended,full" doc:"Why it is not ready: it drains, the database confirms what is on no disk, or the disk is full"`
	Memory        int64   `json:"memory" doc:"Resident bytes of the process"`
	MemoryLimit   int64   `json:"memoryLimit" doc:"Bytes that the process may use, of its container or machine; 0: not known"`
	CPU           float64 `json:"cpu" doc:"Share of the processors in the last 10 s, 0 to 1"`
	Processors    int     `json:"processors"`
	Frames        float64 `json:"frames" doc:"Accepted per second, in the last 10 s"`
	Values        float64 `json:"values" doc:"Stored per second, in the last 10 s"`
	Connections   int     `json:"connections" doc:"Devices connected over MQTT"`
	CommitLagMs   int64   `json:"commitLagMs" doc:"For how long no frame could be committed although some came"`
	JournalLagMs  int64   `json:"journalLagMs" doc:"Age of the oldest frame that is not stored as readings yet"`
	BacklogBytes  int64   `json:"backlogBytes" doc:"Frames that are not stored as readings yet"`
	LagMs         int64   `json:"lagMs" doc:"For how long the oldest readings or changes wait for their results"`
	Lags          []Lag   `json:"lags" doc:"Partitions in which something waits"`
	Failing       int     `json:"failing" doc:"Points whose results cannot be computed or stored"`
	Held          int     `json:"held" doc:"Partitions held"`
	Leaving       int     `json:"leaving" doc:"Partitions held that are wanted elsewhere"`
	RoundTripMs   float64 `json:"roundTripMs" doc:"One statement on the database and back"`
	ClockBehindMs int64   `json:"clockBehindMs" doc:"Of the machine to the database"`
}

// Lag is for how long something waits in a partition.
type Lag struct {
	Partition int   `json:"partition"`
	Ms        int64 `json:"ms"`
}

// Drain is a drain that an operator asked for, and its progress. A step that is 0 has not been reached.
type Drain struct {
	AskedAt      int64  `json:"askedAt" doc:"UTC ms"`
	By           string `json:"by" doc:"Name of the operator"`
	ClosedAt     int64  `json:"closedAt" doc:"Takes no new device connections and reports not ready since; UTC ms"`
	NotifiedAt   int64  `json:"notifiedAt" doc:"When its devices were asked to reconnect; UTC ms"`
	Devices      int    `json:"devices" doc:"Number of devices asked to reconnect"`
	Partitions   int    `json:"partitions" doc:"Held at the start"`
	HandedOverAt int64  `json:"handedOverAt" doc:"No partition is left; UTC ms"`
	EmptiedAt    int64  `json:"emptiedAt" doc:"Its journal is stored; UTC ms"`
	SafeAt       int64  `json:"safeAt" doc:"The server can be stopped; UTC ms"`
}

// Server is a running server.
type Server struct {
	ID         int64   `json:"id"`
	Name       string  `json:"name" doc:"Of its machine"`
	Version    string  `json:"version"`
	StartedAt  int64   `json:"startedAt" doc:"UTC ms"`
	Alive      bool    `json:"alive" doc:"It has renewed its lease in time"`
	Stopping   bool    `json:"stopping" doc:"It is being stopped"`
	Partitions int     `json:"partitions" doc:"Held according to the database"`
	Drain      *Drain  `json:"drain,omitempty"`
	Report     *Report `json:"report,omitempty" doc:"Missing: none yet"`
	ReportedAt int64   `json:"reportedAt" doc:"UTC ms"`
}

// Former is a server that has left or died in the last 7 days.
type Former struct {
	ID          int64  `json:"id"`
	Name        string `json:"name"`
	Version     string `json:"version"`
	StartedAt   int64  `json:"startedAt" doc:"UTC ms"`
	EndedAt     int64  `json:"endedAt" doc:"UTC ms"`
	SuccessorID int64  `json:"successorId" doc:"Server that took over from it; 0: it stopped in order"`
}

// Partition is a part of the points.
type Partition struct {
	ServerID int64 `json:"serverId" doc:"Holds it; 0: none"`
	WantedID int64 `json:"wantedId" doc:"Is to hold it; 0: none"`
	LagMs    int64 `json:"lagMs" doc:"For how long the oldest readings or changes wait for their results"`
}

// Lane is a part of the frame journal.
type Lane struct {
	Lane     int   `json:"lane"`
	ServerID int64 `json:"serverId" doc:"Writes to it; 0: free"`
	Adopted  bool  `json:"adopted" doc:"Of a dead server; serverId stores what is left in it"`
}

// Replica is a standby of the database.
type Replica struct {
	Name  string `json:"name"`
	State string `json:"state" doc:"streaming, catchup and so on; empty: not visible to the server"`
	Sync  string `json:"sync" doc:"sync, quorum, potential or async"`
	LagMs int64  `json:"lagMs" doc:"Until a commit is on its disk; -1: not known"`
}

// Durability is what an acknowledgement means.
type Durability struct {
	Machines int       `json:"machines" doc:"On which an acknowledged frame is; 0: nothing is acknowledged"`
	Level    string    `json:"level" enum:"off,local,remote_write,on,remote_apply" doc:"synchronous_commit of the database"`
	Names    string    `json:"names" doc:"synchronous_standby_names of the database"`
	Wanted   int       `json:"wanted" doc:"Synchronous replicas for which a commit waits"`
	Missing  int       `json:"missing" doc:"Of these, not connected: commits wait for them"`
	Flushed  bool      `json:"flushed" doc:"fsync of the database is on"`
	Hidden   bool      `json:"hidden" doc:"The database does not show its replicas to the server"`
	Highest  int       `json:"highest" doc:"Machines at best since this server started"`
	FellAt   int64     `json:"fellAt" doc:"UTC ms since which there are fewer; 0: as many as at best"`
	ReadAt   int64     `json:"readAt" doc:"UTC ms"`
	Replicas []Replica `json:"replicas"`
}

// Space is the size of the database.
type Space struct {
	SizeBytes  int64 `json:"sizeBytes"`
	FreeBytes  int64 `json:"freeBytes" doc:"0: not known, as the database is on another machine"`
	TotalBytes int64 `json:"totalBytes" doc:"Of its disk; 0: not known"`
	FullAt     int64 `json:"fullAt" doc:"UTC ms of the day the disk fills; 0: not in sight or not known"`
}

// View is the servers of the installation at a moment.
type View struct {
	Now        int64       `json:"now" doc:"UTC ms by the clock of the database"`
	Embedded   bool        `json:"embedded" doc:"One server with its own database"`
	SelfID     int64       `json:"selfId" doc:"Server that answers"`
	Servers    []Server    `json:"servers" doc:"By id"`
	Former     []Former    `json:"former" doc:"Newest first"`
	Partitions []Partition `json:"partitions" doc:"256 in order; none in the embedded shape"`
	Lanes      []Lane      `json:"lanes"`
	Durability Durability  `json:"durability"`
	Database   Space       `json:"database"`
}

// Effect is what a drain or a stop of a server touches now.
type Effect struct {
	Partitions int   `json:"partitions"`
	Points     int64 `json:"points" doc:"Whose results come from another server afterwards"`
	Alerts     int64 `json:"alerts" doc:"Open alerts of these points"`
	Urgent     int64 `json:"urgent" doc:"Of these, orange and red"`
	Devices    int   `json:"devices" doc:"That must reconnect"`
	Others     int   `json:"others" doc:"Servers that can take over"`
}

func durabilityOf(w durability.Watched) Durability {
	d := Durability{
		Machines: w.Machines, Level: string(w.Level), Names: w.Names, Wanted: w.Wanted, Missing: w.Missing, Flushed: w.Flushed, Hidden: w.Hidden,
		Highest: w.Highest, FellAt: w.Fell, ReadAt: w.At, Replicas: make([]Replica, len(w.Replicas)),
	}
	for i, r := range w.Replicas {
		d.Replicas[i] = Replica(r)
	}
	return d
}
