import { Button } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '@/api/client';
import { useSession, useSessionStore } from '@/entities/session/session-store';
import { formatTime } from '@/ui/format/time';
import { Notice } from '@/ui/notice';

/** Back to the operator's own session, on a page that holds nothing of the corporation. */
function leave() {
  if (useSessionStore.getState().leaveHelp()) window.location.assign('/console/corporations');
}

async function endHelp() {
  try {
    await client.POST('/api/sessions/signout');
  } catch {
    // It then ends by its age.
  }
  leave();
}

/** Says all the time that one stands inside of a corporation to help, until when, and what one may do. */
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
