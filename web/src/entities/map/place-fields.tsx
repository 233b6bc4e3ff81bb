import { EnvironmentOutlined } from '@ant-design/icons';
import { Button, Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Axis } from './coordinate';
import { CoordinateField } from './coordinate-field';
import { LazyPlaceMap } from './lazy-place-map';
import styles from './place-fields.module.css';
import type { Site } from './site';
import type { LonLat } from './use-pin';

interface Props {
  /** Other sites on the map, for orientation. */
  sites?: readonly Site[];
  disabled?: boolean;
}

const none: readonly Site[] = [];

/**
 * Longitude and latitude of a form, typed or picked on a map that opens below: fields `longitude` and `latitude` in
 * degrees.
 */
export function PlaceFields({ sites = none, disabled = false }: Props) {
  const { t } = useTranslation(['map', 'common']);
  const form = Form.useFormInstance<{ longitude?: number | null; latitude?: number | null }>();
  const longitude = Form.useWatch('longitude', form);
  const latitude = Form.useWatch('latitude', form);
  const [open, setOpen] = useState(false);
  const put = (place: LonLat | undefined) => {
    form.setFieldsValue({ longitude: place?.longitude ?? null, latitude: place?.latitude ?? null });
    void form.validateFields(['longitude', 'latitude']);
  };
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
  const place =
    typeof longitude === 'number' && typeof latitude === 'number' && Number.isFinite(longitude + latitude)
      ? { longitude, latitude }
      : undefined;
  return (
    <div className={styles.place}>
      {field('longitude', 'latitude')}
      {field('latitude', 'longitude')}
      {!disabled && (
        <div className={styles.tools}>
          <Button icon={<EnvironmentOutlined aria-hidden />} aria-expanded={open} onClick={() => setOpen(!open)}>
            {t(open ? 'pick.close' : 'pick.open')}
          </Button>
          {place && (
            <Button type="link" onClick={() => put(undefined)}>
              {t('pick.clear')}
            </Button>
          )}
        </div>
      )}
      {open && (
        <div className={styles.map}>
          <LazyPlaceMap place={place} sites={sites} onPlaced={put} />
        </div>
      )}
    </div>
  );
}
