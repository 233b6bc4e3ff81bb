package definition

// Basic is the settings of a device other than its calibration and geometry (domain devices.md section 3.1).
type Basic struct {
	Measurement     string    `json:"measurement,omitempty" doc:"Purpose; empty: derived from its points"`
	CollectFunction *bool     `json:"collectFunction,omitempty" doc:"Can collect on its own"`
	NetworkFunction *bool     `json:"networkFunction,omitempty" doc:"Can connect directly"`
	CollectorType   string    `json:"collectorType,omitempty" doc:"Parent: a collector type of the catalog"`
	CoorSystem      string    `json:"coorSystem,omitempty" enum:"local,CGCS2000,WGS84,project"`
	SettlementSign  int       `json:"settlementSign,omitempty" doc:"Sign of displayed settlement: 1 or -1"`
	MaxDepth        *float64  `json:"maxDepth,omitempty" doc:"Depth of the last node or travel of the probe, m"`
	BaseStation     *Endpoint `json:"baseStation,omitempty" doc:"Source of a GNSS receiver's corrections"`
	CameraSerial    string    `json:"cameraSerial,omitempty" doc:"9 digits"`
	ValidationCode  string    `json:"validationCode,omitempty" doc:"Of the camera. Stored encrypted. Responses contain a mask; send the mask back to keep the value"`
}

// Endpoint is the address and account with which a receiver or the platform connects.
type Endpoint struct {
	IP         string `json:"ip" doc:"Address or name of the host"`
	Port       int    `json:"port"`
	Mountpoint string `json:"mountpoint,omitempty"`
	User       string `json:"user,omitempty"`
	Password   string `json:"password,omitempty" doc:"Stored encrypted. Responses contain a mask; send the mask back with the same host and port to keep the value"`
}

// GDMAngle is the initial tilt of a gateway's own inclinometer in degrees (domain devices.md section 3.8).
type GDMAngle struct {
	X0    float64 `json:"x0"`
	Y0    float64 `json:"y0"`
	Z0    float64 `json:"z0"`
	Count int     `json:"count,omitempty" doc:"Number of readings averaged; 0: entered manually"`
}
