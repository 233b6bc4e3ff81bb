import './nonce';
import './app/app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { featureRoutes } from './app/feature-routes';
import { Providers } from './app/providers';
import { createQueryClient } from './app/query-client';
import { createRouter } from './app/router';
import { RoutePaths } from './app/shell/route-paths';
import { startI18n } from './ui/i18n/i18n';
import { useThemeStore } from './ui/theme/theme-store';
import { applyTheme } from './ui/theme/tokens';

applyTheme(useThemeStore.getState().theme);
await startI18n();

const queryClient = createQueryClient();
const router = createRouter(queryClient);
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Providers queryClient={queryClient}>
        <RoutePaths value={featureRoutes.map((route) => route.path)}>
          <RouterProvider router={router} />
        </RoutePaths>
      </Providers>
    </StrictMode>,
  );
}
