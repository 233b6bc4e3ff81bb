import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel } from '@/api/catalog';
import type { Device } from '@/api/devices';
import { describeError } from '@/api/errors';
import { protocolsQuery } from '@/api/protocols';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { PanelEmpty, PanelSkeleton } from '@/ui/states';
import styles from '../bench.module.css';
import { hexText, payloadBytes } from '../model/bytes';
import { keyOfFrame } from '../model/frame-text';
import { type FrameTrial, type LiveFrame, useInspected, type Where } from '../queries';
import { FrameLog } from './frame-log';
import { Inspector } from './inspector';
import { PasteForm } from './paste-form';
import { Simulation } from './simulation';
import { TestCommand } from './test-command';

interface Props {
  where: Where;
  device: Device;
  zone: string;
  /** A frame to begin with, pasted. */
  start: string;
  filesAt: string | undefined;
}

/** What is on the bench: a frame of the log, or a pasted one. */
type Shown = { frame: LiveFrame; before: LiveFrame | undefined } | { pasted: FrameTrial | null; start: string };

/** The workbench: the log, a frame taken apart, and the same frame with other values. */
export function Bench({ where, device, zone, start, filesAt }: Props) {
  const { t } = useTranslation('debug');
  const say = useLabel();
  const { data: protocols = [] } = useQuery(protocolsQuery);
  const [shown, setShown] = useState<Shown | null>(start ? { pasted: null, start } : null);
  const [protocol, setProtocol] = useState('');
  const [running, setRunning] = useState(true);
  const online = protocols.some((one) => one.line !== 'none' && one.codes.includes(device.protocolCode ?? ''));
  const chosen = trialOf(shown);
  const trial = chosen && { ...chosen, ...(protocol && { protocol }) };
  const inspected = useInspected(where, trial);
  const failure = inspected.error ? describeError(inspected.error) : undefined;
  return (
    <div className={styles.bench}>
      <FrameLog
        where={where}
        zone={zone}
        selected={shown && 'frame' in shown ? keyOfFrame(shown.frame) : ''}
        onSelect={(frame, before) => setShown({ frame, before })}
        onPaste={() => setShown({ pasted: null, start: '' })}
        running={running}
        onRunning={setRunning}
      />
      <div className={styles.centre}>
        {shown && 'pasted' in shown && (
          <PasteForm
            key={shown.start}
            start={shown.start}
            transport={online ? 'tcp' : 'mqtt'}
            error={failure}
            filesAt={filesAt}
            onTry={(pasted) => setShown({ ...shown, pasted })}
          />
        )}
        {trial && inspected.data && !failure && (
          <Inspector
            tried={inspected.data}
            busy={inspected.isFetching}
            remark={remarkOf(shown, zone, t('pasted'))}
            before={shown && 'frame' in shown && shown.before ? payloadBytes(shown.before) : undefined}
            deviceType={device.type}
            zone={zone}
          />
        )}
        {trial && inspected.isPending && !failure && <PanelSkeleton rows={10} />}
        {failure && shown && 'frame' in shown && <PanelEmpty title={failure} />}
        {!trial && (!shown || 'frame' in shown) && (
          <Panel className={styles.empty}>
            <PanelEmpty
              title={t(shown ? 'fileFrame' : 'chooseFrame')}
              hint={shown ? undefined : t('chooseFrameHint')}
            />
          </Panel>
        )}
      </div>
      <div className={styles.right}>
        <Simulation
          where={where}
          frame={trial}
          tried={failure ? undefined : inspected.data}
          readBy={
            <Select
              aria-label={t('readBy')}
              value={protocol}
              options={[
                { value: '', label: t('ownProtocol') },
                ...protocols.map((one) => ({ value: one.name, label: say(one.label) })),
              ]}
              onChange={setProtocol}
            />
          }
          deviceType={device.type}
          onShow={(frame) => setShown({ pasted: frame, start: hexText(Uint8Array.from(bytesOf(frame.content))) })}
        />
        <TestCommand where={where} device={device} />
      </div>
    </div>
  );
}

const bytesOf = (hex: string): number[] => (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));

/** The trial of what is shown; null: there is none, or rows of a file. */
function trialOf(shown: Shown | null): FrameTrial | null {
  if (!shown) return null;
  if ('pasted' in shown) return shown.pasted;
  const { frame } = shown;
  if (frame.transport === 'file') return null;
  return {
    format: 'hex',
    content: hexText(payloadBytes(frame)),
    transport: frame.transport,
    kind: frame.kind,
    received: frame.received,
  };
}

function remarkOf(shown: Shown | null, zone: string, pasted: string): string {
  if (!shown || 'pasted' in shown) return pasted;
  return `${formatTime(shown.frame.received, zone, 'full')}·${shown.frame.transport.toUpperCase()}`;
}
