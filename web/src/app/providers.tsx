import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { App, ConfigProvider } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import { nonce } from '@/nonce';
import type { Language } from '@/ui/i18n/languages';
import { partTexts } from '@/ui/i18n/part-texts';
import { useLanguage } from '@/ui/i18n/use-language';
import { onAnnounce } from '@/ui/messages';
import { antdTheme } from '@/ui/theme/antd-theme';
import { useTheme } from '@/ui/theme/theme-store';
import { useMedia } from '@/ui/use-media';
import { renewShown } from './query-client';

const messageSeconds = 5;
/** Below the title of a page and of a drawer, which a message must not cover. */
const messageTop = 60;

/** Shows the messages sent with `announce`. */
function Announcements() {
  const { message } = App.useApp();
  useEffect(
    () => onAnnounce(({ kind, text }) => message.open({ type: kind, content: text, duration: messageSeconds })),
    [message],
  );
  return null;
}

/** Reasons, titles and names come from the server in the language of the call, so a change of language reloads them. */
function useTextsOfServer(queryClient: QueryClient, language: Language) {
  const shown = useRef(language);
  useEffect(() => {
    if (shown.current === language) return;
    shown.current = language;
    void renewShown(queryClient);
  }, [queryClient, language]);
}

interface Props {
  queryClient: QueryClient;
  children: ReactNode;
}

/** Theme, language and server state for everything on the page. */
export function Providers({ queryClient, children }: Props) {
  const theme = useTheme();
  const language = useLanguage();
  const still = useMedia('(prefers-reduced-motion: reduce)');
  useTextsOfServer(queryClient, language);
  return (
    <ConfigProvider
      theme={antdTheme(theme, language, still)}
      locale={partTexts(language)}
      componentSize="small"
      csp={{ nonce }}
      wave={{ disabled: true }}
      button={{ autoInsertSpace: false }}
      modal={{ mask: { closable: false } }}
      drawer={{ mask: { closable: false } }}
      tooltip={{ mouseEnterDelay: 0.05 }}
    >
      <App message={{ top: messageTop }}>
        <QueryClientProvider client={queryClient}>
          <Announcements />
          {children}
        </QueryClientProvider>
      </App>
    </ConfigProvider>
  );
}
