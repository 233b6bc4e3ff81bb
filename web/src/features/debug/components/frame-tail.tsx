import { PauseOutlined, PlayCircleOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FrameList } from '@/entities/frame/frame-list';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import styles from '../debug.module.css';
import { merged, type Narrowed, narrowed } from '../model/frame-text';
import { useFrames, useTail, type Where } from '../queries';
import { FrameRow } from './frame-row';

/** The last frames of a device in both directions, live, newest first. */
export function FrameTail({ where, zone }: { where: Where; zone: string }) {
  const { t } = useTranslation(['debug', 'common']);
  const [running, setRunning] = useState(true);
  const [way, setWay] = useState<Narrowed['way']>('all');
  const [text, setText] = useState('');
  const [hex, setHex] = useState(false);
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
          options={(['all', 'up', 'down', 'wrong'] as const).map((value) => ({
            value,
            label: value === 'all' ? t('common:action.all') : t(value),
          }))}
          onChange={setWay}
        />
        <Input.Search
          className={styles.search ?? ''}
          aria-label={t('find')}
          placeholder={t('find')}
          allowClear
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Checkbox checked={hex} onChange={(event) => setHex(event.target.checked)}>
          {t('hex')}
        </Checkbox>
        {running && from === null && (
          <span className={styles.quiet} role="status">
            {live.open ? t('listening') : t('connecting')}
          </span>
        )}
      </div>
      <QueryPanel
        query={query}
        failure={t('failed')}
        rows={8}
        isEmpty={({ list }) => list.length + live.frames.length === 0}
        empty={<PanelEmpty title={t('none')} hint={t('noneHint')} />}
      >
        {({ list, more }) => {
          const shown = narrowed(from === null ? merged(live.frames, list) : list, { way, text });
          return (
            <>
              {shown.length === 0 && <PanelEmpty title={t('noneMatch')} />}
              <FrameList label={t('tab.frames')}>
                {shown.map((frame) => (
                  <FrameRow key={`${frame.seq}.${frame.index}`} frame={frame} zone={zone} hex={hex} />
                ))}
              </FrameList>
              <div className={styles.tools}>
                {from !== null && <Button onClick={() => setFrom(null)}>{t('newest')}</Button>}
                {more && <Button onClick={() => setFrom({ seq: more.seq, index: more.index })}>{t('older')}</Button>}
              </div>
            </>
          );
        }}
      </QueryPanel>
    </>
  );
}
