import { PauseOutlined, PlayCircleOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FrameList } from '@/shared/frames/frame-list';
import { PanelEmpty, QueryPanel } from '@/shared/ui/states';
import styles from '../debug.module.css';
import { merged } from '../model/frame-text';
import { useFrames, useTail, type Where } from '../queries';
import { FrameRow } from './frame-row';

/** The last frames of a device in both directions, with new ones on top as they come. */
export function FrameTail({ where, zone }: { where: Where; zone: string }) {
  const { t } = useTranslation(['debug', 'common']);
  const [running, setRunning] = useState(true);
  const [way, setWay] = useState<'all' | 'up' | 'down'>('all');
  const [from, setFrom] = useState<{ seq: number; index: number } | null>(null);
  const query = useFrames(where, from);
  const live = useTail(where, running && from === null);
  return (
    <>
      <div className={styles.tools}>
        <Button
          icon={running ? <PauseOutlined aria-hidden /> : <PlayCircleOutlined aria-hidden />}
          disabled={from !== null}
          onClick={() => setRunning(!running)}
        >
          {running ? t('pause') : t('resume')}
        </Button>
        <Segmented
          aria-label={t('way')}
          value={way}
          options={(['all', 'up', 'down'] as const).map((value) => ({
            value,
            label: value === 'all' ? t('common:action.all') : t(value),
          }))}
          onChange={setWay}
        />
        {running && from === null && <span className={styles.quiet}>{t('listening')}</span>}
      </div>
      <QueryPanel
        query={query}
        failure={t('failed')}
        rows={8}
        isEmpty={({ list }) => list.length + live.length === 0}
        empty={<PanelEmpty title={t('none')} hint={t('noneHint')} />}
      >
        {({ list, more }) => (
          <>
            <FrameList label={t('tab.frames')}>
              {(from === null ? merged(live, list) : list)
                .filter(({ kind }) => way === 'all' || (kind === 'down') === (way === 'down'))
                .map((frame) => (
                  <FrameRow key={`${frame.seq}.${frame.index}`} frame={frame} zone={zone} />
                ))}
            </FrameList>
            <div className={styles.tools}>
              {from !== null && <Button onClick={() => setFrom(null)}>{t('newest')}</Button>}
              {more && <Button onClick={() => setFrom({ seq: more.seq, index: more.index })}>{t('older')}</Button>}
            </div>
          </>
        )}
      </QueryPanel>
    </>
  );
}
