import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type RenderResult, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { App, ConfigProvider } from 'antd';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { initReactI18next } from 'react-i18next';
import { createMemoryRouter, Outlet, type RouteObject, RouterProvider } from 'react-router';
import { UnsavedGuard } from '@/ui/form/unsaved-guard';
import { antdTheme } from '@/ui/theme/antd-theme';

const texts = import.meta.glob<{ default: object }>('../locales/*/*.ts', { eager: true });

async function startTexts(language: string): Promise<void> {
  if (i18next.isInitialized) {
    await i18next.changeLanguage(language);
    return;
  }
  const resources: Record<string, Record<string, object>> = {};
  for (const [path, file] of Object.entries(texts)) {
    const [, code = '', namespace = ''] = /locales\/([^/]+)\/(.+)\.ts$/.exec(path) ?? [];
    if (file.default) resources[code] = { ...resources[code], [namespace]: file.default };
  }
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    resources,
  });
}

/** The providers around every page. */
function Around() {
  return (
    <>
      <Outlet />
      <UnsavedGuard />
    </>
  );
}

interface Options {
  /** The address the page is at. */
  path?: string;
  /** The route pattern that the address matches, when the page reads parameters. */
  route?: string;
  /** Other routes the page may lead to. */
  routes?: RouteObject[];
  language?: 'zh' | 'en' | 'zh-TW';
}

/** Renders a component inside all providers of the program, without animation. */
export async function renderWithProviders(
  element: ReactNode,
  { path = '/', route = '*', routes = [], language = 'zh' }: Options = {},
): Promise<RenderResult & { user: UserEvent; queryClient: QueryClient; location: () => string }> {
  await startTexts(language);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });
  const router = createMemoryRouter([{ element: <Around />, children: [{ path: route, element }, ...routes] }], {
    initialEntries: [path],
  });
  const result = render(
    <ConfigProvider
      theme={antdTheme('default', language, true)}
      componentSize="small"
      wave={{ disabled: true }}
      button={{ autoInsertSpace: false }}
    >
      <App>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </App>
    </ConfigProvider>,
  );
  const location = () => router.state.location.pathname + router.state.location.search;
  return { ...result, user: userEvent.setup(), queryClient, location };
}
