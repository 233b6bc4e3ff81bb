import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '@/api/types';
import { renewSession } from '@/entities/session/renew';
import { Avatar } from '@/ui/avatar';
import { announce } from '@/ui/messages';
import { PictureDialog } from '@/ui/picture/picture-dialog';
import { useSetAvatar } from '../security-queries';
import styles from './avatar-field.module.css';

/** The own picture, with a dialog that crops a new one. */
export function AvatarField({ user }: { user: User }) {
  const { t } = useTranslation('security');
  const [open, setOpen] = useState(false);
  const { mutateAsync, isPending } = useSetAvatar();

  return (
    <div className={styles.field}>
      <Avatar
        name={user.displayName || user.name}
        url={user.avatar}
        size={72}
        onEnded={() => void renewSession().catch(() => undefined)}
      />
      <div className={styles.buttons}>
        <Button onClick={() => setOpen(true)}>{t('avatar.change')}</Button>
        {user.avatar && (
          <Button
            type="text"
            loading={isPending}
            onClick={() => void mutateAsync('').then(() => announce('success', t('avatar.removed')))}
          >
            {t('avatar.remove')}
          </Button>
        )}
      </div>
      {open && (
        <PictureDialog
          use="avatar"
          title={t('avatar.change')}
          round
          onClose={() => setOpen(false)}
          onUploaded={async (url) => {
            await mutateAsync(url);
            announce('success', t('avatar.saved'));
          }}
        />
      )}
    </div>
  );
}
