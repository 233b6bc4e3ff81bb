import { Button, Input, Segmented, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Panel } from '@/ui/panel';
import styles from '../bench.module.css';
import type { FrameTrial } from '../queries';

const transports = ['mqtt', 'http', 'tcp', 'udp', 'serial'] as const;
const example = '{"type":"data","v":{"voltage":12.3},"ch":[{"no":1,"freq":2671.8,"temp":15.7}]}';

/** Spaces, 0x and commas aside, only pairs of hexadecimal digits. */
const hexOnly = /^(?:\s|,|0x|[0-9a-f]{2})+$/i;

interface Props {
  start: string;
  transport: FrameTrial['transport'];
  error: string | undefined;
  onTry: (frame: FrameTrial) => void;
  filesAt: string | undefined;
}

/** A frame to paste, as text or in hexadecimal. */
export function PasteForm({ start, transport: usual, error, onTry, filesAt }: Props) {
  const { t } = useTranslation('debug');
  const [content, setContent] = useState(start);
  const [format, setFormat] = useState<FrameTrial['format']>(hexOnly.test(start) ? 'hex' : 'text');
  const [transport, setTransport] = useState(usual);
  return (
    <Panel title={t('pasted')} extra={t('nothingStored')} className={styles.paste}>
      <form
        className={styles.pasteForm}
        onSubmit={(event) => {
          event.preventDefault();
          onTry({ format, transport, content });
        }}
      >
        <Input.TextArea
          className={styles.mono ?? ''}
          aria-label={t('frame')}
          rows={4}
          placeholder={format === 'text' ? example : '03 03 20 45 21 85 EC'}
          value={content}
          status={error ? 'error' : ''}
          onChange={(event) => {
            setContent(event.target.value);
            // A frame is pasted as a whole: bytes are recognized at once.
            if (content === '') setFormat(hexOnly.test(event.target.value) ? 'hex' : 'text');
          }}
        />
        {error && (
          <p className={styles.refusal} role="alert">
            {error}
          </p>
        )}
        <div className={styles.tools}>
          <Segmented
            aria-label={t('format')}
            value={format}
            options={[
              { value: 'text', label: t('characters') },
              { value: 'hex', label: t('hex') },
            ]}
            onChange={setFormat}
          />
          <Select
            aria-label={t('transport')}
            value={transport}
            options={transports.map((value) => ({ value, label: value.toUpperCase() }))}
            onChange={setTransport}
          />
          <Button type="primary" htmlType="submit" disabled={content.trim() === ''}>
            {t('try')}
          </Button>
          {filesAt && <Link to={filesAt}>{t('files')}</Link>}
        </div>
      </form>
    </Panel>
  );
}
