import { ActionIcon, Button, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { useWidgetTexts } from '../../../locales/pages/widget.ts';
import { Row, Rows } from '../../../ui/layout/rows.tsx';
import { When } from '../../../ui/time/when.tsx';
import rows from '../fields/rows.module.css';
import { toDomain } from './domain-name.ts';
import { useDomains } from './use-domains.ts';

interface DomainsProps {
  domains: string[];
  seen: { host: string; seen_at: string }[];
}

/** The sites that the widget works on. */
export function Domains({ domains, seen }: DomainsProps) {
  const { install: texts } = useWidgetTexts();
  const { mutate, isPending } = useDomains();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const lastSeen = (domain: string) => seen.find(({ host }) => isWithin(host, domain))?.seen_at;

  const add = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const domain = toDomain(typed);
    if (!domain) return setError(texts.domainWrong);
    if (isPending) return;
    // What was typed stays if the request fails.
    if (domains.includes(domain)) setTyped('');
    else mutate([...domains, domain], { onSuccess: () => setTyped('') });
  };

  return (
    <>
      {domains.length ? (
        <Rows label={texts.domains}>
          {domains.map((domain) => {
            const at = lastSeen(domain);
            return (
              <Row key={domain}>
                <div className={rows.row}>
                  <span className={rows.name}>{domain}</span>
                  <Text c="dimmed" component="span">
                    {at ? <When at={at} /> : texts.never}
                  </Text>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={texts.remove(domain)}
                    onClick={() => isPending || mutate(domains.filter((each) => each !== domain))}
                  >
                    <IconTrash size={18} stroke={1.75} aria-hidden />
                  </ActionIcon>
                </div>
              </Row>
            );
          })}
        </Rows>
      ) : (
        <Text>{texts.open}</Text>
      )}
      <form onSubmit={add} noValidate className={rows.form}>
        <TextInput
          className={rows.field ?? ''}
          aria-label={texts.domain}
          placeholder="shop.example.com"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          error={error}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setError(undefined);
          }}
        />
        <Button type="submit" variant="default" aria-busy={isPending}>
          {texts.allow}
        </Button>
      </form>
    </>
  );
}

function isWithin(host: string, domain: string) {
  const [name = ''] = host.split(':');
  return name === domain || name.endsWith(`.${domain}`);
}
