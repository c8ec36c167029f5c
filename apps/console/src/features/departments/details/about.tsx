import { Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useId } from 'react';
import { api } from '../../../data/api.ts';
import type { Department } from '../../../entities/agent/departments.ts';
import { useDepartmentsTexts } from '../../../locales/pages/departments.ts';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { PictureField } from '../../../ui/form/picture-field.tsx';
import { checkName } from '../check-name.ts';
import { useDraft, useStoreDepartment } from '../department-queries.ts';
import { SaveActions } from '../save-actions.tsx';

/** Name and picture. */
export function About({ department }: { department: Department }) {
  const texts = useDepartmentsTexts();
  const id = useId();
  const params = { id: department.id };
  const picture = usePicture();
  const draft = useDraft(department.name, (name) => api.departments.update({ params, body: { name: name.trim() } }));
  const error = checkName(draft.draft, texts);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (draft.isDirty && !error && !draft.isPending) draft.save();
  };
  return (
    <Stack gap="lg">
      <PictureField
        label={texts.picture}
        name={department.name}
        url={department.avatar_url}
        isPending={picture.isPending}
        onChoose={(file) => picture.mutate(() => api.departments.setAvatar({ params, file, name: 'avatar' }))}
        onRemove={() =>
          picture.mutate(async () => {
            await api.departments.removeAvatar({ params });
            return { ...department, avatar_url: null };
          })
        }
      />
      <form onSubmit={submit} noValidate>
        <TextInput
          id={id}
          label={texts.name}
          value={draft.draft}
          error={draft.isDirty && error}
          autoComplete="off"
          onChange={({ currentTarget }) => draft.change(currentTarget.value)}
        />
        <SaveActions draft={{ ...draft, save: () => error || draft.save() }} />
      </form>
    </Stack>
  );
}

function usePicture() {
  const storeDepartment = useStoreDepartment();
  const explain = useExplain();
  const notify = useNotice();
  return useMutation({
    mutationFn: (send: () => Promise<Department>) => send(),
    onSuccess: storeDepartment,
    onError: (error) => notify({ kind: 'failed', text: explain(error) }),
  });
}
