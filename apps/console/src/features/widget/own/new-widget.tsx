import { Button, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { sessionQuery, useSession } from '../../../data/session.ts';
import { useSwitchWidget } from '../../../entities/widget/use-switch-widget.ts';
import { useWidgetName } from '../../../entities/widget/use-widget-name.ts';
import { useWidgetTexts } from '../../../locales/pages/widget.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/layout/dialog.tsx';

/** Creates a widget, with the settings of another one unless the owner prefers the defaults. */
export function NewWidget() {
  const { own: texts } = useWidgetTexts();
  const { widget, widgets } = useSession();
  const nameOf = useWidgetName();
  const queryClient = useQueryClient();
  const notify = useNotice();
  const switchTo = useSwitchWidget();
  const [isOpen, setOpen] = useState(false);
  const [copyFrom, setCopyFrom] = useState<string | null>(String(widget.id));
  const { getInputProps, onSubmit, isPending, failure, reset } = useForm({
    initialValues: { name: '' },
    validate: ({ name }) => ({ name: name.trim() ? undefined : texts.nameMissing }),
    send: ({ name }) =>
      api.widgets.create({ body: { name: name.trim(), ...(copyFrom && { copy_from: Number(copyFrom) }) } }),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      setOpen(false);
      reset();
      notify({ kind: 'done', text: texts.created, action: { label: texts.switch, run: () => void switchTo(id) } });
    },
  });
  const owned = widgets.filter(({ role }) => role === 'owner');
  return (
    <div>
      <Button variant="default" onClick={() => setOpen(true)}>
        {texts.create}
      </Button>
      <Dialog title={texts.create} isOpen={isOpen} onClose={() => setOpen(false)}>
        <form onSubmit={onSubmit} noValidate>
          <Stack gap="md">
            <Text c="dimmed">{texts.createLead}</Text>
            <TextInput {...getInputProps('name')} label={texts.name} maxLength={255} data-autofocus />
            <Select
              label={texts.startWith}
              clearable
              placeholder={texts.defaults}
              value={copyFrom}
              data={owned.map((each) => ({ value: String(each.id), label: nameOf(each) }))}
              onChange={setCopyFrom}
            />
            <FormActions label={texts.submit} isPending={isPending} failure={failure} onCancel={() => setOpen(false)} />
          </Stack>
        </form>
      </Dialog>
    </div>
  );
}
