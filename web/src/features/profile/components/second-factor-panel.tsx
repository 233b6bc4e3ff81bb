import { useQuery } from '@tanstack/react-query';
import { Button, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { components } from '@/api/schema.gen';
import { Enrol } from '@/entities/second-factor/enrol';
import { Dialog } from '@/ui/dialog';
import { announce } from '@/ui/messages';
import { Panel } from '@/ui/panel';
import { QueryPanel } from '@/ui/states';
import { factorQuery, useFactorChanged } from '../security-queries';
import { FactorAgain } from './factor-again';
import styles from './security.module.css';

type State = components['schemas']['SecondFactor'];

const few = 3;

/** The account's second factor: its state, turning it on and off, new recovery codes. */
export function SecondFactorPanel() {
  const { t } = useTranslation('security');
  const query = useQuery(factorQuery());
  return (
    <Panel title={t('factor.title')} extra={query.data && <Stands state={query.data} />}>
      <div className={styles.body}>
        <p className={styles.why}>{t('factor.why')}</p>
        <QueryPanel query={query} failure={t('factor.failed')} rows={2}>
          {(state) => <Actions state={state} />}
        </QueryPanel>
      </div>
    </Panel>
  );
}

function Stands({ state }: { state: State }) {
  const { t } = useTranslation('security');
  return (
    <>
      {state.required && <Tag>{t('factor.required')}</Tag>}
      <Tag color={state.enabled ? 'green' : 'default'}>{t(state.enabled ? 'factor.on' : 'factor.off')}</Tag>
    </>
  );
}

function Actions({ state }: { state: State }) {
  const { t } = useTranslation('security');
  const changed = useFactorChanged();
  const [open, setOpen] = useState<'enrol' | 'disable' | 'renew'>();

  function done(text?: string) {
    setOpen(undefined);
    if (text) announce('success', text);
    void changed();
  }

  return (
    <>
      {state.enabled ? (
        <>
          <p className={styles.line} data-warn={state.recoveryCodesLeft < few}>
            {t('factor.left', { count: state.recoveryCodesLeft })}
            {state.recoveryCodesLeft < few && ` · ${t('factor.few')}`}
          </p>
          <div className={styles.buttons}>
            <Button onClick={() => setOpen('renew')}>{t('factor.renew')}</Button>
            {!state.required && (
              <Button danger onClick={() => setOpen('disable')}>
                {t('factor.disable')}
              </Button>
            )}
          </div>
        </>
      ) : (
        <Button type="primary" onClick={() => setOpen('enrol')}>
          {t('factor.enable')}
        </Button>
      )}
      {open === 'enrol' && (
        <Dialog open title={t('factor.title')} width={560} footer={null} onCancel={() => done()}>
          <Enrol onDone={() => done(t('factor.doneOn'))} />
        </Dialog>
      )}
      {(open === 'disable' || open === 'renew') && (
        <FactorAgain
          action={open}
          onClose={() => done()}
          onDone={() => done(open === 'disable' ? t('factor.doneOff') : undefined)}
        />
      )}
    </>
  );
}
