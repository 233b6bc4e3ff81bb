import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Place } from '@/entities/configuration/editor';
import { VersionStudio } from '@/entities/configuration/version-studio';
import { Can } from '@/entities/permission/can';
import { NumberField } from '@/ui/form/number-field';
import { announce } from '@/ui/messages';
import { useTakeTilt } from '../care-queries';
import styles from '../devices.module.css';
import { GDMAngleEditor } from '../editors/block-editors';

interface Props {
  where: { corporationId: number; deviceId: number };
  place: Place;
}

/** The initial tilt of a gateway: the mean of its last readings, or typed. */
export function GDMPanel({ where, place }: Props) {
  const { t } = useTranslation('devices');
  const [count, setCount] = useState(3);
  const take = useTakeTilt(where);
  return (
    <>
      <Can any={['Update:Device']}>
        <div className={styles.tools}>
          <span>{t('init.count')}</span>
          <NumberField
            label={t('init.count')}
            min={1}
            max={100}
            step={1}
            value={count}
            onChange={(n) => setCount(n ?? 3)}
          />
          <Button
            type="primary"
            loading={take.isPending}
            onClick={() => take.mutate(count, { onSuccess: () => announce('success', t('gdm.taken')) })}
          >
            {t('init.take')}
          </Button>
        </div>
      </Can>
      <VersionStudio
        owner={{ kind: 'device', corporationId: where.corporationId, id: where.deviceId }}
        place={place}
        dense
        aspect="gdmAngle"
        blank={{ x0: 0, y0: 0, z0: 0 }}
        Editor={GDMAngleEditor}
      />
    </>
  );
}
