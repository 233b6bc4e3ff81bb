import type { components } from './schema.gen';

type Schemas = components['schemas'];

export type User = Schemas['User'];
export type SignedIn = Schemas['SignedIn'];
export type Project = Schemas['Project'];
export type ProjectSummary = Schemas['ProjectSummary'];
export type Marker = Schemas['Marker'];
export type CorporationStats = Schemas['CorporationStats'];
export type ProjectStats = Schemas['ProjectStats'];
export type Structure = Schemas['Structure'];
export type PointSummary = Schemas['PointSummary'];
export type LatestValue = Schemas['LatestValue'];
export type OverviewPoint = Schemas['OverviewPoint'];
export type Overview = Schemas['Overview'];
export type Alert = Schemas['Alert'];
export type Storage = Schemas['Storage'];
export type Brand = Schemas['Brand'];
export type Helping = Schemas['Helping'];
export type LicenseState = NonNullable<Schemas['CurrentSession']['licenseState']>;
export type LoginInfo = Schemas['LoginInfo'];
