import { Button, Popconfirm } from 'antd';
import { useTranslation } from 'react-i18next';
import { Can } from '@/entities/permission/can';
import { type CommandButton, useButtons, useSetButtons } from './button-queries';
import styles from './commands.module.css';
import { useSend, type Where } from './queries';
import { argsText } from './words';

/** The commands that a project keeps: a press shows what will be sent, then sends it. */
export function CommandButtons({ projectId, where }: { projectId: number; where: Where }) {
  const { t } = useTranslation(['commands', 'common']);
  const { data } = useButtons(projectId);
  const set = useSetButtons(projectId);
  const send = useSend(where);
  const list = data?.list ?? [];
  if (list.length === 0) return null;
  const without = (name: string) => list.filter((one) => one.name !== name);
  const first = (one: CommandButton) => [one, ...without(one.name)];
  return (
    <Can any={['Update:Device']}>
      <section className={styles.buttons} aria-label={t('buttons.title')}>
        <b>{t('buttons.title')}</b>
        {list.map((one) => (
          <Popconfirm
            key={one.name}
            title={`${t(`kind.${one.kind}`)} ${argsText(one.args ?? {})}`}
            description={
              <>
                <Button type="link" size="small" onClick={() => set.mutate(first(one))}>
                  {t('buttons.first')}
                </Button>
                <Button type="link" size="small" danger onClick={() => set.mutate(without(one.name))}>
                  {t('common:action.delete')}
                </Button>
              </>
            }
            okText={t('send')}
            onConfirm={() => send.mutate({ kind: one.kind, args: one.args ?? {} })}
          >
            <Button loading={send.isPending && send.variables.kind === one.kind}>{one.name}</Button>
          </Popconfirm>
        ))}
      </section>
    </Can>
  );
}
