package loggerfile

// Format is a recognized file format.
type Format struct {
	ID         string
	Name       string
	Extensions []string
	Verified   bool   // tested with a real file; else written from the manual
	Basis      string // the real file, or the manual
	recognize  func(*Beginning) (Found, bool)
}

// FormatTable is any text table: its settings are guessed.
const FormatTable = "table"

// formats are tried in this order.
var formats = []Format{
	{"toa5", "Campbell TOA5", []string{"dat"}, true, "thermistor string and inclinometer tables of CR1000 loggers, Bowdoin glacier", recognizeTOA5},
	{"diver", "Van Essen Diver", []string{"mon"}, true, "Cera-Diver exports of Diver-Office 3.0, Doel", recognizeDiver},
	{"solinst-lev", "Solinst .lev", []string{"lev"}, false, "Solinst, Levelogger user guide", nil}, // by recognizeDiver, which has the same structure
	{"solinst", "Solinst csv", []string{"csv"}, true, "Levelogger export of a slug test, 8 Hz", recognizeSolinst},
	{"solinst-xle", "Solinst .xle", []string{"xle"}, false, "Solinst, Levelogger user guide", recognizeXLE},
	{"keller", "Keller", []string{"txt", "csv"}, true, "logger exports of Rollegem", recognizeKeller},
	{"insitu", "In-Situ", []string{"csv", "txt"}, false, "In-Situ, Win-Situ 5 software guide", recognizeInSitu},
	{"usgs-rdb", "USGS RDB", []string{"rdb", "txt"}, false, "USGS, tab-delimited (RDB) format of the water services", recognizeRDB},
	{"pbo-csv", "PBO csv", []string{"csv"}, true, "daily positions of Salmon Falls", recognizePBOCsv},
	{"pbo-pos", "PBO .pos", []string{"pos"}, false, "UNAVCO, GPS station position time series format 1.1", recognizePBOPos},
	{"tenv3", "NGL tenv3", []string{"tenv3"}, true, "station LHAS", recognizeTenv3},
	{"tenv", "NGL tenv", []string{"tenv"}, false, "Nevada Geodetic Laboratory, tenv readme", recognizeTenv},
	{"rtklib", "RTKLIB .pos", []string{"pos", "dat"}, true, "static baseline of RTKPOST 2.4.3, 15-minute positions of Bowdoin glacier", recognizeRTKLIB},
	{"campbell-array", "Campbell mixed array", []string{"dat"}, true, "borehole pressure, final storage, Bowdoin glacier", recognizeArray},
	{"gsi", "Leica GSI 8/16", []string{"gsi"}, true, "GSI-16 coordinates; GSI-8 and angles from the manual", recognizeGSI},
	{"nikon", "Nikon raw V2.00", []string{"raw"}, true, "NPL-332 field book", recognizeNikon},
	{"nmea", "NMEA 0183", []string{"nmea", "log", "txt"}, true, "log of a Garmin receiver", recognizeNMEA},
	{
		FormatTable, "CSV, TXT",
		[]string{"csv", "txt", "tsv", "dat"},
		true,
		"groundwater, rain, inclinometer and total-station tables; USGS rain with five time columns", nil,
	},
}

// Formats returns the recognized formats.
func Formats() []Format { return formats }
