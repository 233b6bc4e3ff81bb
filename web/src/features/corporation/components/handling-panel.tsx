import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@/api/errors';
import { useCan } from '@/entities/permission/permissions';
import { FormError } from '@/ui/form/form-error';
import { Limits, useLimits } from '@/ui/form/limited';
import { useUnsaved } from '@/ui/form/unsaved';
import { announce } from '@/ui/messages';
import { Panel } from '@/ui/panel';
import { QueryPanel } from '@/ui/states';
import { type HandlingLists, type Listed, listed, mostEntries } from '../model/handling';
import { type AlertHandling, handlingQuery, useResetHandling, useSaveHandling } from '../queries';
import styles from './handling.module.css';
import { HandlingRows } from './handling-rows';

/** The causes and measures that people choose from when they process an alert. */
export function HandlingPanel({ corporationId }: { corporationId: number }) {
  const { t } = useTranslation('corporation');
  const query = useQuery(handlingQuery(corporationId));
  return (
    <QueryPanel query={query} rows={6} failure={t('handling.failed')}>
      {(lists) => <Editor key={lists.updatedAt} corporationId={corporationId} lists={lists} />}
    </QueryPanel>
  );
}

function Editor({ corporationId, lists }: { corporationId: number; lists: AlertHandling }) {
  const { t } = useTranslation('corporation');
  const { modal } = App.useApp();
  const may = useCan('Update:Corporation');
  const stored: HandlingLists = { causes: lists.causes, measures: lists.measures };
  const [draft, setDraft] = useState(stored);
  const [shown, setShown] = useState<Listed>('causes');
  const [failure, setFailure] = useState<unknown>();
  const save = useSaveHandling(corporationId);
  const reset = useResetHandling(corporationId);
  const limits = useLimits();
  const changed = JSON.stringify(draft) !== JSON.stringify(stored);
  useUnsaved(changed);
  const refused = failure instanceof ApiError ? failure.fields : {};
  const others = Object.keys(refused).length === 0 ? failure : undefined;

  function change(list: HandlingLists[Listed]) {
    setDraft({ ...draft, [shown]: list });
    setFailure(undefined);
  }

  async function store() {
    setFailure(undefined);
    try {
      setDraft(await save.mutateAsync(draft));
      announce('success', t('saved'));
    } catch (error) {
      setFailure(error);
      const first = error instanceof ApiError ? Object.keys(error.fields)[0] : undefined;
      const where = listed.find((one) => first?.startsWith(one));
      if (where) setShown(where);
    }
  }

  function askReset() {
    modal.confirm({
      title: t('handling.resetTitle'),
      content: t('handling.resetText'),
      okText: t('handling.reset'),
      onOk: () => reset.mutateAsync(),
    });
  }

  return (
    <Panel
      title={t('handling.title')}
      extra={
        <Segmented
          size="small"
          aria-label={t('handling.title')}
          value={shown}
          options={listed.map((value) => ({ value, label: `${t(`handling.${value}`)} ${draft[value].length}` }))}
          onChange={(value) => setShown(value as Listed)}
        />
      }
    >
      <div className={styles.body}>
        <p className={styles.hint}>{t(lists.updatedAt === 0 ? 'handling.usual' : 'handling.own')}</p>
        <Limits of={limits}>
          <HandlingRows
            key={shown}
            list={draft[shown]}
            name={shown}
            refused={refused}
            disabled={!may}
            onChange={change}
          />
        </Limits>
        {may && (
          <div className={styles.foot}>
            <Button
              icon={<PlusOutlined aria-hidden />}
              disabled={draft[shown].length >= mostEntries}
              onClick={() => change([...draft[shown], {}])}
            >
              {t('handling.add')}
            </Button>
            <Button
              type="primary"
              loading={save.isPending}
              disabled={!changed || limits.any}
              onClick={() => void store()}
            >
              {t('save')}
            </Button>
            <Button disabled={!changed || save.isPending} onClick={() => setDraft(stored)}>
              {t('discard')}
            </Button>
            {lists.updatedAt !== 0 && (
              <Button type="link" loading={reset.isPending} onClick={askReset}>
                {t('handling.reset')}
              </Button>
            )}
            <FormError error={others} />
          </div>
        )}
      </div>
    </Panel>
  );
}
