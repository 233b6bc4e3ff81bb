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
 * The brand of the signed-in account's corporation, or before sign-in of the one in the address. Empty parts fall back
 * to the product's, in the current language.
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
    /** Sign-in page; empty for the product's. */
    slogan: look.slogan ?? '',
    background: look.loginBackground ?? '',
    /** The Latin name is shown only with the product's own name. */
    ownName: !look.title && !look.platformName,
  };
}
