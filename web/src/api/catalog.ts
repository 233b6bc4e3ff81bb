import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Language } from '@/ui/i18n/languages';
import { useLanguage } from '@/ui/i18n/use-language';
import { client, data } from './client';
import type { components } from './schema.gen';

type Schemas = components['schemas'];
export type Label = Schemas['CatalogueLabel'];
export type Option = Schemas['CatalogueOption'];
export type Measurement = Schemas['CatalogueMeasurement'];
export type Attribute = Schemas['CatalogueAttribute'];
export type DeviceType = Schemas['CatalogueDeviceType'];
export type DeviceModel = Schemas['CatalogueModel'];
export type SystemFormula = Schemas['CatalogueSystemFormula'];
export type Coefficient = Schemas['CatalogueCoefficient'];

/** The catalog changes only with a release, so it is fetched once. */
const forever = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY };

export const measurementsQuery = queryOptions({
  queryKey: ['catalog', 'measurements'],
  queryFn: async ({ signal }) => (await data(client.GET('/api/constants/measurements', { signal }))).list,
  ...forever,
});

export const deviceTypesQuery = queryOptions({
  queryKey: ['catalog', 'device-types'],
  queryFn: async ({ signal }) => (await data(client.GET('/api/constants/device-type', { signal }))).list,
  ...forever,
});

export const pointKindsQuery = queryOptions({
  queryKey: ['catalog', 'point-kinds'],
  queryFn: async ({ signal }) => (await data(client.GET('/api/constants/measuring-point-types', { signal }))).list,
  ...forever,
});

export const deviceModelsQuery = queryOptions({
  queryKey: ['catalog', 'models'],
  queryFn: async ({ signal }) => (await data(client.GET('/api/constants/predefined-models', { signal }))).list,
  staleTime: 60_000, // those of the corporation change
});

export const systemFormulasQuery = queryOptions({
  queryKey: ['catalog', 'formulas'],
  queryFn: async ({ signal }) => (await data(client.GET('/api/constants/system-formula', { signal }))).list,
  ...forever,
});

export const coefficientsQuery = queryOptions({
  queryKey: ['catalog', 'coefficients'],
  queryFn: async ({ signal }) => (await data(client.GET('/api/constants/coefficients', { signal }))).list,
  ...forever,
});

/** The fields that devices of a type send, by measurement. */
export const measurementFieldsQuery = (category: string) =>
  queryOptions({
    queryKey: ['catalog', 'measurement-fields', category],
    queryFn: async ({ signal }) =>
      (
        await data(
          client.GET('/api/constants/measurement-fields/{category}', { params: { path: { category } }, signal }),
        )
      ).list,
    ...forever,
  });

export const channelProtocolsQuery = queryOptions({
  queryKey: ['catalog', 'channel-protocols'],
  queryFn: async ({ signal }) => (await data(client.GET('/api/constants/channel-protocols', { signal }))).list,
  ...forever,
});

export const structureTypesQuery = queryOptions({
  queryKey: ['catalog', 'structure-types'],
  queryFn: async ({ signal }) => (await data(client.GET('/api/constants/structure-type-options', { signal }))).list,
  ...forever,
});

export const collectorTypesQuery = queryOptions({
  queryKey: ['catalog', 'collector-types'],
  queryFn: async ({ signal }) => (await data(client.GET('/api/constants/collector-type', { signal }))).list,
  ...forever,
});

export const protocolsQuery = queryOptions({
  queryKey: ['catalog', 'protocols'],
  queryFn: async ({ signal }) => (await data(client.GET('/api/constants/protocols', { signal }))).list,
  ...forever,
});

export const pagesQuery = queryOptions({
  queryKey: ['catalog', 'pages'],
  queryFn: async ({ signal }) => (await data(client.GET('/api/constants/pages', { signal }))).list,
  ...forever,
});

/** A text of the catalog in the language on the screen. */
export function inLanguage(label: Label, language: Language): string {
  return label[language] || label.zh;
}

/** Turns texts of the catalog into the language on the screen. */
export function useLabel(): (label: Label) => string {
  const language = useLanguage();
  return useCallback((label: Label) => inLanguage(label, language), [language]);
}

const noMeasurements: Measurement[] = [];

/** Returns the name of a measurement by its code, or the code until the catalog is loaded. */
export function useMeasurementName(): (code: string) => string {
  const language = useLanguage();
  const { data: list = noMeasurements } = useQuery(measurementsQuery);
  return useCallback(
    (code: string) => {
      const found = list.find((m) => m.code === code);
      return found ? inLanguage(found.label, language) : code;
    },
    [list, language],
  );
}

const noTypes: DeviceType[] = [];

/** Returns the name of a device type by its code. */
export function useDeviceTypeName(): (code: string) => string {
  const language = useLanguage();
  const { data: list = noTypes } = useQuery(deviceTypesQuery);
  return useCallback(
    (code: string) => {
      const found = list.find((one) => one.code === code);
      return found ? inLanguage(found.label, language) : code;
    },
    [list, language],
  );
}

/** A device type by its code. */
export function useDeviceType(code: string): DeviceType | undefined {
  const { data: list = noTypes } = useQuery(deviceTypesQuery);
  return list.find((one) => one.code === code);
}

/** The fields of a measurement, in the order of the catalog. */
export function useAttributes(measurement: string): readonly Attribute[] {
  const { data: list = noMeasurements } = useQuery(measurementsQuery);
  return useMemo(() => list.find((m) => m.code === measurement)?.fields ?? [], [list, measurement]);
}

/** The main field of a measurement; '' until the catalog is loaded. */
export function useMainField(measurement: string): string {
  const { data: list = noMeasurements } = useQuery(measurementsQuery);
  return list.find((m) => m.code === measurement)?.mainField ?? '';
}

/** Returns the label of a field of a measurement, or its name until the catalog is loaded. */
export function useFieldName(): (measurement: string, field: string) => string {
  const language = useLanguage();
  const { data: list = noMeasurements } = useQuery(measurementsQuery);
  return useCallback(
    (measurement: string, field: string) => {
      const fields = list.find((one) => one.code === measurement)?.fields;
      const found = fields?.find((one) => one.name === field);
      return found ? inLanguage(found.label, language) : field;
    },
    [list, language],
  );
}

/** The unit of a field of a measurement. */
export function useFieldUnit(): (measurement: string, field: string) => string {
  const { data: list = noMeasurements } = useQuery(measurementsQuery);
  return useCallback(
    (measurement: string, field: string) =>
      list.find((one) => one.code === measurement)?.fields.find((one) => one.name === field)?.unit ?? '',
    [list],
  );
}

const noOptions: Option[] = [];

/** Returns the name of a structure type by its code. */
export function useStructureTypeName(): (code: string) => string {
  const language = useLanguage();
  const { data: list = noOptions } = useQuery(structureTypesQuery);
  return useCallback(
    (code: string) => {
      const found = list.find((one) => one.code === code);
      return found ? inLanguage(found.label, language) : code;
    },
    [list, language],
  );
}
