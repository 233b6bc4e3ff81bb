package dataapi

import (
	"context"
	"encoding/json"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/errs"
)

// gatewayAngles are the fields of a gateway's own tilt; res is the resultant of their change (domain formulas.md
// section 27).
var gatewayAngles = []string{"angleX", "angleY", "angleZ", "res"}

type gatewayTiltInput struct {
	Body struct {
		Known
		MeasuringPointID int64             `json:"measuringPointId" minimum:"1" doc:"A point whose main source is a gateway itself"`
		Start            httpapi.AskedTime `json:"start" doc:"UTC ms"`
		End              httpapi.AskedTime `json:"end" doc:"UTC ms, inclusive"`
		Base             httpapi.AskedTime `json:"base,omitempty" doc:"Changes are relative to the result at this time, UTC ms; 0: to the initial value"`
		IncludeAbnormal  bool              `json:"includeAbnormal,omitempty"`
		Page             int               `json:"page,omitempty" minimum:"0" maximum:"1000000" doc:"From 1"`
		PageSize         int               `json:"pageSize,omitempty" minimum:"0" maximum:"200" doc:"Default 20"`
		Order            string            `json:"order,omitempty" enum:"asc,desc" doc:"By time; default desc"`
	}
}

// GatewayTilt is the tilt of a gateway over time.
type GatewayTilt struct {
	DeviceID int64                `json:"deviceId" doc:"The gateway"`
	Initial  *definition.GDMAngle `json:"initial" doc:"Initial tilt in force at the end of the range, as known now, degrees; null: none is set"`
	Table    Table                `json:"table" doc:"Angles and their changes, degrees"`
}

func (s *server) gatewayTilts() {
	httpapi.Register(s.Kernel,
		post("monitorGdmAngle", "gdm-angle", "Tilt of a gateway, and its change since the initial tilt",
			"Angles X, Y and Z as far as the point computes them, their changes, and the resultant of X and Y.", describe[GatewayTilt](s)).
			Sending(rangeExample),
		s.monitorGdmAngle)
}

func (s *server) monitorGdmAngle(ctx context.Context, in *gatewayTiltInput) (*httpapi.Raw, error) {
	b := &in.Body
	p, err := s.seePoint(ctx, b.MeasuringPointID, seeData)
	if err != nil {
		return nil, err
	}
	request, err := MonitorQuery{
		MeasuringPointID: p.ID, Start: b.Start, End: b.End, Base: b.Base, IncludeAbnormal: b.IncludeAbnormal,
	}.Request()
	if err != nil {
		return nil, err
	}
	scope := httpapi.CallerOf(ctx).Scope
	gateway, bound, err := s.Points.MainSource(ctx, scope, p.ID)
	if err != nil {
		return nil, err
	}
	if !bound || !catalog.HasBlock(p.Category, "gdmAngleInit") {
		return nil, errs.OnField("measuringPointId", errs.CategoryMismatch)
	}
	config, err := s.Devices.InForce(ctx, scope, gateway, request.End)
	if err != nil {
		return nil, err
	}
	initial := config[definition.AspectGDMAngle]
	if initial == nil {
		initial = json.RawMessage("null")
	}
	from, err := s.read(b.Known)
	if err != nil {
		return nil, err
	}
	if request.Fields, err = angles(ctx, from, p.ID); err != nil {
		return nil, err
	}
	request.ValueTypes = []query.ValueType{query.Observed, query.Accumulated}
	size := b.PageSize
	if size == 0 {
		size = 20
	}
	table, err := from.Table(ctx, request, max(b.Page, 1), size, b.Order != "asc")
	if err != nil {
		return nil, err
	}
	return httpapi.RawJSON(func(out []byte) []byte {
		out = append(out, `{"deviceId":`...)
		out = httpapi.AppendInt(out, gateway)
		out = append(out, `,"initial":`...)
		out = append(out, initial...)
		out = append(out, `,"table":`...)
		return append(appendTable(out, &table), '}')
	}), nil
}

// angles returns the fields of a gateway's tilt that a point computes.
func angles(ctx context.Context, from Monitor, id int64) ([]string, error) {
	computed, err := from.Computed(ctx, []int64{id})
	if err != nil {
		return nil, err
	}
	var list []string
	for _, name := range gatewayAngles {
		for _, field := range computed[0] {
			if field.Name == name {
				list = append(list, name)
			}
		}
	}
	if len(list) == 0 {
		return nil, errs.OnField("measuringPointId", errs.CategoryMismatch)
	}
	return list, nil
}
