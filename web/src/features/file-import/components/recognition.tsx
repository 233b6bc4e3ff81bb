import { CheckCircleOutlined, EditOutlined, QuestionCircleOutlined } from '@ant-design/icons';
import { Button, Select, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/ui/format/number';
import styles from '../import.module.css';
import type { Ready } from '../model/draft';
import { type Target, useFormats, useNamedLayouts } from '../queries';
import { MappingDialog } from './mapping-dialog';

interface Props {
  target: Target;
  draft: Ready;
  inProject: boolean;
}

/** The recognized format and its certainty, the shown file of a zip, and the saved layouts. */
export function Recognition({ target, draft, inProject }: Props) {
  const { t } = useTranslation('file-import');
  const saved = useNamedLayouts(target);
  const [naming, setNaming] = useState(false);
  const { preview, current } = draft;
  return (
    <div className={styles.recognition}>
      <Verdict draft={draft} />
      {preview.entries.length > 1 && (
        <Select<string>
          aria-label={t('entry')}
          className={styles.entry ?? ''}
          popupMatchSelectWidth={false}
          value={preview.entry}
          options={preview.entries.map((one) => ({ value: one.name, label: one.name }))}
          onChange={draft.show}
        />
      )}
      <Select<number>
        aria-label={t('mappings.choose')}
        className={styles.mapping ?? ''}
        placeholder={saved.data?.length ? t('mappings.choose') : t('mappings.none')}
        disabled={!saved.data?.length}
        popupMatchSelectWidth={false}
        value={saved.data?.find((one) => one.name === draft.name)?.id ?? null}
        options={(saved.data ?? []).map((one) => ({
          value: one.id,
          label: `${one.name} · ${t(`mappings.places.${one.for}`)}`,
        }))}
        onChange={(id) => {
          const one = saved.data?.find((entry) => entry.id === id);
          if (one) draft.choose(one.layout, one.name);
        }}
      />
      <Button onClick={() => setNaming(true)}>{t('mappings.save')}</Button>
      {naming && (
        <MappingDialog
          target={target}
          layout={current}
          name={draft.name}
          inProject={inProject}
          onSaved={draft.keep}
          onClose={() => setNaming(false)}
        />
      )}
    </div>
  );
}

function Verdict({ draft }: { draft: Ready }) {
  const { t } = useTranslation('file-import');
  const formats = useFormats();
  const { preview } = draft;
  const format = formats.data?.find((one) => one.id === preview.format);
  const { rows, read, whole } = preview.counts;
  const about = preview.about.map((one) => `${one.name} ${one.value}`).join(' · ');
  const byHand = draft.layout !== undefined && !preview.recognised;
  return (
    <div className={styles.verdict} role="status">
      {draft.name ? (
        <b>
          <CheckCircleOutlined aria-hidden /> {t('verdict.mapping', { name: draft.name })}
        </b>
      ) : byHand ? (
        <b>
          <EditOutlined aria-hidden /> {t('verdict.byHand')}
        </b>
      ) : preview.recognised && preview.format !== 'table' ? (
        <b>
          <CheckCircleOutlined aria-hidden /> {t('verdict.known', { format: format?.name ?? preview.format })}
        </b>
      ) : preview.recognised ? (
        <b>
          <QuestionCircleOutlined aria-hidden /> {t('verdict.table')}
        </b>
      ) : (
        <b>
          <QuestionCircleOutlined aria-hidden /> {t('verdict.unknown')}
        </b>
      )}
      {preview.recognised && !preview.verified && <Tag title={format?.basis ?? ''}>{t('verdict.unverified')}</Tag>}
      {rows > 0 && (
        <span>
          {t('verdict.rows', { read: formatNumber(read, 0), rows: formatNumber(rows, 0) })}
          {!whole && ` (${t('verdict.beginning')})`}
        </span>
      )}
      {about && <span className={styles.quiet}>{about}</span>}
      {draft.layout !== undefined && (
        <Button type="link" size="small" onClick={draft.asRecognized}>
          {t('verdict.reset')}
        </Button>
      )}
    </div>
  );
}
