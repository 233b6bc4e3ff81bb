import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSession } from '@/entities/session/session-store';
import { useLanguage } from '@/ui/i18n/use-language';
import { QueryPanel } from '@/ui/states';
import { useAddress } from '@/ui/table/use-address';
import { TextsForm } from '../components/texts-form';
import { textsQuery } from '../queries';

/** The texts of messages about alerts, with a preview on a real alert. */
export default function TextsPage() {
  const { t } = useTranslation('alert-texts');
  const corporationId = useSession()?.user.corporationId ?? 0;
  const query = useQuery({ ...textsQuery(corporationId), enabled: corporationId !== 0 });
  const { search, put } = useAddress();
  const own = useLanguage();
  const chosen = search.get('language') ?? own;
  return (
    <QueryPanel query={query} rows={12} failure={t('failed')}>
      {({ list, placeholders }) => {
        const texts = list.find(({ language }) => language === chosen) ?? list[0];
        return (
          texts && (
            <TextsForm
              key={texts.language}
              corporationId={corporationId}
              texts={texts}
              placeholders={placeholders}
              onLanguage={(language) => put({ language })}
            />
          )
        );
      }}
    </QueryPanel>
  );
}
