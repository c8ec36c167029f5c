import { Button, Select, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { api } from '../../../data/api.ts';
import { hasRole, sessionQuery, useSession } from '../../../data/session.ts';
import { useSwitchWidget } from '../../../entities/widget/use-switch-widget.ts';
import { useWidgetName } from '../../../entities/widget/use-widget-name.ts';
import { useWidgetTexts } from '../../../locales/pages/widget.ts';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { Row, Rows } from '../../../ui/layout/rows.tsx';
import { Group } from '../fields/group.tsx';
import rows from '../fields/rows.module.css';
import { useDraft } from '../model/draft.tsx';
import { pickSettings } from '../model/patch.ts';
import { NewWidget } from './new-widget.tsx';
import styles from './widgets.module.css';

/** The widget's name for the team, the user's other widgets, and what it can take over from them. */
export function OwnWidgets() {
  const { own: texts } = useWidgetTexts();
  const session = useSession();
  const isOwner = hasRole(session, 'owner');
  return (
    <>
      <Group heading={texts.name} lead={texts.nameLead}>
        <WidgetName />
      </Group>
      {isOwner && <CopySettings />}
      <Group heading={texts.heading} lead={texts.lead}>
        {session.widgets.length > 1 && <WidgetList />}
        {isOwner && <NewWidget />}
      </Group>
    </>
  );
}

function WidgetName() {
  const { own: texts } = useWidgetTexts();
  const { widget } = useSession();
  const queryClient = useQueryClient();
  const [name, setName] = useState(widget.name ?? '');
  const explain = useExplain();
  const notify = useNotice();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.widgetAccess.update({ body: { name: name.trim() || null } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      notify({ kind: 'done', text: texts.renamed });
    },
    onError: (error) => notify({ kind: 'failed', text: explain(error) }),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending) mutate();
  };
  return (
    <form onSubmit={submit} noValidate className={rows.form}>
      <TextInput
        className={rows.field ?? ''}
        aria-label={texts.name}
        placeholder={widget.domain ?? texts.placeholder}
        maxLength={255}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button type="submit" variant="default" aria-busy={isPending}>
        {texts.save}
      </Button>
    </form>
  );
}

function WidgetList() {
  const { own: texts } = useWidgetTexts();
  const { widget, widgets } = useSession();
  const nameOf = useWidgetName();
  const switchTo = useSwitchWidget();
  return (
    <Rows label={texts.heading}>
      {widgets.map((each) => (
        <Row key={each.id}>
          <div className={rows.row}>
            <span className={rows.name}>
              {nameOf(each)}
              {each.name && each.domain && (
                <Text component="span" c="dimmed" className={styles.domain}>
                  {each.domain}
                </Text>
              )}
            </span>
            {each.id === widget.id ? (
              <Text c="dimmed">{texts.current}</Text>
            ) : (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={texts.switchTo(nameOf(each))}
                onClick={() => void switchTo(each.id)}
              >
                {texts.switch}
              </Button>
            )}
          </div>
        </Row>
      ))}
    </Rows>
  );
}

/** The other widget's settings become unpublished changes, to be seen first. */
function CopySettings() {
  const { own: texts } = useWidgetTexts();
  const { widget, widgets } = useSession();
  const nameOf = useWidgetName();
  const { schema, edit, editPhrases } = useDraft();
  const explain = useExplain();
  const notify = useNotice();
  const others = widgets.filter(({ id, role }) => id !== widget.id && role === 'owner');
  const { mutate } = useMutation({
    mutationFn: (id: number) => api.widgets.readSettings({ params: { id } }),
    onSuccess: ({ settings, quick_phrases }) => {
      edit(
        pickSettings(
          settings,
          Object.keys(schema).filter((name) => name in settings),
        ),
      );
      editPhrases(quick_phrases);
      notify({ kind: 'done', text: texts.copied });
    },
    onError: (error) => notify({ kind: 'failed', text: explain(error) }),
  });
  if (!others.length) return null;
  return (
    <Group heading={texts.copy} lead={texts.copyLead}>
      <Select
        aria-label={texts.copy}
        placeholder={texts.choose}
        value={null}
        data={others.map((other) => ({ value: String(other.id), label: nameOf(other) }))}
        onChange={(id) => id && mutate(Number(id))}
      />
    </Group>
  );
}
