import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Enrol } from '@/entities/second-factor/enrol';
import { useSessionStore } from '@/entities/session/session-store';

interface Props {
  onDone: () => void;
}

/** A corporation requires a second factor: it is set up before anything else. */
export function EnrolStep({ onDone }: Props) {
  const { t } = useTranslation('security');
  const update = useSessionStore((state) => state.update);
  const signOut = useSessionStore((state) => state.signOut);

  return (
    <>
      <p>{t('factor.enrolText')}</p>
      <Enrol
        onDone={() => {
          update({ mustEnrol: false });
          onDone();
        }}
      />
      <Button type="link" onClick={signOut}>
        {t('step.back')}
      </Button>
    </>
  );
}
