import { CheckOutlined, CloseOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import { type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refusalText } from '@/entities/frame/frame-text';
import { announce } from '@/ui/messages';
import { Panel } from '@/ui/panel';
import { PanelEmpty } from '@/ui/states';
import styles from '../bench.module.css';
import { frameText, fromHex, hexText } from '../model/bytes';
import type { FramePart, TriedFrame } from '../queries';
import { ByteGrid, CharacterFlow, useKindColor } from './byte-grid';
import { PartTable } from './part-table';
import { ReachedPanel } from './reached-panel';

interface Props {
  tried: TriedFrame;
  busy: boolean;
  /** When and how the frame came. */
  remark: string;
  /** The frame before it, to compare; undefined: there is none. */
  before?: Uint8Array | undefined;
  deviceType: string;
  zone: string;
}

/** A frame taken apart: bytes, fields with their checks, readings and the points that they reach. */
export function Inspector({ tried, busy, remark, before, deviceType, zone }: Props) {
  const { t } = useTranslation(['debug', 'common']);
  const [chosen, choose] = useState(-1);
  const [hovered, hover] = useState(-1);
  const [compare, setCompare] = useState(false);
  const bytes = fromHex(tried.hex);
  const text = frameText(bytes);
  const [look, setLook] = useState<'text' | 'hex'>('text');
  const marked = { chosen: Math.min(chosen, tried.parts.length - 1), hovered, choose, hover };
  const copy = () =>
    navigator.clipboard.writeText(text !== null && look === 'text' ? text : hexText(bytes)).then(
      () => announce('success', t('common:action.copied')),
      () => announce('warning', t('common:action.notCopied')),
    );
  return (
    <>
      <Panel
        title={t('raw')}
        busy={busy}
        extra={
          <span className={styles.extra}>
            <span className={styles.remark}>
              {remark}·{t('bytes', { count: bytes.length })}
            </span>
            {text !== null && (
              <Segmented
                size="small"
                aria-label={t('look')}
                value={look}
                options={[
                  { value: 'text', label: t('characters') },
                  { value: 'hex', label: t('hex') },
                ]}
                onChange={setLook}
              />
            )}
            <Button type="link" size="small" onClick={() => void copy()}>
              {t('common:action.copy')}
            </Button>
            <Button
              type="link"
              size="small"
              aria-pressed={compare}
              disabled={!before}
              onClick={() => {
                setCompare(!compare);
                setLook('hex');
              }}
            >
              {t(compare ? 'notCompare' : 'compare')}
            </Button>
          </span>
        }
        className={styles.raw}
      >
        <div className={styles.bytes}>
          {text !== null && look === 'text' ? (
            <CharacterFlow bytes={bytes} parts={tried.parts} marked={marked} />
          ) : (
            <ByteGrid bytes={bytes} parts={tried.parts} marked={marked} before={compare ? before : undefined} />
          )}
          <Legend parts={tried.parts} />
        </div>
      </Panel>
      <Panel
        title={t('fields')}
        extra={tried.protocol ? t('readAs', { protocol: tried.protocol }) : null}
        className={styles.fields}
      >
        {tried.refusal && (
          <p className={styles.refusal} role="alert">
            {refusalText(tried.refusal, tried.fields)}
          </p>
        )}
        {tried.parts.length > 0 ? (
          <PartTable bytes={bytes} parts={tried.parts} marked={marked} deviceType={deviceType} />
        ) : (
          <PanelEmpty title={t('noParts')} />
        )}
      </Panel>
      <Panel title={t('reached')} className={styles.reached}>
        <ReachedPanel tried={tried} deviceType={deviceType} zone={zone} />
      </Panel>
    </>
  );
}

/** The kinds of fields in their colours, and the checksums in words. */
function Legend({ parts }: { parts: readonly FramePart[] }) {
  const { t } = useTranslation('debug');
  const color = useKindColor();
  const kinds = [...new Set(parts.map(({ kind }) => kind))];
  const checks = parts.filter(({ kind }) => kind === 'check');
  const wrong = checks.filter(({ fault }) => fault);
  return (
    <div className={styles.legend}>
      {kinds.map((kind) => (
        <span key={kind} style={{ '--kind': color(kind) } as CSSProperties}>
          <i /> {t(`partKind.${kind}`)}
        </span>
      ))}
      {checks.length > 0 && (
        <b data-fault={wrong.length > 0}>
          {wrong.length > 0 ? <CloseOutlined aria-hidden /> : <CheckOutlined aria-hidden />}{' '}
          {wrong.length > 0
            ? wrong.map(({ name, fault }) => `${name}: ${fault}`).join('  ')
            : t('checksRight', { names: [...new Set(checks.map(({ name, text }) => `${name} ${text}`))].join(', ') })}
        </b>
      )}
    </div>
  );
}
