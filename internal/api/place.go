package api

import (
	"context"

	"plumbline/internal/account/people"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
)

// place is where the ids of a path point to; 0 where they say nothing.
type place struct {
	corporation, project, structure, point, device int64
}

// locate looks up what the ids of a path name, inside of the caller's scope, and
// sees that they belong to one another. What is foreign or does not fit is not there.
func (s *server) locate(ctx context.Context, who *caller, params map[string]int64) (place, error) {
	var at place
	if id, ok := params["corporationId"]; ok {
		_, inProject := params["projectId"]
		_, ofDevice := params["deviceId"]
		if !who.scope.Covers(id) && !inProject && !ofDevice { // members from elsewhere come by a project or its devices
			return at, fault.New(fault.NothingHere)
		}
		if who.scope.All { // sees them all, but not those that are not there
			if _, err := s.Corporations.Get(ctx, who.scope, id); err != nil {
				return at, err
			}
		}
		at.corporation = id
	}
	if id, ok := params["measuringPointId"]; ok {
		found, err := s.Points.Get(ctx, who.scope, id)
		if err != nil {
			return at, err
		}
		at = place{corporation: found.CorporationID, project: found.ProjectID, structure: found.StructureID, point: id}
		if given, ok := params["structureId"]; ok && given != found.ItemID && given != found.StructureID {
			return at, fault.New(fault.NothingHere)
		}
	} else if id, ok := params["structureId"]; ok {
		found, err := s.Projects.Structure(ctx, who.scope, id)
		if err != nil {
			return at, err
		}
		at = place{corporation: found.CorporationID, project: found.ProjectID, structure: id}
	} else if id, ok := params["deviceId"]; ok {
		found, err := s.Devices.Get(ctx, who.scope, id)
		if err != nil {
			return at, err
		}
		if at.corporation != 0 && at.corporation != found.CorporationID {
			return at, fault.New(fault.NothingHere)
		}
		at = place{corporation: found.CorporationID, project: found.ProjectID, device: id}
	} else if id, ok := params["alertId"]; ok {
		found, err := s.Alerts.Get(ctx, who.scope, id)
		if err != nil {
			return at, err
		}
		at = place{project: found.ProjectID, point: found.PointID}
	}
	if id, ok := params["projectId"]; ok {
		if at.project == 0 {
			found, err := s.Projects.Get(ctx, who.scope, id)
			if err != nil {
				return at, err
			}
			if at.corporation != 0 && at.corporation != found.CorporationID {
				return at, fault.New(fault.NothingHere)
			}
			at = place{corporation: found.CorporationID, project: id}
		}
		if at.project != id {
			return at, fault.New(fault.NothingHere)
		}
		return at, nil
	}
	return at, s.locatePeople(ctx, who, params)
}

// locatePeople sees that the user, group or role of a path is one of the caller's
// corporation. Members of a project are looked up by the calls about them.
func (s *server) locatePeople(ctx context.Context, who *caller, params map[string]int64) error {
	if id, ok := params["userId"]; ok && id != who.Account.ID {
		if _, err := s.Identity.Account(ctx, people.Wide(who.scope), id); err != nil {
			return err
		}
	}
	if id, ok := params["userGroupId"]; ok {
		if _, err := s.People.Group(ctx, who.manager(), id); err != nil {
			return err
		}
	}
	if id, ok := params["roleId"]; ok {
		if _, err := s.People.Role(ctx, who.manager(), id); err != nil {
			return err
		}
	}
	return nil
}

// requireIn sees that the caller may do something in a project that the body names;
// 0 asks for the corporation. A project that is not the caller's to see is not there.
func (s *server) requireIn(ctx context.Context, need access.Permission, project int64) error {
	who := callerOf(ctx)
	if project != 0 {
		if _, err := s.Projects.Get(ctx, who.scope, project); err != nil {
			return err
		}
	}
	return who.require(need, project)
}
