import { HistoryOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ZonedPicker } from '@/ui/form/zoned-picker';
import styles from './known.module.css';

interface Props {
  zone: string;
  known: number | null;
  onChange: (known: number) => void;
}

/** Chooses the time at which the shown data were known. */
export function KnownButton({ zone, known, onChange }: Props) {
  const { t } = useTranslation('known');
  const [open, setOpen] = useState(false);
  const [time, setTime] = useState<number | null>(known);
  const ahead = time !== null && time > Date.now();
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={open}
      onOpenChange={(shown) => {
        setOpen(shown);
        if (shown) setTime(known);
      }}
      content={
        <div className={styles.choice}>
          <span className={styles.hint}>{t('hint')}</span>
          <ZonedPicker zone={zone} label={t('time')} placeholder={t('choose')} value={time} onChange={setTime} />
          {ahead && <span className={styles.wrong}>{t('future')}</span>}
          <Button
            type="primary"
            disabled={time === null || ahead}
            onClick={() => {
              if (time !== null) onChange(time);
              setOpen(false);
            }}
          >
            {t('apply')}
          </Button>
        </div>
      }
    >
      <Button icon={<HistoryOutlined aria-hidden />} aria-pressed={known !== null}>
        {t('label')}
      </Button>
    </Popover>
  );
}
