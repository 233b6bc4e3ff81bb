import { Button, Popconfirm } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLabel } from '@/api/catalog';
import { Can } from '@/entities/permission/can';
import { type CommandButton, useButtons, useSetButtons } from './button-queries';
import styles from './commands.module.css';
import { useModelCommands } from './model-commands';
import { useSend, type Where } from './queries';
import { argsText } from './words';

interface Props {
  projectId: number;
  where: Where;
  /** The device's model: buttons for other models are left out. */
  model: string | undefined;
}

/** The commands that a project keeps: a press shows what will be sent, then sends it. */
export function CommandButtons({ projectId, where, model }: Props) {
  const { t } = useTranslation(['commands', 'common']);
  const say = useLabel();
  const own = useModelCommands(model);
  const { data } = useButtons(projectId);
  const set = useSetButtons(projectId);
  const send = useSend(where);
  const list = data?.list ?? [];
  const shown = list.filter((one) => one.kind !== 'model' || one.args?.model === model);
  if (shown.length === 0) return null;
  const nameOf = (one: CommandButton) => {
    const label = own.find(({ code }) => one.kind === 'model' && code === one.args?.code)?.label;
    return label ? say(label) : t(`kind.${one.kind}`);
  };
  const without = (name: string) => list.filter((one) => one.name !== name);
  const first = (one: CommandButton) => [one, ...without(one.name)];
  return (
    <Can any={['Update:Device']}>
      <section className={styles.buttons} aria-label={t('buttons.title')}>
        <b>{t('buttons.title')}</b>
        {shown.map((one) => (
          <Popconfirm
            key={one.name}
            title={`${nameOf(one)} ${argsText(one.args ?? {})}`}
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
            <Button loading={send.isPending && send.variables.args === one.args}>{one.name}</Button>
          </Popconfirm>
        ))}
      </section>
    </Can>
  );
}
