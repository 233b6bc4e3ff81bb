import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { describeError } from '@/api/errors';
import { Dialog } from '@/ui/dialog';
import { QueryPanel } from '@/ui/states';
import { nameOf } from '../model/servers';
import { effectQuery, type Server, useDrain } from '../queries';
import styles from '../servers.module.css';
import { EffectFacts } from './effect-facts';

interface Props {
  server: Server;
  onClose: () => void;
}

/** Asks before a drain, with what it touches now. */
export function DrainDialog({ server, onClose }: Props) {
  const { t } = useTranslation('servers');
  const effect = useQuery(effectQuery(server.id));
  const drain = useDrain(server.id);
  const alone = effect.data?.others === 0;
  return (
    <Dialog
      open
      width={480}
      title={t('drain.title', { name: nameOf(server) })}
      okText={t('drain.ask')}
      okButtonProps={{ disabled: !effect.data || alone }}
      confirmLoading={drain.isPending}
      onOk={() => drain.mutate(undefined, { onSuccess: onClose })}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <p className={styles.prose}>{t('drain.text')}</p>
      <QueryPanel query={effect} rows={5} failure={t('effect.failed')}>
        {(found) => <EffectFacts effect={found} />}
      </QueryPanel>
      {alone && (
        <p className={styles.refusal} role="alert">
          {t('drain.alone')}
        </p>
      )}
      {drain.error && (
        <p className={styles.refusal} role="alert">
          {describeError(drain.error)}
        </p>
      )}
    </Dialog>
  );
}
