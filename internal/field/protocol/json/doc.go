// Package json decodes Plumbline's own open message format (domain protocols.md
// sections 3 and 4.1), used over MQTT and HTTP.
//
//	{"type":"data","seq":17,"t":1795134600000,"sn":"ADM20260001",
//	 "v":{"voltage":12.3},                        the device, or channel 0
//	 "nodes":[{"no":1,"angleX":0.944}],           segments of an array
//	 "ch":[{"no":1,"freq":2671.8,"temp":15.7}]}   channels of a collector; may have "nodes" too
//	{"records":[{…},{…}]}                         up to 200 of them
//	{"items":[{"point":"P-0001","t":…,"values":{"x":12.35}}]}   up to 1,000, from a gateway
//	{"type":"block","t":…,"fs":200,"n":1000,"scale":0.001,"unit":"mm/s","enc":"i16le-b64",
//	 "axes":{"x":"…"},"part":1,"parts":3,"ch":2}
//	{"type":"capture","t":…,"enc":"jpg-b64","data":"…","part":1,"parts":3,"ch":2}
//	{"type":"event","t":…,"code":"trigger","v":{…}}
//	{"type":"time"}, {"type":"reg",…}, {"type":"ack",…}, {"online":true,"fw":"1.2.0.3"}
//
// A missing type is data. Names inside v, values, nodes and ch are field names and
// their values numbers; null means not measured. Other members of the outer object
// are ignored, so that devices may send additional data. A block is a part of a
// waveform, with one reading at the start of its record that refers to it by the field
// block: axis x, y or z of a velocity is vx, vy, vz, of an acceleration ax, ay, az; any
// other axis keeps its name. A capture is a picture of a gateway's camera, or a part of it. An event trigger with a time has the field trigger: the
// largest of its values, or 0. A device that adds "ackUp":true gets a receipt when its
// message is stored.
package json
