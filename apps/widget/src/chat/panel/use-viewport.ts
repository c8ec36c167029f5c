import { useEffect, useState } from 'preact/hooks';

/** Fits a full-screen panel to the part of the screen that the keyboard leaves. */
export function useViewport(page: Window, isFilling: boolean) {
  const [style, setStyle] = useState<Record<string, string>>({});
  useEffect(() => {
    const { visualViewport: viewport } = page;
    if (!isFilling || !viewport) return setStyle({});
    const fit = () => setStyle({ height: `${viewport.height}px`, top: `${viewport.offsetTop}px` });
    fit();
    viewport.addEventListener('resize', fit);
    viewport.addEventListener('scroll', fit);
    return () => {
      viewport.removeEventListener('resize', fit);
      viewport.removeEventListener('scroll', fit);
    };
  }, [page, isFilling]);
  return style;
}
