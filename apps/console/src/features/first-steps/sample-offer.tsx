import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../data/api.ts';
import { useSampleData } from '../../data/sample-data.ts';
import { useLocale } from '../../locales/locale.tsx';
import { useFirstStepsTexts } from '../../locales/pages/first-steps.ts';
import { useExplain } from '../../ui/feedback/explain.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import styles from './first-steps.module.css';

/** Offers to look around in a filled console, where the first start made the account. */
export function SampleOffer() {
  const texts = useFirstStepsTexts();
  const { locale } = useLocale();
  const explain = useExplain();
  const sample = useSampleData();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.sampleData.create({ body: { locale } }),
    // Everything on the screen has changed.
    onSuccess: () => location.assign('/app/inbox'),
  });
  if (!sample?.is_offered) return null;
  return (
    <div className={styles.offer}>
      <Text fw={500}>{texts.sample}</Text>
      <Text c="dimmed">{texts.sampleLead}</Text>
      <Button variant="default" mt="xs" loading={isPending} onClick={() => mutate()}>
        {texts.sampleFill}
      </Button>
      <FormFailure>{error ? explain(error) : undefined}</FormFailure>
    </div>
  );
}
