import { useEffect } from 'preact/hooks';
import { t } from '../i18n';

/** The title of the document; without a text that of the site. */
export function useTitle(text = '') {
  const title = text ? `${text} · ${t('site.name')}` : t('site.title');
  useEffect(() => { document.title = title; }, [title]);
}
