package schema

import "plumbline/internal/platform/errs"

// UniqueIndex is a unique index that user input can violate, with the field and message of the error. PostgreSQL
// reports the name of the index, SQLite its columns.
type UniqueIndex struct {
	Name, Columns, Field string
	Message              *errs.Message
}

// UniqueIndexes lists the indexes in the migrations.
var UniqueIndexes = []UniqueIndex{
	{"corporation_name", "corporation.name", "name", errs.NameUsed},
	{"corporation_domain", "corporation.domain_prefix", "domainPrefix", errs.NameUsed},
	{"account_name", "account.name", "name", errs.NameUsed},
	{"account_email_verified", "account.email", "email", errs.AddressUsed},
	{"account_mobile_verified", "account.mobile", "mobile", errs.AddressUsed},
	{"role_name", "role.corporation_id, role.project_id, role.name", "name", errs.NameUsed},
	{"user_group_name", "user_group.corporation_id, user_group.name", "name", errs.NameUsed},
	{"project_name", "project.corporation_id, project.name", "name", errs.NameUsed},
	{"structure_name", "structure.project_id, structure.parent_id, structure.name", "name", errs.NameUsed},
	{"device_sn_code", "device.sn_code", "sncode", errs.SerialUsed},
	{"device_model_code", "device_model.corporation_id, device_model.code", "code", errs.ModelCodeUsed},
	{"device_file_name", "device_file.device_id, device_file.name", "file", errs.NameUsed},
	{"device_register", "device.register", "register", errs.RegisterUsed},
	{"plan_name", "plan.structure_id, plan.name", "name", errs.NameUsed},
	{"point_name", "point.project_id, point.name", "name", errs.NameUsed},
}
