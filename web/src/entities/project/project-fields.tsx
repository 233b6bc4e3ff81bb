import { Checkbox, Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { PlaceFields } from '@/entities/map/place-fields';
import { atMost, counted } from '@/ui/form/at-most';
import { languageNames, languages } from '@/ui/i18n/languages';
import { PictureField } from '@/ui/picture/picture-field';
import { zones } from './zones';

/** The fields of a project in a form. */
export interface ProjectForm {
  name: string;
  address?: string;
  longitude?: number | null;
  latitude?: number | null;
  timeZone?: string;
  language?: 'zh' | 'en' | 'zh-TW';
  remarks?: string;
  picture?: string;
  useStructure?: boolean;
}

export const projectFieldNames = [
  'name',
  'address',
  'longitude',
  'latitude',
  'timeZone',
  'language',
  'remarks',
  'picture',
  'useStructure',
];

/** Name, position and zone: shown when creating a project and in its console. */
export function ProjectFields() {
  const { t } = useTranslation(['forms', 'common']);
  const optional = t('common:optional');
  return (
    <>
      <Form.Item
        name="name"
        label={t('project.name')}
        rules={[{ required: true, whitespace: true, message: t('project.nameNeeded') }, atMost(20)]}
      >
        <Input count={counted(20)} />
      </Form.Item>
      <Form.Item name="address" rules={[atMost(500)]} label={`${t('project.address')}${optional}`}>
        <Input />
      </Form.Item>
      <PlaceFields />
      <Form.Item name="timeZone" label={t('project.zone')}>
        <Select showSearch options={zones().map((value) => ({ value, label: value }))} />
      </Form.Item>
      <Form.Item name="language" label={t('project.language')}>
        <Select options={languages.map((value) => ({ value, label: languageNames[value] }))} />
      </Form.Item>
      <Form.Item name="useStructure" valuePropName="checked">
        <Checkbox>{t('project.useStructure')}</Checkbox>
      </Form.Item>
      <Form.Item name="picture" label={`${t('project.picture')}${optional}`}>
        <PictureField label={t('project.picture')} />
      </Form.Item>
      <Form.Item name="remarks" rules={[atMost(500)]} label={`${t('project.remarks')}${optional}`}>
        <Input.TextArea rows={2} />
      </Form.Item>
    </>
  );
}

/** withoutNull drops empty entries: the server reads missing ones as not set. */
export function withoutNull<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], null> } {
  return Object.fromEntries(Object.entries(values).filter(([, v]) => v !== null && v !== '')) as {
    [K in keyof T]: Exclude<T[K], null>;
  };
}
