import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/ui/dialog';
import { FormError } from '@/ui/form/form-error';
import { fits, LimitedInput } from '@/ui/form/limited';
import { type CommandButton, useButtons, useSetButtons } from './button-queries';

const longest = 20;

interface Props {
  projectId: number;
  command: Omit<CommandButton, 'name'>;
}

/** Keeps the command of a form as a button of the project; nothing without a project. */
export function KeepButton({ projectId, command }: Omit<Props, 'projectId'> & { projectId: number | undefined }) {
  return projectId === undefined ? null : <Keep projectId={projectId} command={command} />;
}

function Keep({ projectId, command }: Props) {
  const { t } = useTranslation('commands');
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const { data } = useButtons(projectId);
  const set = useSetButtons(projectId);
  const close = () => {
    setOpen(false);
    setName('');
    set.reset();
  };
  const fitting = name.trim() !== '' && fits(name, longest);
  const keep = () => set.mutate([...(data?.list ?? []), { ...command, name }], { onSuccess: close });
  return (
    <>
      <Button disabled={!data} onClick={() => setOpen(true)}>
        {t('buttons.keep')}
      </Button>
      <Dialog
        open={open}
        title={t('buttons.keep')}
        okButtonProps={{ loading: set.isPending, disabled: !fitting }}
        onOk={keep}
        onCancel={close}
      >
        <LimitedInput
          aria-label={t('buttons.name')}
          placeholder={t('buttons.name')}
          max={longest}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onPressEnter={() => fitting && !set.isPending && keep()}
        />
        {set.error && <FormError error={set.error} />}
      </Dialog>
    </>
  );
}
