import { Button } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '@/api/client';
import { useSession, useSessionStore } from '@/entities/session/session-store';
import { formatTime } from '@/ui/format/time';
import { Notice } from '@/ui/notice';

/** Returns to the operator's own session, on a page without data of the corporation. */
function leave() {
  if (useSessionStore.getState().leaveHelp()) window.location.assign('/console/corporations');
}

async function endHelp() {
  try {
    await client.POST('/api/sessions/signout');
  } catch {
    // The session then expires by itself.
  }
  leave();
}

/** Shown while an operator works inside a corporation: until when, and with which rights. */
export function HelpNotice() {
  const { t } = useTranslation('shell');
  const helping = useSession()?.helping;
  const expired = useSessionStore((state) => state.expired);
  useEffect(() => {
    if (helping && expired) leave(); // the two hours are over, or its administrator ended it
  }, [helping, expired]);
  if (!helping) return null;
  return (
    <Notice>
      {t('help.inside', { name: helping.corporationName, time: formatTime(helping.endsAt, undefined, 'full') })} ·{' '}
      {t(helping.edits ? 'help.editing' : 'help.looking')}{' '}
      <Button onClick={() => void endHelp()}>{t('help.leave')}</Button>
    </Notice>
  );
}
