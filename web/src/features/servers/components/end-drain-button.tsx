import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { nameOf } from '../model/servers';
import { type Server, useEndDrain } from '../queries';
import styles from '../servers.module.css';

/** Lets a server take part again. Nothing is lost by it, so it asks nothing. */
export function EndDrainButton({ server, plain = false }: { server: Server; plain?: boolean }) {
  const { t } = useTranslation('servers');
  const end = useEndDrain(server.id);
  return (
    <Button
      type={plain ? 'default' : 'link'}
      className={plain ? '' : (styles.link ?? '')}
      loading={end.isPending}
      onClick={() => end.mutate()}
      aria-label={t('drain.endName', { name: nameOf(server) })}
    >
      {t('drain.end')}
    </Button>
  );
}
