import { EnvironmentOutlined } from '@ant-design/icons';
import { Button, Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Axis } from './coordinate';
import { CoordinateField } from './coordinate-field';
import { LazyPlacePicker } from './lazy-place-picker';
import styles from './place-fields.module.css';
import type { Site } from './site';

interface Props {
  /** What the place is of, for the title of the map. */
  name?: string | undefined;
  /** Others on the map, to find the way by. */
  sites?: readonly Site[];
  disabled?: boolean;
}

/** Longitude and latitude of a form, by hand or on the map: fields `longitude` and `latitude` in degrees. */
export function PlaceFields({ name, sites, disabled = false }: Props) {
  const { t } = useTranslation(['map', 'common']);
  const form = Form.useFormInstance<{ longitude?: number | null; latitude?: number | null }>();
  const [picking, setPicking] = useState(false);
  const field = (axis: Axis, other: Axis) => (
    <Form.Item
      name={axis}
      label={`${t(`coordinate.${axis}`)}${t('common:optional')}`}
      dependencies={[other]}
      rules={[
        {
          validator: async (_, value: number | null | undefined) => {
            if (Number.isNaN(value)) throw new Error(t(`coordinate.${axis}Format`));
            const partner: unknown = form.getFieldValue(other);
            if ((value ?? null) === null && (partner ?? null) !== null) throw new Error(t('coordinate.both'));
          },
        },
      ]}
    >
      <CoordinateField axis={axis} disabled={disabled} />
    </Form.Item>
  );
  const { longitude, latitude } = form.getFieldsValue(['longitude', 'latitude']);
  return (
    <div className={styles.place}>
      {field('longitude', 'latitude')}
      {field('latitude', 'longitude')}
      {!disabled && (
        <Button
          className={styles.open ?? ''}
          icon={<EnvironmentOutlined aria-hidden />}
          onClick={() => setPicking(true)}
        >
          {t('pick.open')}
        </Button>
      )}
      {picking && (
        <LazyPlacePicker
          name={name}
          sites={sites}
          start={
            Number.isFinite(longitude) && Number.isFinite(latitude)
              ? { longitude: longitude as number, latitude: latitude as number }
              : undefined
          }
          onClose={() => setPicking(false)}
          onPicked={(place) => {
            form.setFieldsValue({ longitude: place?.longitude ?? null, latitude: place?.latitude ?? null });
            void form.validateFields(['longitude', 'latitude']);
            setPicking(false);
          }}
        />
      )}
    </div>
  );
}
