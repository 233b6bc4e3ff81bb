import { Drawer, Steps } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Place } from '@/entities/configuration/editor';
import { Unsaved, useUnsaved } from '@/ui/form/unsaved';
import { ChangeStep } from './change-step';
import { MigrateStep } from './migrate-step';
import type { At, DeviceGroup, Replacement } from './queries';

interface Props {
  at: At;
  place: Place;
  /** A replacement whose devices are already changed; null starts a new one. */
  started: Replacement | null;
  groups: DeviceGroup[];
  onClose: () => void;
}

/** The two steps of a replacement: change the group, then migrate the data. */
export function ReplaceDrawer({ at, place, started, groups, onClose }: Props) {
  const { t } = useTranslation('configuration');
  const unsaved = useUnsaved();
  const close = () => unsaved.leave(onClose);
  const [replacement, setReplacement] = useState(started);
  return (
    <Drawer
      closable={{ placement: 'end' }}
      open
      size={760}
      title={t('groups.replace')}
      onClose={close}
      mask={{ closable: false }}
    >
      <Steps
        size="small"
        current={replacement ? 1 : 0}
        items={[{ title: t('groups.step1') }, { title: t('groups.step2') }]}
      />
      <Unsaved of={unsaved}>
        {replacement ? (
          <MigrateStep at={at} place={place} replacement={replacement} onClose={close} />
        ) : (
          <ChangeStep at={at} place={place} groups={groups} onDone={setReplacement} onClose={close} />
        )}
      </Unsaved>
    </Drawer>
  );
}
