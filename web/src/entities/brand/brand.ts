import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { loginInfoQuery } from '@/api/login-info';
import { useSession } from '@/entities/session/session-store';

interface Look {
  platformName: string;
  title: string;
  logo: string;
  favicon: string;
  copyright: string;
  slogan?: string;
  loginBackground?: string;
}

const none: Look = { platformName: '', title: '', logo: '', favicon: '', copyright: '' };

/**
 * How the product looks: for the corporation of whoever is signed in, before that for the one that the address names.
 * What it leaves empty is the product's own, in the language of the screen.
 */
export function useBrand() {
  const { t } = useTranslation();
  const session = useSession();
  const { data: open } = useQuery({ ...loginInfoQuery(), enabled: session === null });
  const look: Look = session ? (session.brand ?? none) : (open ?? none);
  const product = t('product');
  return {
    platformName: look.platformName || product,
    title: look.title || look.platformName || product,
    /** Empty: the mark of the product. */
    logo: look.logo,
    favicon: look.favicon,
    copyright: look.copyright || `© ${new Date().getFullYear()} ${product}`,
    /** Of the sign-in page; empty: the product's. */
    slogan: look.slogan ?? '',
    background: look.loginBackground ?? '',
    /** The name in Latin letters stands beside the product's own name only. */
    ownName: !look.title && !look.platformName,
  };
}
